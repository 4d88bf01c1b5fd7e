"""A picture against its place: too coarse, much of it cut off, some of the place left empty. Figures, and what would be enough."""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_INCH, mm
from penance_build.press.pictures.picture import Picture

FEWEST_PPI = 300
# More than this of a picture is not cut off, nor of its place left empty, without a word: in per cent.
MOST_LOST = 20


class Placed(Record):
    """Where all of a picture lies, in micrometres from the corner of its place: what reaches out of it is cut off."""

    left: int
    top: int
    width: int
    height: int


def place(picture: Picture, width: int, height: int, fit: str, focus: tuple[int, int]) -> Placed:
    """The picture in a place of this size: covering it, with the focus kept in sight, or contained in it."""
    is_wider = picture.width * height > width * picture.height
    if is_wider == (fit == "cover"):
        high = height
        wide = -(-picture.width * height // picture.height)
    else:
        wide = width
        high = -(-picture.height * width // picture.width)
    left, top = (_shift(room - length, length, room, at) for room, length, at in ((width, wide, focus[0]), (height, high, focus[1])))
    return Placed(left, top, wide, high)


def _shift(free: int, length: int, room: int, percent: int) -> int:
    """The focus goes to the middle as far as no edge of the place is bare; what has room to spare is moved by the focus."""
    if free >= 0:
        return free * percent // 100
    return max(free, min(0, room // 2 - length * percent // 100))


class Verdict(Record):
    """What is wrong with a picture in its place: its code, a sentence, the cure; ``amount`` says which of two is worse."""

    code: str
    says: str
    cure: str
    amount: int


def judge(picture: Picture, name: str, width: int, height: int, fit: str, bleed: int = 0) -> Iterator[Verdict]:
    """What is wrong with a picture in a place of this size in micrometres, of which so much at each side is bleed."""
    at = place(picture, width, height, fit, (50, 50))
    ppi = picture.width * UM_PER_INCH // max(1, at.width)
    size = f"{mm(width, 1)} by {mm(height, 1)} mm"
    if picture.kind == "image" and ppi < FEWEST_PPI:
        shown = (width, height) if fit == "cover" else (at.width, at.height)
        need = tuple(-(-length * FEWEST_PPI // UM_PER_INCH) for length in shown)
        says = f"{name} has {picture.width} by {picture.height} pixels, which are {ppi} an inch at {size}"
        cure = f"{FEWEST_PPI} an inch need {need[0]} by {need[1]}"
        sides = ((picture.width, width), (picture.height, height))
        suffices = [pixels * UM_PER_INCH >= FEWEST_PPI * (length - 2 * bleed) for pixels, length in sides]
        if bleed and (all if fit == "cover" else any)(suffices):
            cure += f"; it has enough for the card alone: it seems to lack the {mm(bleed, 1)} mm at each side that are cut off"
        yield Verdict("W836", says, cure, FEWEST_PPI - ppi)
    if fit == "cover":
        lost = max(100 - 100 * width // at.width, 100 - 100 * height // at.height)
        side = "width" if at.width - width > at.height - height else "height"
        says = f"{lost} % of the {side} of {name} is cut off in its box of {size}"
    else:
        lost = max(100 - 100 * at.width // width, 100 - 100 * at.height // height)
        side = "width" if width - at.width > height - at.height else "height"
        says = f"{name} leaves {lost} % of the {side} of its box of {size} empty"
    if lost > MOST_LOST:
        unit = "pixels" if picture.kind == "image" else "hundredths of a millimetre"
        cure = f"it is {picture.width} by {picture.height} {unit}: choose a box of that form, or another part by `focus:`"
        yield Verdict("W837", says, cure, lost)
