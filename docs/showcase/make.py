"""Writes a folder that any static host can serve: the shipped games to play, to print, to look through and to read.

    python docs/showcase/make.py [DIR]      (default: output/showcase)

``DIR/index.html`` leads to a page for each game; ``DIR/files/GAME/`` and ``DIR/faces/GAME/`` are builds of that game, so that
everything on a page is a file that `penance build` made. Nothing is typed here but headings: cards, dice, odds, verdicts and the
sample turn are read from the rules. No page asks another host for anything.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from penance_build.api import compile_game
from penance_build.ir.nodes import Example, Program, Source

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DPI = 150
FONTS = {  # name in the style sheet: package, file
    "cinzel": ("fontpkg_cinzel", "Cinzel[wght].ttf"),
    "alegreya": ("fontpkg_alegreya_sans", "AlegreyaSans-Regular.ttf"),
    "alegreya-bold": ("fontpkg_alegreya_sans", "AlegreyaSans-Bold.ttf"),
}
THEME = {"paper": "#fbf8f0", "ink": "#1b1815", "rubric": "#a3211b", "quiet": "#6f675d"}  # of a game that names no colours
SHEET_WIDTH = 900  # pixels of a page of the quick reference
REFUTED_SHOWN = 12
ENOUGH = 10  # dice of a sample turn
LONGEST_FRACTION = 12  # characters


def penance(*words: str) -> str:
    """What a command prints; raises CalledProcessError with its complaint where it fails."""
    done = subprocess.run([sys.executable, "-m", "penance_build", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stderr)
        done.check_returncode()
    return done.stdout


def read(path: Path) -> Any:
    """A file of JSON."""
    return json.loads(path.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- what a page of a game shows


def downloads(built: Path, files: Path) -> list[dict[str, str]]:
    """What can be printed: kits first, then the sheets; each with its address from the page and its size."""
    found = [*sorted(built.glob("kit/*.zip")), *sorted(built.glob("cards/*.pdf")), *sorted(built.glob("reference/*.pdf"))]
    found += sorted(built.glob("dice/*.pdf"))
    return [
        {"href": path.relative_to(files.parent).as_posix(), "name": path.name, "kind": path.parent.name, "size": _size(path)}
        for path in found
    ]


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, size // 1000)} KB"


def pages_of(pdf: Path, folder: Path) -> list[str]:
    """The pages of a PDF as pictures in a folder: their names."""
    import pypdfium2

    folder.mkdir(parents=True, exist_ok=True)
    names = []
    with pypdfium2.PdfDocument(pdf) as document:
        for number, sheet in enumerate(document, 1):
            picture = sheet.render(scale=2 * SHEET_WIDTH / sheet.get_width()).to_pil().convert("RGB")
            small = picture.resize((SHEET_WIDTH, round(picture.height * SHEET_WIDTH / picture.width)))
            out = io.BytesIO()
            small.quantize(128).save(out, "PNG", optimize=True)
            names.append(f"{pdf.stem}-{number}.png")
            (folder / names[-1]).write_bytes(out.getvalue())
    return names


def gallery(faces: Path, game: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fronts of all cards, with the words by which they are found."""
    listed = faces / "faces.json"
    if not listed.is_file():
        return []
    shown = []
    for face in read(listed)["faces"]:
        card = game["cards"].get(face["id"])
        if face["side"] != "front" or card is None:
            continue
        text = _plain(card.get("text", []))
        named = [game[section].get(card.get(key, ""), {}).get("name", "") for section, key in KINDS]
        decks = [deck["name"] for deck in game["decks"].values() if face["id"] in deck["cards"]]
        shown.append({**face, "text": text, "kinds": [name for name in named if name], "decks": decks})
    return shown


KINDS = (("types", "type"), ("slots", "slot"), ("factions", "faction"))


def _plain(text: Sequence[Any]) -> str:
    """A text of the game as plain words."""
    said = []
    for paragraph in text:
        runs = [run if isinstance(run, str) else str(run.get("number", run.get("icon", "").replace("_", " "))) for run in paragraph]
        said.append("".join(runs))
    return " ".join(said)


def dice_of(game: Mapping[str, Any], built: Path) -> list[dict[str, Any]]:
    """The dice whose faces have drawings, face by face with the share of each."""
    shown = []
    for name, die in game["dice"].items():
        if not any(face.get("icon") for face in die["faces"]):
            continue
        faces: dict[str, dict[str, Any]] = {}
        for face in die["faces"]:
            entry = faces.setdefault(face["id"], {**face, "count": 0, "path": game["icons"].get(face.get("icon", ""), "")})
            entry["count"] += 1
        sheet = next(iter(sorted((built / "dice").glob(f"{name}-*.pdf"))), None)
        shown.append({"name": die["name"], "faces": list(faces.values()), "sides": len(die["faces"]), "sheet": sheet.name if sheet else ""})
    return shown


def verdicts(built: Path, titles: Mapping[str, str]) -> dict[str, Any]:
    """What the documents say against what comes out: how many hold, and the chances that they get wrong, in their order."""
    claims = read(built / "report" / "audit.json")["claims"]
    counts: dict[str, int] = {}
    for claim in claims:
        counts[claim["verdict"]] = counts.get(claim["verdict"], 0) + 1
    rows = [
        {
            "says": claim["says"],
            "exact": claim["exact"] if len(claim["exact"]) <= LONGEST_FRACTION else "",
            "percent": f"{claim['decimal'] * 100:.2f} %",
            "name": claim["id"].replace("_", " "),
            "source": title_of(claim["source"], titles),
        }
        for claim in claims
        if claim["verdict"] == "refuted" and claim["says"].endswith("%") and 0 <= claim["decimal"] <= 1
    ]
    return {"counts": counts, "rows": rows[:REFUTED_SHOWN], "more": max(0, len(rows) - REFUTED_SHOWN), "total": len(claims)}


def titles_of(sources: Sequence[Source]) -> dict[str, str]:
    """The titles of documents and of their sections, by what stands in front of and behind the stroke."""
    found = {}
    for source in sources:
        found[source.id] = source.title
        found.update((f"{source.id}/{section[0]}", f"{source.title}: {section[1]}") for section in source.sections)
    return found


def title_of(place: str, titles: Mapping[str, str]) -> str:
    """A place in words; several places one after another."""
    return "; ".join(titles.get(one.strip(), one.strip()) for one in place.split(","))


# ---------------------------------------------------------------- the sample turn


def sample(program: Program, game: Mapping[str, Any], titles: Mapping[str, str]) -> dict[str, Any] | None:
    """A worked example of the documents, replayed: the one that rolls most kinds of dice, then most dice, then tells most."""
    told = [example for example in program.proved.examples if example.situation is None and not example.chooses and example.dice]
    if not told:
        return None
    example = max(told, key=lambda one: (len(one.dice), min(ENOUGH, sum(len(faces) for _, faces in one.dice)), len(one.expect)))
    answer = json.loads(penance("run", example.procedure, "--game", program.game, *_words(program, example), "--format", "json"))
    return {
        "source": title_of(example.source, titles),
        "procedure": program.by_id.procedures[example.procedure].name,
        "given": [(name.replace("_", " "), answer["inputs"][name]) for name, _ in example.inputs],
        "rolls": list(_rolls(program, game, example)),
        "steps": [{**line, "source": title_of(line["source"], titles)} for line in answer["trace"]],
        "results": [(name.replace("_", " "), _said(value)) for name, value in answer["result"].items()],
    }


def _words(program: Program, example: Example) -> Iterator[str]:
    types = {parameter.name: parameter.type for parameter in program.by_id.procedures[example.procedure].inputs}
    for name, value in example.inputs:
        yield from ("--set", f"{name}={_written(program, types[name], value)}")
    rolled = dict(program.by_id.procedures[example.procedure].rolls)
    for name, faces in example.dice:
        die = program.by_id.dice[rolled[name]]
        shown = [die.faces[int(face)] for face in faces]
        written = [str(dict(face.values)["value"]) if die.has_values else face.id for face in shown]
        yield from ("--dice", f"{name}={','.join(written)}")


def _written(program: Program, kind: Any, value: int) -> str:
    if kind.kind == "bool":
        return "true" if value else "false"
    if kind.kind == "enum":
        return str(program.by_id.enums[kind.ref].members[value].id)
    return str(value)


def _rolls(program: Program, game: Mapping[str, Any], example: Example) -> Iterator[dict[str, Any]]:
    rolled = dict(program.by_id.procedures[example.procedure].rolls)
    names = [rolled[name] for name, _ in example.dice]
    for name, faces in example.dice:
        die = game["dice"][rolled[name]]
        said = f"{name.replace('_', ' ').capitalize()}, {die['name']}" if names.count(rolled[name]) > 1 else die["name"]
        shown = [die["faces"][face] for face in faces]
        yield {"die": said, "faces": [{**face, "path": game["icons"].get(face.get("icon", ""), "")} for face in shown]}


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


# ---------------------------------------------------------------- writing


def page_of(name: str, site: Path) -> dict[str, Any]:
    """Build a game into the folder, and give what its page shows."""
    files = site / "files"
    penance("build", "--game", name, "-o", str(files), "--only", "engine,web,report,data,cards,dice,reference,kit")
    built = files / name
    game, program = read(built / "engine" / "game.json"), compile_game(ROOT / "rules" / name).program
    assert program is not None
    if program.cards:
        penance("build", "--game", name, "-o", str(site / "faces"), "--only", "faces", "--dpi", str(DPI))
    titles = titles_of(program.proved.sources)
    references = [
        {"pdf": f"files/{name}/reference/{pdf.name}", "name": pdf.stem, "pages": [f"pages/{name}/{one}" for one in shown]}
        for pdf in sorted((built / "reference").glob("*.pdf"))
        for shown in [pages_of(pdf, site / "pages" / name)]
    ]
    cards = gallery(site / "faces" / name / "faces", game)
    return {
        "game": game,
        "id": name,
        "theme": {**THEME, **game["theme"]},
        "downloads": downloads(built, files),
        "cards": cards,
        "filters": sorted({deck for card in cards for deck in card["decks"]}),
        "dice": dice_of(game, built),
        "references": references,
        "verdicts": verdicts(built, titles),
        "sample": sample(program, game, titles),
        "plays": bool(game["setups"]),
        "notice": (built / "NOTICE").read_text(encoding="utf-8") if (built / "NOTICE").is_file() else "",
    }


def fonts(site: Path) -> None:
    """The fonts of the pages, each with its licence."""
    folder = site / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    for name, (package, file) in FONTS.items():
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        home = Path(spec.origin).parent
        shutil.copyfile(home / "files" / file, folder / f"{name}.ttf")
        shutil.copyfile(home / "LICENSE", folder / f"{package}-LICENSE.txt")


def main(site: Path) -> None:
    """Write the site."""
    site.mkdir(parents=True, exist_ok=True)
    fonts(site)
    engine = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    games = [page_of(name, site) for name in ("penance", "aethelgard", "skirmish")]
    for shown in games:
        (site / f"{shown['id']}.html").write_text(engine.get_template("game.html").render(shown), encoding="utf-8")
    (site / "index.html").write_text(engine.get_template("index.html").render(games=games), encoding="utf-8")
    for name in ("style.css", "gallery.js"):
        shutil.copyfile(HERE / name, site / name)
    print(f"{site}: serve it with `python3 -m http.server --directory {site}`")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "output" / "showcase")
