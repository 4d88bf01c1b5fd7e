"""Whether everything that stands on the sheet of a die has room there: no part leaves the sheet or runs into another."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from penance_build.ir.nodes import Die
from penance_build.ir.record import Record
from penance_build.press.dice.spec import DieSpec, number_box
from penance_build.press.drawing.border import OUTER_UM
from penance_build.press.drawing.lengths import css_mm, mm
from penance_build.press.imposition.papers import Paper
from penance_build.press.text.layout import Box, LaidOut

# The parts of the template by id, and the words for them.
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
_TOUCH_UM = 50


class Lying(Record):
    """A paper that lies on its long side; ``border`` is how far the line around the sheet stands from its edge."""

    name: str
    width: int
    height: int
    border: int

    @property
    def inset(self) -> int:
        """How much further in everything stands than where the margin is narrow."""
        return self.border - OUTER_UM

    @property
    def inner_width(self) -> int:
        """The width of what lies within the inset."""
        return self.width - 2 * self.inset

    @property
    def style(self) -> str:
        """What lies within the inset, as an inline style."""
        inner = css_mm(self.inner_width), css_mm(self.height - 2 * self.inset)
        return f"position:absolute;left:{css_mm(self.inset)};top:{css_mm(self.inset)};width:{inner[0]};height:{inner[1]}"


def lying(paper: Paper) -> Lying:
    """The sheet of a die on a paper: the line around it stays inside the margin."""
    return Lying(paper.name, paper.height_um, paper.width_um, max(OUTER_UM, paper.margin_um))


def unfit(spec: DieSpec, laid: LaidOut, sheet: Lying) -> list[str]:
    """What has no room on a maker's sheet, each as a sentence."""
    wide = [f"the number {number} of {spec.die.name} is wider than its face" for number in _wide_numbers(spec)]
    return [*wide, *no_room(spec.die, laid, sheet, PARTS)]


def no_room(die: Die, laid: LaidOut, sheet: Lying, parts: Mapping[str, str]) -> list[str]:
    """What of the parts of a sheet leaves it or runs into another, each as a sentence."""
    boxes = {name: laid.boxes[name] for name in parts}
    out = [name for name, box in boxes.items() if _leaves(box, sheet)]
    found = [f"on the sheet of {die.name} there is no room: {parts[name]} would leave the paper" for name in out]
    for one, other in combinations(parts, 2):
        deep = _overlap(boxes[one], boxes[other])
        if deep > _TOUCH_UM and one not in out and other not in out:
            found.append(f"on the sheet of {die.name} there is no room: {parts[one]} and {parts[other]} overlap by {mm(deep, 1)} mm")
    if laid.pages != 1 and not found:
        found.append(f"the sheet of {die.name} takes {laid.pages} pages")
    return found


def _wide_numbers(spec: DieSpec) -> list[int]:
    numbers = {side.number for side in spec.sides if side.number is not None}
    return sorted(number for number in numbers if number_box(spec.edge, number)[0] < spec.edge - number_box(spec.edge, number)[2])


def _leaves(box: Box, sheet: Lying) -> bool:
    left, top, right, bottom = box
    return left < sheet.border or top < sheet.border or right > sheet.width - sheet.border or bottom > sheet.height - sheet.border


def _overlap(one: Box, other: Box) -> int:
    """How far two boxes lie in each other, the shorter way; 0 or less where they do not."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, down)
