"""Whether everything that stands on the sheet of a die has room there: no part leaves the sheet or runs into another."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir.nodes import Die
from penance_build.press.dice.spec import DieSpec, number_box
from penance_build.press.drawing.lengths import mm
from penance_build.press.text.layout import Box, LaidOut

# The parts of the template by id, and the words for them. The border stands this far from the edge of the paper.
PARTS = {
    "head": "name and purpose",
    "net": "net",
    "face": "enlarged face",
    "view": "view and colours",
    "table": "table of faces",
    "notes": "notes",
    "block": "title block",
}
PLAIN_PARTS = {"head": "name and purpose", "edition": "game and version", "left": "faces", "right": "net", "ruler": "ruler"}
BORDER_UM = 5_000
_TOUCH_UM = 50


def unfit(spec: DieSpec, laid: LaidOut, paper: tuple[int, int], span: Span) -> list[Problem]:
    """The problems of a maker's sheet on paper of this width and height in micrometres."""
    wide = [f"the number {number} of {spec.die.name} is wider than its face" for number in _wide_numbers(spec)]
    return no_room(spec.die, laid, paper, span, PARTS, wide)


def no_room(die: Die, laid: LaidOut, paper: tuple[int, int], span: Span, parts: Mapping[str, str], found: list[str]) -> list[Problem]:
    """The problems ``found`` already, and those of parts of a sheet that leave it or run into one another."""
    boxes = {name: laid.boxes[name] for name in parts}
    out = [name for name, box in boxes.items() if _leaves(box, paper)]
    found += [f"on the sheet of {die.name} there is no room: {parts[name]} would leave the paper" for name in out]
    for one, other in combinations(parts, 2):
        deep = _overlap(boxes[one], boxes[other])
        if deep > _TOUCH_UM and one not in out and other not in out:
            found.append(f"on the sheet of {die.name} there is no room: {parts[one]} and {parts[other]} overlap by {mm(deep, 1)} mm")
    if laid.pages != 1 and not found:
        found.append(f"the sheet of {die.name} takes {laid.pages} pages")
    hint = "shorten its name and texts, or give it another size"
    return [Problem("E823", message, span, hint=hint, entity=("die", die.id)) for message in found]


def _wide_numbers(spec: DieSpec) -> list[int]:
    numbers = {side.number for side in spec.sides if side.number is not None}
    return sorted(number for number in numbers if number_box(spec.edge, number)[0] < spec.edge - number_box(spec.edge, number)[2])


def _leaves(box: Box, paper: tuple[int, int]) -> bool:
    left, top, right, bottom = box
    return left < BORDER_UM or top < BORDER_UM or right > paper[0] - BORDER_UM or bottom > paper[1] - BORDER_UM


def _overlap(one: Box, other: Box) -> int:
    """How far two boxes lie in each other, the shorter way; 0 or less where they do not."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, down)
