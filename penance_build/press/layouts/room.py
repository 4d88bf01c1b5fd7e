"""A text that has no room in its box: what the box allows, and which smaller size, how many lines or how large a box would do."""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.ir.nodes import LayoutBox
from penance_build.ir.record import replace
from penance_build.press.drawing.lengths import decimal, mm, up_to_a_tenth
from penance_build.press.imposition.trims import SAFE_UM, Trim
from penance_build.press.layouts.setting import STEP, SetText, Type, set_best
from penance_build.press.text.rich_text import Paragraph

# Smaller type than this is proposed to nobody: hundredths of a point. It is what `size:` may be at least.
_SMALLEST = 500


def no_room(box: LayoutBox, paragraphs: tuple[Paragraph, ...], type_: Type, found: SetText, trim: Trim) -> tuple[str, str]:
    """The sentence on a text that does not fit, and the cure, with the figures that would do."""
    size = f"at {decimal(found.size, 2)} points, the smallest size allowed"
    if type_.lines and len(found.lines) > type_.lines and found.right <= 0:
        says = f"its text takes {len(found.lines)} lines {size}, and `lines: {type_.lines}` allows {_counted(type_.lines)}"
    else:
        over, way = max(found.right, found.below), "high" if found.below >= found.right else "wide"
        says = f"its text is {mm(up_to_a_tenth(over), 1)} mm too {way} {size}"
    cures = list(_cures(box, paragraphs, type_, found, trim))
    return says, "; or ".join(["shorten the text", *cures] if cures else ["shorten the text, or give the box more room or smaller sizes"])


def _cures(box: LayoutBox, paragraphs: tuple[Paragraph, ...], type_: Type, found: SetText, trim: Trim) -> Iterator[str]:
    is_turned = dict(box.numbers).get("rotate", 0) in (90, 270)
    inner = (box.height, box.width) if is_turned else (box.width, box.height)
    free, sizes, valign = replace(type_, lines=0), (box.smallest, box.largest), dict(box.styles).get("valign", "middle")
    if type_.lines:
        more = set_best(paragraphs, free, sizes, inner, valign)
        if not more.right and not more.below:
            yield f"`lines: {len(more.lines)}`, for which the box has room"
    if box.smallest > _SMALLEST:
        smaller = set_best(paragraphs, type_, (_SMALLEST, max(box.smallest - STEP, _SMALLEST)), inner, valign)
        if not smaller.right and not smaller.below:
            yield f"`size: {decimal(smaller.size, 2)}..{decimal(max(box.largest, smaller.size), 2)}`"
    if type_.lines == 1 and len(paragraphs) == 1:
        alone = set_best(paragraphs, free, (box.smallest, box.smallest), (10**7, inner[1]), valign)
        larger = (up_to_a_tenth(max(alone.um(line.width) for line in alone.lines)), inner[1])
    elif found.right > 0:
        larger = (up_to_a_tenth(inner[0] + found.right), inner[1])
    else:
        larger = (inner[0], up_to_a_tenth(inner[1] + found.below))
    enough = set_best(paragraphs, type_, sizes, larger, valign)
    lengths = tuple(reversed(larger)) if is_turned else larger
    side = int(lengths[1] != box.height)
    if not enough.right and not enough.below and lengths[side] <= (trim.width_um, trim.height_um)[side] - 2 * SAFE_UM:
        yield f"a box {mm(lengths[side], 1)} mm {('wide', 'high')[side]}"


def _counted(lines: int) -> str:
    return "one" if lines == 1 else str(lines)
