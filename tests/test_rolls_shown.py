"""How Aethelgard's document shows a roll, line by line, and how the rules tell it: the shape and the numbers are the document's.

The shapes are written here from the document's four samples (section VIII); the words of a scene are free.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.ir.interpret.dice import Scripted
from penance_build.ir.interpret.run import run
from penance_build.ir.interpret.state import Record
from penance_build.ir.nodes import Example, Program

HEAD = (
    r"> [A-Z].+ \((?P<pool>[A-Z][A-Za-z ]+) Pool: (?P<dice>\d+)d10\)\.\.\.",
    r"  Roll: \[(?P<faces>\d+(?:, \d+)*)\]",
    r"  → (?P<successes>\d+) Success(?:es)?, (?P<botches>\d+) Botch(?:es)?",
)
NET = r"  Result: (?P<net>\d+) Net Success(?:es)?"
SENTENCE = r"  [A-Z].+[.!]"
SHAPES = {
    "servitor_hit": (*HEAD, NET, SENTENCE),
    "terminal_resists": (*HEAD, NET, SENTENCE),
    "warden_opened": (*HEAD, NET, "", r"  \*\*\* CRITICAL SUCCESS! \*\*\*", SENTENCE, "", SENTENCE),
    "cognitive_glitch": (*HEAD, r"  Result: FUMBLE", "", r"  \[!\] COGNITIVE GLITCH \[!\]", SENTENCE, "", SENTENCE),
}
# Pool and faces, successes and botches, net: as the samples print them.
NUMBERS = {
    "servitor_hit": ("Accuracy", "5", "9, 8, 5, 2, 1", "2", "1", "1"),
    "terminal_resists": ("System Bypass", "4", "7, 5, 3, 2", "0", "0", "0"),
    "warden_opened": ("Accuracy", "12", "10, 10, 9, 9, 8, 8, 7, 6, 4, 3, 2, 1", "6", "1", "5"),
    "cognitive_glitch": ("System Bypass", "3", "1, 1, 4", "0", "2", None),
}


@pytest.fixture(scope="module")
def aethelgard(root: Path) -> Program:
    program = compile_game(root / "rules" / "aethelgard", every_option=False).program
    assert program is not None
    return program


def replayed(program: Program, name: str) -> tuple[Example, tuple[str | Record, ...]]:
    example = next(item for item in program.proved.examples if item.id == name)
    return example, run(program, example.procedure, dict(example.inputs), Scripted(dict(example.dice))).told


@pytest.mark.parametrize("name", SHAPES)
def test_a_roll_is_shown_in_the_document_s_shape(aethelgard: Program, name: str) -> None:
    example, told = replayed(aethelgard, name)
    lines = [line for line in told if isinstance(line, str)]
    assert tuple(lines) == example.tells
    found: dict[str, str] = {}
    assert len(lines) == len(SHAPES[name])
    for line, shape in zip(lines, SHAPES[name], strict=True):
        match = re.fullmatch(shape, line)
        assert match is not None, (shape, line)
        found |= match.groupdict()
    assert tuple(found.get(key) for key in ("pool", "dice", "faces", "successes", "botches", "net")) == NUMBERS[name]


@pytest.mark.parametrize("name", SHAPES)
def test_a_roll_gives_the_document_s_result_object(aethelgard: Program, name: str) -> None:
    _, told = replayed(aethelgard, name)
    records = [item for item in told if isinstance(item, Record)]
    _, _, faces, successes, botches, net = NUMBERS[name]
    assert [record.name for record in records] == ["dice_result"]
    assert dict(records[0].fields) == {
        "individual_rolls": [int(face) for face in str(faces).split(", ")],
        "total_successes": int(str(successes)),
        "total_botches": int(str(botches)),
        "net_successes": int(net or 0),
        "is_critical_success": name == "warden_opened",
        "is_fumble": name == "cognitive_glitch",
    }
