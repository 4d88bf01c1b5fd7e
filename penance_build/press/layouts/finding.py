"""What is wrong with a face of a game's own: text that leaves its room, text on text, pictures that do not do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import mm
from penance_build.press.imposition.trims import SAFE_UM, Trim
from penance_build.press.pictures.judged import Verdict
from penance_build.press.pictures.picture import Fault
from penance_build.press.templated.spots import Spot

# Ink of two texts that meets by less than this is not seen.
_MANY = 8
_TOUCH_UM = 150


class Finding(Record):
    """One thing that is wrong: its code, the box ("" for the ground), a sentence, and the cure; ``amount`` says which of two is worse.

    ``file`` is the picture that does not suit its place, of which there may be many in one box; ``at`` is where it stands in a file that
    the box names.
    """

    code: str
    box: str
    says: str
    cure: str = ""
    amount: int = 0
    file: str = ""
    at: Spot | None = None


class Ink(Record):
    """Where a line of text has ink, in micrometres from the corner of the trim."""

    box: str
    left: int
    top: int
    right: int
    bottom: int


def unsuited(box: str, name: str, verdicts: Iterable[Verdict]) -> Iterator[Finding]:
    """A picture that does not suit its place."""
    for verdict in verdicts:
        yield Finding(verdict.code, box, verdict.says, verdict.cure, verdict.amount, name)


def at_fault(box: str, name: str, fault: Fault) -> Finding:
    """A picture that cannot be used."""
    return Finding(fault.code, box, f"the picture {name} {fault.says}", fault.cure)


def taken_out(box: str, name: str, removed: Iterable[str]) -> Iterator[Finding]:
    """What a drawing had in it that is not drawn."""
    for what in removed:
        yield Finding("W839", box, f"{what} was taken out of the picture {name}", "save it as plain SVG")


def outside(inks: tuple[Ink, ...], trim: Trim) -> Iterator[Finding]:
    """Text nearer to the edge than the safe zone: a cut may take it."""
    for ink in inks:
        over = max(SAFE_UM - ink.left, SAFE_UM - ink.top, ink.right - trim.width_um + SAFE_UM, ink.bottom - trim.height_um + SAFE_UM)
        if over > _TOUCH_UM:
            says = f"text is {mm(over, 1)} mm outside of the safe zone, which begins {mm(SAFE_UM, 1)} mm from the edge"
            yield Finding("W831", ink.box, says, "move the box inwards", over)


def on_one_another(inks: tuple[Ink, ...]) -> Iterator[Finding]:
    """Texts of two boxes whose ink meets; of one that lies on many, the first few."""
    for index, other in enumerate(inks):
        met = 0
        for one in inks[:index]:
            across = min(one.right, other.right) - max(one.left, other.left)
            down = min(one.bottom, other.bottom) - max(one.top, other.top)
            if one.box != other.box and across > _TOUCH_UM and down > _TOUCH_UM:
                says = f"its text lies {mm(down, 1)} mm deep on that of the box `{one.box}`"
                yield Finding("W832", other.box, says, "move one of them, or make it smaller", min(across, down))
                met += 1
                if met == _MANY:
                    break


def under(cover: Ink, inks: tuple[Ink, ...]) -> Iterator[Finding]:
    """Texts that a box hides which is drawn after them: each box of text once, where it is worst."""
    worst: dict[str, int] = {}
    for ink in inks:
        across = min(cover.right, ink.right) - max(cover.left, ink.left)
        down = min(cover.bottom, ink.bottom) - max(cover.top, ink.top)
        if cover.box != ink.box and across > _TOUCH_UM and down > _TOUCH_UM:
            worst[ink.box] = max(worst.get(ink.box, 0), min(across, down))
    for box, depth in worst.items():
        says = f"it hides {mm(depth, 1)} mm of the text of the box `{box}`, which is drawn before it"
        yield Finding("W832", cover.box, says, f"write it before `{box}`, or move one of them", depth)
