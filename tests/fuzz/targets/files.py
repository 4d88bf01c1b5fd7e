"""Files that the program reads besides rules: sheets and mappings, profiles, saved games, manifests, entries of the cache."""

# ruff: noqa: E501  (data reads best as one line each)

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from penance_build.api import compile_game, compile_texts
from penance_build.build.disk import manifest
from penance_build.build.disk.output import MARKER
from penance_build.cli.commands.new import files as new_game
from penance_build.cli.errors import Wrong
from penance_build.cli.saved import Kept, read
from penance_build.cli.saved import write as keep
from penance_build.exits.profiles import read_profile
from penance_build.play.table import Table
from penance_build.product import FileRefused
from penance_build.sheets.reading.open import Wanted, open_book
from penance_build.shipped import data_folder
from tests.fuzz import damage
from tests.fuzz.command import penance
from tests.fuzz.target import Case, Target, demand, said_well, write
from tests.layout_support import game, picture
from tests.test_play_terminal import GAME
from tests.test_sheets_reading import packed, seeds

# ---------------------------------------------------------------- sheets

_MAP = b"columns:\n  Name: name\n  Cost: {to: cost, values: {'-': ''}}\n  Text: text\ndeclare:\n  card_attributes:\n    cost: {name: Cost, type: 0..9, shown: cost}\n"  # fmt: skip
_CELLS = ("=1+1", "#REF!", "3-5", "2026-05-03", "1e309", "0x10", "{icon:x}", "*3*", "TRUE", "3.0", "2.5", "art/a.png", "../../etc/passwd")


def _sheet(chance: Random) -> Case:
    name, data = chance.choice(seeds())
    if name.endswith(".xlsx") and chance.random() < 0.7:  # what the sums of the archive would hide
        source = zipfile.ZipFile(io.BytesIO(data))
        parts = {part: source.read(part).decode() for part in source.namelist()}
        for _ in range(chance.randint(1, 2)):
            part = chance.choice(sorted(parts))
            words = parts[part].split('"')
            if chance.random() < 0.5:
                words[chance.randrange(len(words))] = chance.choice(
                    (*damage.NUMBERS, *damage.WORDS[:20], "A1048577", "ZZZZ1", "s", "../x.xml")
                )
            parts[part] = '"'.join(words) if chance.random() < 0.6 else damage.of_text(parts[part], chance, 2)
        data = packed({part: text.encode("utf-8", "replace").decode() for part, text in parts.items()})
    elif name.endswith(".json") and chance.random() < 0.6:
        data = json.dumps(damage.of_data(json.loads(data), chance, 3, (*damage.JUNK, *_CELLS))).encode()
    elif name.endswith(".csv") and chance.random() < 0.6:
        rows = [line.split(",") for line in data.decode().splitlines()]
        for _ in range(chance.randint(1, 4)):
            row = chance.choice(rows)
            row[chance.randrange(len(row))] = chance.choice((*_CELLS, *damage.WORDS))
        data = "\n".join(",".join(row) for row in rows).encode(chance.choice(("utf-8", "utf-8", "utf-16", "cp1252")), "replace")
    else:
        data = damage.of_bytes(data, chance)
    if chance.random() < 0.1:  # another sort under a right name
        data = chance.choice(
            (picture(9, 9), b"%PDF-1.4", b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), b"")
        )
    if chance.random() < 0.1:
        name = chance.choice(("a.csv", "a.json", "a.xlsx", "a.xlsm", "a.tsv", "a.txt"))
    case = {name: data}
    if chance.random() < 0.4:
        case["cards.map.yaml"] = _MAP if chance.random() < 0.3 else damage.of_text(_MAP.decode(), chance).encode("utf-8", "surrogatepass")
    return case


def _imported(case: Case, folder: Path) -> str:
    write(case, folder)
    names = [name for name in case if name != "cards.map.yaml"]
    if not names:
        return "nothing"
    name = names[0]
    book, problems = open_book(name, case[name], Wanted(may_guess=True)) if name.endswith((".csv", ".json", ".xlsx")) else (None, [])
    said_well(problems, {} if book is None else {name: book.lines.text})
    words = ["import", name, "-o", "made"]
    if "cards.map.yaml" in case:
        words += ["--map", "cards.map.yaml"]
    if len(case[name]) % 3 == 0:
        words.append("--stay")
    ran = penance(*words, folder=folder)
    demand(
        (folder / "made").exists() == (ran.code == 0),
        f"exit code {ran.code}, and a game is {'there' if (folder / 'made').exists() else 'not there'}",
    )
    if ran.code:
        return "refused"
    made = compile_game(folder / "made")
    said_well(made.problems, {})
    return "imported" if made.program is not None else "imported, and refused by check"


SHEETS = Target(
    "sheets", "a sheet of any bytes is imported into a game that compiles, or refused with nothing written", _sheet, _imported, seconds=10
)


# ---------------------------------------------------------------- profiles


class _Files:
    def __init__(self, case: Case) -> None:
        self.case = case

    def content(self, name: str) -> bytes:
        if name not in self.case:
            raise FileRefused("is not there", "put it there", is_absent=True)
        return self.case[name]


def _profile(chance: Random) -> Case:
    shipped = chance.choice(sorted(data_folder("profiles").glob("*.yaml")))
    text = damage.of_text(shipped.read_text(encoding="utf-8"), chance, 3)
    if chance.random() < 0.3:
        pairs = (
            "0 px",
            "-1 px",
            "1e9 px",
            "99999999999 px",
            "0 x 0 mm",
            "63.5 x 88.9 mm",
            "1/0 in",
            "63.5 x 88.9",
            "825 x 1125 px",
            "nan px",
        )
        words = text.split(": ")
        at = chance.randrange(1, len(words))
        words[at] = chance.choice(pairs) + words[at][len(words[at].split(",")[0].split("\n")[0].split("}")[0]) :]
        text = ": ".join(words)
    return {"profiles/mine.yaml": text.encode("utf-8", "surrogatepass")}


def _profiled(case: Case, folder: Path) -> str:
    profile, problems = read_profile("mine", _Files(case))
    is_wrong = said_well(problems, {"profiles/mine.yaml": case.get("profiles/mine.yaml", b"").decode("utf-8", "replace")})
    demand((profile is None) == is_wrong, f"{'no profile' if profile is None else 'a profile'} and {len(problems)} problems")
    return "refused" if is_wrong else "read"


PROFILES = Target("profiles", "a profile of any text is read, or refused with a place", _profile, _profiled, seconds=3)


# ---------------------------------------------------------------- saved games


@cache
def _table() -> Table:
    program = compile_texts({"game.yaml": GAME}).program
    assert program is not None
    return Table(program)


def _saved(chance: Random) -> Case:
    table = _table()
    setup = table.setup(None)
    state = table.new_game(setup, ["slow", "fast"], chance.randrange(99))
    for _ in range(chance.randrange(5)):
        if state["pending"]:
            state, _ = table.apply(state, chance.choice(table.legal(state)))
    folder = Path(mkdtemp(prefix="fuzz-save-"))
    try:
        keep(str(folder / "game.json"), Kept(setup.id, ("-", "fool"), ("slow", "fast"), 3, state))
        data = (folder / "game.json").read_bytes()
    finally:
        shutil.rmtree(folder)
    match chance.randrange(10):
        case 0:  # as it was kept, but for who sits where
            data = json.dumps({**json.loads(data), "seats": chance.choice((["sage", "-"], ["-", "-"], ["fool", "fool"]))}).encode()
        case 1 | 2 | 3:
            data = damage.of_bytes(data, chance, 3)
        case _:
            data = json.dumps(damage.of_data(json.loads(data), chance, 2)).encode()
    return {"game.json": data}


def _resumed(case: Case, folder: Path) -> str:
    write(case, folder)
    path, table = folder / "game.json", _table()
    try:
        kept = read(str(path), table)
    except Wrong as wrong:
        message = str(wrong)
        demand(message.startswith(str(path)) and "\n" not in message and len(message) - len(str(path)) < 250, f"a refusal says {message!r}")
        return "refused"
    if kept.state["pending"]:
        table.apply(kept.state, table.legal(kept.state)[0])
    return "resumed"


SAVES = Target("saves", "a saved game of any bytes can be gone on with, or is refused in one sentence", _saved, _resumed, seconds=5)


# ---------------------------------------------------------------- builds that lie there


@cache
def _built() -> Path:
    """A small game with what was built of it; a copy is damaged each time."""
    folder = Path(mkdtemp(prefix="fuzz-built-"))
    write({f"game/{name}": text.encode() for name, text in new_game("lamps").items()}, folder)
    ran = penance("build", "game", "-o", "out", "--only", "engine,report,data", folder=folder)
    demand(ran.code == 0, ran.err)
    return folder


def _tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _build_there(chance: Random) -> Case:
    built = _tree(_built() / "out" / "lamps")
    name = manifest.NAME if chance.random() < 0.7 else chance.choice(sorted(built))
    data = built[name]
    if name == manifest.NAME and chance.random() < 0.7:
        junk = (
            *damage.JUNK,
            "../../game/game.yaml",
            "/etc/passwd",
            "",
            "engine",
            float("inf"),
            float("nan"),
            -1,
            10**40,
            "a\x00b",
            ".",
            "engine/",
        )
        data = json.dumps(damage.of_data(json.loads(data), chance, 2, junk)).encode()
    else:
        data = damage.of_bytes(data, chance)
    return {name: data, "mine.txt": b"mine"}


def _is_said_alike(data: bytes | None, other: bytes) -> bool:
    try:
        return data is not None and bool(json.loads(data) == json.loads(other))
    except (ValueError, RecursionError):
        return False


def _rebuilt(case: Case, folder: Path) -> str:
    shutil.copytree(_built(), folder, dirs_exist_ok=True)
    target = folder / "out" / "lamps"
    expected = {**_tree(target), "mine.txt": b"mine"}
    rules = _tree(folder / "game")
    write(case, target)
    before = _tree(target)
    ran = penance("build", "game", "-o", "out", "--only", "engine,report,data", folder=folder)
    demand(_tree(folder / "game") == rules, "a build changed the rules")
    after = _tree(target)
    if ran.code:
        demand(after == before, f"exit code {ran.code}, and the last build was changed")
        return "refused"
    for name in ("mine.txt",) if "mine.txt" in case else ():
        demand(after.get(name) == b"mine", "a file that is not ours is gone")
    expected.pop(MARKER)  # that it lies there is all that is asked of it
    if _is_said_alike(case.get(manifest.NAME), expected[manifest.NAME]):
        expected.pop(manifest.NAME)  # how it is spaced is no damage
    wrong = [name for name in expected if name in after and after[name] != expected[name]]
    wrong += [name for name in expected if name not in after and (name != "mine.txt" or "mine.txt" in case)]
    demand(not wrong, f"after the build these are wrong: {wrong}")
    return "built anew"


BUILDS = Target(
    "builds", "over a build that was damaged a whole one is built, and nothing else is touched", _build_there, _rebuilt, seconds=10
)


@cache
def _cached() -> tuple[Path, dict[str, bytes]]:
    """A game with cards and an icon, the entries of its cache, and what is built of it."""
    folder = Path(mkdtemp(prefix="fuzz-cached-"))
    boxes = "a: {at: [5, 5, 40, 40], image: art/a.png}\nb: {at: [5, 50, 50, 8], show: name}"
    write({f"game/{name}": text.encode() for name, text in game(boxes).items()} | {"game/art/a.png": picture(400, 400)}, folder)
    return folder, _with_cache(folder)


def _with_cache(folder: Path) -> dict[str, bytes]:
    os.environ["PENANCE_CACHE"] = str(folder / "cache")
    try:
        shutil.rmtree(folder / "out", ignore_errors=True)
        ran = penance("build", "game", "-o", "out", "--only", "cards", folder=folder)
    finally:
        os.environ["PENANCE_CACHE"] = "off"
    demand(ran.code == 0, ran.err)
    return _tree(folder / "out")


def _entry(chance: Random) -> Case:
    folder, _ = _cached()
    entries = _tree(folder / "cache")
    names = sorted(entries)
    case = {}
    for name in chance.sample(names, min(len(names), chance.randint(1, 3))):
        case[name] = entries[chance.choice(names)] if chance.random() < 0.2 else damage.of_bytes(entries[name], chance, 2)
    return case


def _uncached(case: Case, folder: Path) -> str:
    source, expected = _cached()
    for name in ("game", "cache"):
        shutil.copytree(source / name, folder / name)
    write(case, folder / "cache")
    demand(_with_cache(folder) == expected, "another build comes out of a damaged cache")
    return "the same"


CACHE = Target(
    "cache", "entries of the cache that were damaged change no product", _entry, _uncached, seconds=15, megabytes=400, is_slow=True
)
