"""Draws the pictures of the README from what the program makes of the shipped games: run it by ``./do pictures``.

Nothing in a picture is typed here: lines of YAML are those of the rules, the card is a built face, the bars are exact odds, the
still of an error is the output of ``penance check``. ``pictures.json`` holds the hash of all that each picture shows, and
``tests/test_pictures.py`` compares it, so that none goes stale unseen.
"""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from penance_build.api import compile_game, distribution
from penance_build.press.text.fonts import font_set

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RULES = ROOT / "rules"
DPI = 144
INK, PAPER, RED, QUIET, LINE = "#1b1815", "#fbf8f0", "#a3211b", "#6f675d", "#d9d2c3"

STYLE = f"""
* {{ margin: 0; padding: 0; box-sizing: border-box }}
html {{ font-family: text; font-size: 11pt; color: {INK} }}
body {{ background: {PAPER} }}
h2 {{ font-family: display; font-weight: 700; font-size: 11pt; letter-spacing: .08em; text-transform: uppercase; color: {RED} }}
pre, code {{ font-family: "DejaVu Sans Mono", monospace; font-size: 9.5pt; line-height: 1.55; white-space: pre }}
.at {{ position: absolute }}
.panel {{ background: #fff; border: .3mm solid {LINE}; border-radius: 1.5mm; padding: 4mm 5mm }}
.ring {{ border: .55mm solid {RED}; border-radius: 50%; padding: 0 1.6mm; font-weight: 700; color: {RED} }}
.key {{ color: #24476b }} .quiet {{ color: {QUIET} }} .red {{ color: {RED} }} .bold {{ font-weight: 700 }}
.mark {{ width: 4.6mm; height: 4.6mm; border: .55mm solid {RED}; border-radius: 50% }}
.bar {{ display: inline-block; height: 3.4mm; background: {RED}; vertical-align: -.4mm }}
td {{ padding: .35mm 2mm .35mm 0; white-space: nowrap }}
td.n {{ text-align: right; font-weight: 700 }}
"""


def penance(*words: str) -> str:
    """What a command prints, with its errors."""
    done = subprocess.run([sys.executable, "-m", "penance_build", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


# ---------------------------------------------------------------- what the pictures show


def entry_lines(file: str, name: str, keys: tuple[str, ...]) -> list[str]:
    """The lines of an entry of the rules that begin with one of these keys, and its own."""
    text = (RULES / file).read_text(encoding="utf-8").split("\n")
    start = next(index for index, line in enumerate(text) if line == f"  {name}:")
    found = [text[start]]
    for line in text[start + 1 :]:
        if line and not line.startswith("    "):
            break
        if line.strip().startswith(keys):
            found.append(line)
    return [line[2:] for line in found]


def odds_of_damage(damage: int) -> list[tuple[int, Fraction]]:
    """How many cards an attack of so much damage takes away, with the chance of each."""
    program = compile_game(RULES / "penance").program
    assert program is not None
    found = distribution(program, "attack", {"damage": damage}, of=["taken"])
    return [(int(result["taken"]), p) for result, p in found.outcomes]


def facts() -> dict[str, object]:
    """Everything that the pictures show, as plain values: the card by its digits, the rest as it is printed."""
    from penance_build.press.cards.printed import printed_values

    program = compile_game(RULES / "penance").program
    assert program is not None
    claim = next(line for line in penance("audit", "--game", "penance").split("\n") if "72.22" in line)
    return {
        "yaml": entry_lines("penance/cards_church.yaml", "faithful_thrust", ("name:", "cost:", "damage:", "range:", "effects:", "- call:")),
        "card": printed_values(program, program.by_id.cards["faithful_thrust"]),
        "odds": [[value, str(p)] for value, p in odds_of_damage(4)],
        "error": penance("check", "tests/cases_cli/broken"),
        "claim": " ".join(claim.split()),
        "engine": played(),
        "sheets": [[game, printed_digest(game)] for game in ("penance", "aethelgard", "skirmish")],
        "templates": [[path.name, path.read_text(encoding="utf-8")] for path in sorted((ROOT / "templates").glob("[cr]*/*"))],
    }


def played() -> str:
    """What the engine says to an attack of 4 damage: the comment behind the line of the picture."""
    done = json.loads(penance("run", "attack", "--game", "penance", "--set", "damage=4", "--seed", "11", "--format", "json"))
    result = done["result"]
    return f"{result['outcome']}, {result['taken']} cards lost; Python says the same"


def printed_digest(game: str) -> str:
    """What the sheets of a game are printed from: its program, texts and look."""
    from penance_build.ir.canonical import digest

    program = compile_game(RULES / game).program
    assert program is not None
    return digest(program)


# ---------------------------------------------------------------- drawing


def page(body: str, width: int, height: int, folder: Path) -> bytes:
    """A page of so many millimetres as PNG."""
    import pypdfium2
    import weasyprint

    fonts = font_set({}, ())
    faces = "".join(
        f"@font-face {{ font-family: {file.family}; font-weight: {file.weight}; font-style: {file.style};"
        f' src: url("{_kept(folder, file.digest, file.data)}") }}\n'
        for file in fonts.files
    )
    size = f"@page {{ size: {width}mm {height}mm; margin: 0 }}"
    document = weasyprint.HTML(string=f"<style>{size}{faces}{STYLE}</style>{body}", base_url=str(folder)).write_pdf()
    assert document is not None
    with pypdfium2.PdfDocument(document) as pdf:
        picture = pdf[0].render(scale=DPI / 72).to_pil().convert("RGB")
    out = io.BytesIO()
    picture.quantize(200).save(out, "PNG", optimize=True)
    return out.getvalue()


def _kept(folder: Path, digest: str, data: bytes) -> str:
    path = folder / f"{digest}.ttf"
    path.write_bytes(data)
    return path.as_uri()


def yaml_html(lines: list[str], ringed: str) -> str:
    """Lines of YAML with their keys coloured; the value of one key is ringed."""
    out = []
    for line in lines:
        text = html.escape(line)
        text = re.sub(r"^(\s*(?:- )?)([a-z_]+):", r'\1<span class="key">\2</span>:', text)
        if line.strip().startswith(f"{ringed}:"):
            text = re.sub(r": (\S+)$", r': <span class="ring">\1</span>', text)
        out.append(text)
    return "\n".join(out)


def one_datum(shown: Mapping[str, object], faces: Path, folder: Path) -> bytes:
    """A number of the rules, and where it goes: the card, the odds, the engine."""
    lines, odds = shown["yaml"], shown["odds"]
    assert isinstance(lines, list)
    assert isinstance(odds, list)
    most = max(Fraction(p) for _, p in odds)
    rows = "".join(
        f'<tr><td class="n">{value}</td><td><span class="bar" style="width:{float(Fraction(p) / most) * 44:.1f}mm"></span></td>'
        f'<td class="quiet">{float(Fraction(p)) * 100:.1f} %</td></tr>'
        for value, p in odds
    )
    mean = sum(value * Fraction(p) for value, p in odds)
    card, width = 130, 58
    x, y = (card + width * part for part in _place_of(faces / "faithful_thrust.pdf", "4"))
    y += 16 - card
    script = 'engine.attack({ damage: <span class="ring">4</span> }, { seed: 11 })'
    body = f"""
    <div class="at" style="left:10mm; top:8mm"><h2>Written once</h2></div>
    <div class="at panel" style="left:10mm; top:16mm; width:106mm; height:45.5mm"><pre>{yaml_html(lines, "damage")}</pre></div>
    <div class="at" style="left:10mm; top:67.5mm"><h2>Played</h2></div>
    <div class="at panel" style="left:10mm; top:75.5mm; width:106mm; height:21.7mm"><pre>{script}
<span class="quiet">// {html.escape(str(shown["engine"]))}</span></pre></div>
    <div class="at" style="left:{card}mm; top:8mm"><h2>Printed</h2></div>
    <img class="at" style="left:{card}mm; top:16mm; width:{width}mm; border-radius:2.5mm; border:.3mm solid {LINE}"
      src="{(faces / "faithful_thrust.png").as_uri()}">
    <div class="at mark" style="left:{x - 2.3:.1f}mm; top:{y - 2.3:.1f}mm"></div>
    <div class="at" style="left:202mm; top:8mm"><h2>Proved</h2></div>
    <div class="at panel" style="left:202mm; top:16mm; width:84mm; height:81.2mm">
      <p style="margin-bottom:3mm">Cards that an attack of <span class="ring">4</span> damage takes,<br>exact, not simulated:</p>
      <table>{rows}</table>
      <p style="margin-top:3mm">On average {html.escape(str(mean))}. <span class="quiet">A rulebook that prints another
      figure is told so.</span></p></div>
    """
    return page(body, 296, 105, folder)


def _place_of(face: Path, text: str) -> tuple[float, float]:
    """Where a text stands on a face, as parts of its width, from the left and from the top."""
    import pypdfium2

    with pypdfium2.PdfDocument(face) as document:
        left, _, right, high = document[0].get_cropbox()
        width, words = right - left, document[0].get_textpage()
        search, boxes = words.search(text), []
        while (at := search.get_next()) is not None:
            boxes.append(words.get_charbox(at[0]))
        box = max(boxes, key=lambda box: box[3] - box[1])  # the largest of them
        return ((box[0] + box[2]) / 2 - left) / width, (high - (box[1] + box[3]) / 2) / width


def sheet(pdf: Path, width: int, number: int = 0) -> bytes:
    """A page of a built file as a small picture with a thin frame."""
    import pypdfium2
    from PIL import ImageOps

    with pypdfium2.PdfDocument(pdf) as document:
        picture = document[number].render(scale=3 * width / document[number].get_width()).to_pil().convert("RGB")
    small = ImageOps.expand(picture.resize((width, round(picture.height * width / picture.width))), 1, LINE)
    out = io.BytesIO()
    small.quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


def still(text: str, folder: Path) -> bytes:
    """The output of a command as a picture of a terminal."""
    lines = text.rstrip().split("\n")
    shown = html.escape("\n".join(lines))
    shown = re.sub(r"^(error\[E\d+\])", r'<b style="color:#e06c60">\1</b>', shown, flags=re.MULTILINE)
    shown = re.sub(r"(\^+|(?<=\| )\s*-+ .*)", r'<span style="color:#e0b35f">\1</span>', shown)
    shown = re.sub(r"^(\s+help: .*)$", r'<span style="color:#8fbf7f">\1</span>', shown, flags=re.MULTILINE)
    height = round(12 + (len(lines) + 1) * 5.2)
    body = f'<div style="background:#23211f;color:#e9e4da;padding:6mm 8mm;height:{height}mm"><pre>$ penance check\n{shown}</pre></div>'
    return page(body, 190, height, folder)


def main() -> None:
    """Draw all pictures anew."""
    shown = facts()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one = ("--only", "faces", "--card", "faithful_thrust", "--dpi", "300")
        penance("build", "--game", "penance", *one, "-o", str(folder / "one"))
        faces = next((folder / "one").rglob("faithful_thrust.pdf")).parent
        made = {"one-datum": one_datum(shown, faces, folder), "error": still(str(shown["error"]), folder)}
        for game in ("penance", "aethelgard", "skirmish"):
            penance("build", "--game", game, "--only", "cards,dice,reference", "-o", str(folder / "all"))
        built = folder / "all"
        made["print"] = sheet(built / "penance/cards/confessor-a4.pdf", 330)
        made["make"] = sheet(built / "penance/dice/attack-a4.pdf", 460)
        made["game-penance"] = sheet(built / "penance/reference/penance-a4.pdf", 330)
        made["game-aethelgard"] = sheet(built / "aethelgard/reference/aethelgard-a4.pdf", 330)
        made["game-skirmish"] = sheet(built / "skirmish/reference/skirmish-a4.pdf", 330)
        penance("new", str(folder / "starter"), "--layout", "picture_top")
        penance("build", str(folder / "starter"), "--only", "cards", "-o", str(folder / "all"))
        made["design"] = sheet(next((built / "starter" / "cards").glob("*-a4.pdf")), 330)
        made["odds"] = sheet(built / "penance/reference/penance-odds-a4.pdf", 330)
        for title, data in made.items():
            (HERE / f"{title}.png").write_bytes(data)
    text = json.dumps(digests(shown), indent=1, sort_keys=True) + "\n"
    (HERE / "pictures.json").write_text(text, encoding="utf-8")


def digests(shown: Mapping[str, object]) -> dict[str, str]:
    """The hash of each thing that pictures show."""
    return {key: hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest() for key, value in shown.items()}


if __name__ == "__main__":
    main()
