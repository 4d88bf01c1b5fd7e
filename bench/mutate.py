"""A mutation score of `penance check`: mistakes are planted in copies of the shipped rules, one at a time, and those it finds are counted.

`python bench/mutate.py` (`make mutate`) prints a table; `--each` says how many of each kind are planted in each game, `--seed` which,
`--game` in which game alone, `--missed` prints every mistake that was not found. A mistake is caught when `check`, with claims and
examples, says anything of the copy that it does not say of the rules; it is caught at the right line when one of these problems, or a
second place of it, stands on the line of the mistake. What takes more than ten seconds of the processor is stopped, and not caught.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from penance_build.build.judging.judged import judge  # noqa: E402
from penance_build.compilation import Compilation  # noqa: E402
from penance_build.compile import compile_texts  # noqa: E402
from penance_build.diagnostics.problem import Problem, Span  # noqa: E402
from penance_build.source import read_texts  # noqa: E402
from penance_build.source.tree import SourceFile  # noqa: E402

GAMES: Final = ("penance", "aethelgard", "skirmish")
SECONDS: Final = 10

STATED: Final = "number of a source"
OWN: Final = "other number"
FORMULA: Final = "number within a formula"
BOUND: Final = "bound of a type"
DEFAULT: Final = "default of an input"
KEY: Final = "misspelt key"
NAME: Final = "misspelt reference or member"
UNIT: Final = "swapped unit"
GAP: Final = "gap in a table"
OVERLAP: Final = "overlap in a table"
COPY: Final = "dropped copy of a deck"
BRANCH: Final = "swapped branches"
ZONE: Final = "wrong zone"
SIGN: Final = "sign"
COMPARED: Final = "bound of a comparison"
NUMBERS: Final = (STATED, OWN, FORMULA, BOUND, DEFAULT)
KINDS: Final = (STATED, OWN, FORMULA, BOUND, DEFAULT, KEY, NAME, UNIT, GAP, OVERLAP, COPY, BRANCH, ZONE, SIGN, COMPARED)

# Where nothing is planted, and why; numbers and words that change what is drawn or how a program plays change no rule.
UNCOUNTED: Final = {"theme": "colours and fonts", "icons": "paths of drawings", "bots": "scores of bots"}
LEFT_OUT: Final = {"game": "version and language of the game"}
DRAWN: Final = {"print": "sizes of dice that are drawn", "map": "a map that is drawn with letters", "legend": "the letters of a map"}
# The second witnesses and what is only read: words of theirs may be misspelt, but a number of them is not a number of the rules.
READ: Final = frozenset({"claims", "examples", "rulings", "sources", "reference", "wording"})

_PROSE: Final = frozenset(
    "name plural text label note question readings decision reason prompt title short subtitle lines say also says up down expect "
    "book_says why version cause flavor heading footer caption columns".split()
)
_NUMBER: Final = re.compile(r"(?<![A-Za-z_0-9#/])[0-9]+(?![A-Za-z_0-9%/])")
_WORD: Final = re.compile(r"(?<![A-Za-z_0-9])[a-z][a-z_0-9]{2,}(?![A-Za-z_0-9])")
_HOLE: Final = re.compile(r"\{(?!icon:)([^{}|*:]+)\}")
_RANGE: Final = re.compile(r"(-?[0-9]+)?\.\.(-?[0-9]+)?$")
_SIGNED: Final = re.compile(r"(?<= )[+-](?= )|(?<![\w) ])-(?=[\w(])|(?<=[:,(] )-(?=[\w(])|\b(?:harder|easier)\b")
_COMPARED: Final = re.compile(r"<=|>=|(?<= )[<>](?= )")
_IF: Final = re.compile(r"if (?:(?!\bthen\b|\bif\b).)+ then ((?:(?!\belse\b|\bif\b)[^(),])+) else ([^(),]+)$")
_DATUM: Final = re.compile(r"(harder |easier )?-?[0-9]+|(-?[0-9]+)?\.\.(-?[0-9]+)?")


class Mutant(Struct, frozen=True):
    """One mistake: in the texts of a game, characters of one file that become others; ``edits`` are offset, end and text, in order."""

    game: str
    kind: str
    file: str
    edits: tuple[tuple[int, int, str], ...]

    def planted(self, text: str) -> str:
        """The text with the mistake in it."""
        for start, end, new in reversed(self.edits):
            text = text[:start] + new + text[end:]
        return text

    def lines(self, text: str) -> set[int]:
        """The lines on which it stands, from 1; of a line that is left out, those that are neighbours then."""
        found = {text.count("\n", 0, start) + 1 for start, _, _ in self.edits}
        is_line = any(not new and text[start:end].endswith("\n") for start, end, new in self.edits)
        return found | {line - 1 for line in found} if is_line else found


class Spot(Struct, frozen=True):
    """One entry of a map or item of a list: where it stands, and what lies above it."""

    file: SourceFile
    container: Any
    key: str | int
    path: tuple[str | int, ...]
    above: tuple[Any, ...]

    @property
    def value(self) -> Any:
        return self.container[self.key]

    @property
    def section(self) -> str:
        return str(self.path[0])

    @property
    def is_prose(self) -> bool:
        return any(part in _PROSE for part in self.path[2:])

    @property
    def is_sourced(self) -> bool:
        return any(isinstance(item, dict) and "source" in item for item in self.above)

    @property
    def type_of(self) -> bool:
        """Whether the value is a type: how far an input, a result, a counter or a list may go."""
        return self.key in ("type", "of", "size") or (len(self.path) > 2 and self.path[-2] in ("inputs", "outputs", "results", "layers"))


class Vocabulary(Struct, frozen=True):
    """What the words of a game are: how often each is written, its units and zones, and the keys of the language."""

    count: Mapping[str, int]
    units: tuple[str, ...]
    zones: tuple[str, ...]
    keys: frozenset[str]


def texts_of(game: str) -> dict[str, str]:
    """The texts of a shipped game by the names of their files."""
    folder = ROOT / "rules" / game
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml"))}


def sites(game: str, texts: Mapping[str, str]) -> list[Mutant]:
    """Every place at which a mistake can be planted; of the two ways of a number or sign, both."""
    source, _ = read_texts(texts)
    spots = [spot for file in source.files for spot in _spots(file)]
    words = _vocabulary(source.files, texts)
    found: dict[tuple[str, tuple[tuple[int, int, str], ...]], Mutant] = {}
    for spot in spots:
        for kind, edits in _of_spot(spot, words):
            mutant = Mutant(game, kind, spot.file.name, tuple(sorted(edits)))
            if edits and mutant.planted(spot.file.text) != spot.file.text:
                found.setdefault((spot.file.name, mutant.edits), mutant)
    return list(found.values())


def left_out(texts: Mapping[str, str]) -> Counter[str]:
    """How many numbers are left out for each reason, bots' scores and drawings not counted."""
    source, _ = read_texts(texts)
    found: Counter[str] = Counter()
    for file in source.files:
        for section, reason in LEFT_OUT.items():
            for value in file.root.get(section, {}).values():
                found[reason] += len(_NUMBER.findall(str(value)))
    return found


def _spots(file: SourceFile) -> Iterator[Spot]:
    def walk(container: Any, path: tuple[str | int, ...], above: tuple[Any, ...]) -> Iterator[Spot]:
        for key in container if isinstance(container, dict) else range(len(container)):
            here = Spot(file, container, key, (*path, key), (*above, container))
            if here.section in UNCOUNTED or here.section in LEFT_OUT or key in DRAWN:
                continue
            yield here
            if isinstance(here.value, (dict, list)):
                yield from walk(here.value, here.path, here.above)

    return walk(file.root, (), ())


def _vocabulary(files: tuple[SourceFile, ...], texts: Mapping[str, str]) -> Vocabulary:
    count = Counter(word for text in texts.values() for word in _WORD.findall(text))
    keys: set[str] = set()
    for path in (ROOT / "schemas").glob("*.json"):
        _properties(json.loads(path.read_text(encoding="utf-8")), keys)
    named = {part: tuple(key for file in files for key in file.root.get(part, {})) for part in ("units", "zones")}
    return Vocabulary(count, named["units"], named["zones"], frozenset(keys))


def _properties(node: Any, keys: set[str]) -> None:
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            keys.update(node["properties"])
        for item in node.values():
            _properties(item, keys)
    elif isinstance(node, list):
        for item in node:
            _properties(item, keys)


Edits = list[tuple[int, int, str]]


def _of_spot(spot: Spot, words: Vocabulary) -> Iterator[tuple[str, Edits]]:
    yield from _keys(spot, words)
    value = spot.value
    if isinstance(value, dict):
        yield from _branches(spot)
    elif not isinstance(value, (bool, list)):
        written = str(value)
        yield from _names(spot, written, words)
        if spot.section not in READ and not spot.is_prose and spot.key not in ("source", "ruling"):
            yield from _values(spot, written, words)
    if spot.section not in READ and len(spot.path) > 3 and spot.path[-2] == "rows" and spot.section == "tables":
        yield from _rows(spot)


def _keys(spot: Spot, words: Vocabulary) -> Iterator[tuple[str, Edits]]:
    """Keys of the language; keys that name something only where the name is written elsewhere too."""
    key = spot.key
    if not isinstance(key, str) or len(key) < 3 or not _WORD.fullmatch(key):
        return
    start, end = _offsets(spot.file, spot.file.positions.key(spot.container, key))
    if spot.file.text[start:end] == key:
        if key in words.keys:
            yield KEY, [(start, end, _misspelt(key))]
        elif words.count[key] > 1 and len(spot.path) > 2:
            yield NAME, [(start, end, _misspelt(key))]


def _names(spot: Spot, written: str, words: Vocabulary) -> Iterator[tuple[str, Edits]]:
    """Words of values, and in texts those between braces."""
    spans = [match.span(1) for match in _HOLE.finditer(written)] if spot.is_prose or '"' in written else [(0, len(written))]
    if spot.key in ("let", "list", "each", "roll", "id") or spot.section == "sources":
        return  # these give a name
    for start, end in spans:
        for match in _WORD.finditer(written, start, end):
            if words.count[match.group()] > 1:
                yield NAME, [_inside(spot, *match.span(), _misspelt(match.group()))]


def _values(spot: Spot, written: str, words: Vocabulary) -> Iterator[tuple[str, Edits]]:
    if spot.section in ("decks", "card_sets") and "cards" in spot.path[:-1]:
        yield COPY, [_fewer(spot, int(written))] if written.isdigit() else []
        return
    is_cell = spot.section == "tables" and _has_one_row(spot) and spot.key in _inputs(spot)
    if is_cell and (match := _RANGE.match(written)):
        yield from _range(spot, match)
    else:
        is_datum = _DATUM.fullmatch(written)
        stated = FORMULA if not is_datum else STATED if spot.is_sourced else OWN
        kind = BOUND if spot.type_of else DEFAULT if spot.key == "default" else stated
        for match in _NUMBER.finditer(written):
            number = int(match.group())
            yield kind, [_inside(spot, *match.span(), str(number + 1))]
            if number:
                yield kind, [_inside(spot, *match.span(), str(number - 1))]
    for start, end, name in _typed_units(spot, written, words.units):
        for other in words.units:
            if other != name:
                yield UNIT, [_inside(spot, start, end, other)]
    for match in re.finditer(r"(?<=\.)[a-z_]+\b", written):
        if match.group() in words.zones:
            for other in words.zones:
                if other != match.group():
                    yield ZONE, [_inside(spot, *match.span(), other)]
    for match in _SIGNED.finditer(written):
        other = {"+": "-", "harder": "easier", "easier": "harder"}.get(match.group(), "+" if written[match.end()] == " " else "")
        yield SIGN, [_inside(spot, *match.span(), other)]
    if match := _IF.search(written):
        yield BRANCH, [_inside(spot, *match.span(1), match.group(2)), _inside(spot, *match.span(2), match.group(1))]
    for match in _COMPARED.finditer(written):
        other = {"<=": "<", ">=": ">", "<": "<=", ">": ">="}[match.group()]
        yield COMPARED, [_inside(spot, *match.span(), other)]


def _typed_units(spot: Spot, written: str, units: tuple[str, ...]) -> Iterator[tuple[int, int, str]]:
    last = written.rsplit(" ", 1)[-1]
    if last in units and (spot.key == "unit" or (spot.type_of and " " in written)):
        yield len(written) - len(last), len(written), last


def _table(spot: Spot) -> dict[str, Any]:
    table: dict[str, Any] = spot.above[2] if len(spot.above) > 2 else {}
    return table


def _has_one_row(spot: Spot) -> bool:
    return "rows" in spot.path and _table(spot).get("hit") == "unique"


def _inputs(spot: Spot) -> dict[str, Any]:
    inputs: dict[str, Any] = _table(spot).get("inputs", {})
    return inputs


def _range(spot: Spot, match: re.Match[str]) -> Iterator[tuple[str, Edits]]:
    """The ends of a range of a cell, each one further in, and one further out."""
    for group, inwards in ((1, 1), (2, -1)):
        if match.group(group) is not None:
            end = int(match.group(group))
            yield GAP, [_inside(spot, *match.span(group), str(end + inwards))]
            yield OVERLAP, [_inside(spot, *match.span(group), str(end - inwards))]


def _rows(spot: Spot) -> Iterator[tuple[str, Edits]]:
    """A row of one line that is left out, or written twice; only of tables that have one row for everything."""
    if _has_one_row(spot):
        text = spot.file.text
        at = spot.file.positions.of(spot.value)
        start, end = _offsets(spot.file, at)
        begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end) + 1
        if stop and text[begin:start].strip() == "-" and text[end:stop].strip() == "":
            yield GAP, [(begin, stop, "")]
            yield OVERLAP, [(begin, begin, text[begin:stop])]


def _branches(spot: Spot) -> Iterator[tuple[str, Edits]]:
    value = spot.value
    if spot.section in READ:
        return
    if "then" in value and "else" in value and value["then"] != value["else"]:
        yield BRANCH, _exchanged(spot, "then", "else")
    if spot.key == "cases":
        for one, two in pairwise(value):
            if value[one] != value[two]:
                yield BRANCH, _exchanged(spot, one, two)


def _exchanged(spot: Spot, one: str, two: str) -> Edits:
    """Two keys of the map at a spot, each in the place of the other."""
    first, second = (_offsets(spot.file, spot.file.positions.key(spot.value, key)) for key in (one, two))
    return [(*first, two), (*second, one)]


def _fewer(spot: Spot, copies: int) -> tuple[int, int, str]:
    """One copy less; the last one goes with its entry."""
    text, positions = spot.file.text, spot.file.positions
    start, end = _offsets(spot.file, positions.value(spot.container, spot.key))
    if copies > 1:
        return start, end, str(copies - 1)
    start = _offsets(spot.file, positions.key(spot.container, spot.key))[0]
    if text[end : end + 1] == ",":
        return start, end + len(", "), ""
    if text[start - 2 : start] == ", ":
        return start - 2, end, ""
    return text.rfind("\n", 0, start) + 1, text.find("\n", end) + 1, ""


def _misspelt(word: str) -> str:
    """Two neighbours changed round; where all are alike, one left out."""
    for index in range(len(word) // 2, len(word)):
        if word[index - 1] != word[index]:
            return f"{word[: index - 1]}{word[index]}{word[index - 1]}{word[index + 1 :]}"
    return word[:-1]


def _inside(spot: Spot, start: int, end: int, new: str) -> tuple[int, int, str]:
    return (*_offsets(spot.file, spot.file.positions.inside(spot.container, spot.key, start, end)), new)


def _offsets(file: SourceFile, span: Span) -> tuple[int, int]:
    lines = file.text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    return starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1


def sampled(mutants: list[Mutant], each: int, seed: int) -> list[Mutant]:
    """``each`` of every kind of a game, in turn from every file that has some."""
    chance = random.Random(seed)
    found: list[Mutant] = []
    for kind in KINDS:
        files: dict[str, list[Mutant]] = {}
        for mutant in mutants:
            if mutant.kind == kind:
                files.setdefault(mutant.file, []).append(mutant)
        piles = [chance.sample(pile, len(pile)) for _, pile in sorted(files.items())]
        chance.shuffle(piles)
        chosen = [pile[turn] for turn in range(max(map(len, piles), default=0)) for pile in piles if turn < len(pile)]
        found += chosen[:each]
    return found


class Tried(Struct, frozen=True):
    """What became of a mistake; ``problems`` are new ones, and ``stopped`` says why there is no verdict."""

    mutant: Mutant
    problems: tuple[Problem, ...] = ()
    is_placed: bool = False
    stopped: str = ""

    @property
    def is_caught(self) -> bool:
        return bool(self.problems)


class _OutOfTime(BaseException):
    pass


def _ring(_signal: int, _frame: object) -> None:
    raise _OutOfTime


def tried(game: str, each: int, seed: int) -> Iterator[Tried]:
    """Every sampled mistake of a game with what `check` says of it."""
    texts = texts_of(game)
    clean = compile_texts(texts, {}, True, None)
    before = set(map(_said, _all_problems(clean)))
    for mutant in sampled(sites(game, texts), each, seed):
        yield _tried(mutant, texts, clean, before)


def _tried(mutant: Mutant, texts: Mapping[str, str], clean: Compilation, before: set[object]) -> Tried:
    changed = {**texts, mutant.file: mutant.planted(texts[mutant.file])}
    usual = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        found = tuple(item for item in _all_problems(compile_texts(changed, {}, True, clean)) if _said(item) not in before)
    except _OutOfTime:
        return Tried(mutant, stopped=f"more than {SECONDS} seconds")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, usual)
    lines = mutant.lines(texts[mutant.file])
    places = (place for item in found for place in (item.span, *(second for second, _ in item.related)))
    return Tried(mutant, found, any(_is_at(place, mutant.file, lines) for place in places))


def _all_problems(compilation: Compilation) -> list[Problem]:
    has_proofs = compilation.covered.get("claim") or compilation.covered.get("example")
    return [*compilation.problems, *(judge(compilation) if has_proofs else ())]


def _said(problem: Problem) -> object:
    return problem.code, problem.message, problem.span.file


def _is_at(span: Span, file: str, lines: set[int]) -> bool:
    return span.file == file and any(span.line <= line <= span.end_line for line in lines)


def table(results: list[Tried]) -> list[str]:
    """Lines of a table of Markdown: for each game and kind how many were planted, caught, and caught at the right line."""
    rows = ["| game | kind | planted | caught | at the right line | share |", "|---|---|---|---|---|---|"]
    for game in [*GAMES, "all"]:
        for kind in [*KINDS, "all"]:
            some = [item for item in results if game in (item.mutant.game, "all") and kind in (item.mutant.kind, "all")]
            if some:
                caught, placed = sum(item.is_caught for item in some), sum(item.is_placed for item in some)
                rows.append(f"| {game} | {kind} | {len(some)} | {caught} | {placed} | {100 * caught // len(some)} % |")
    return rows


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--each", type=int, default=30, help="how many of each kind in each game (30)")
    asked.add_argument("--seed", type=int, default=1, help="which of them (1)")
    asked.add_argument("--game", choices=GAMES, action="append", help="in this game alone")
    asked.add_argument("--missed", action="store_true", help="print what was not caught, or not at its line")
    asked = asked.parse_args()
    results = [item for game in asked.game or GAMES for item in tried(game, asked.each, asked.seed)]
    print("\n".join(table(results)))
    for game in asked.game or GAMES:
        print("left out of", game, dict(left_out(texts_of(game))))
    for item in results:
        if item.stopped or (asked.missed and not item.is_placed):
            print(_missed(item))
    return 0


def _missed(item: Tried) -> str:
    mutant, old = item.mutant, texts_of(item.mutant.game)[item.mutant.file]
    line = min(mutant.lines(old))
    changes = "; ".join(f"{old[start:end].strip()!r} -> {new.strip()!r}" for start, end, new in mutant.edits)
    said = item.stopped or ", ".join(sorted({f"{p.code} {p.span.file}:{p.span.line}" for p in item.problems})[:3]) or "nothing"
    return f"{mutant.kind}: rules/{mutant.game}/{mutant.file}:{line}: {changes}: {said}\n    {old.splitlines()[line - 1].strip()}"


if __name__ == "__main__":
    sys.exit(main())
