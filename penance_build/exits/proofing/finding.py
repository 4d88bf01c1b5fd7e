"""What a printer wants of a file, and what is wrong with it."""

from __future__ import annotations

from penance_build.exits.drawn import Drawn
from penance_build.exits.press_form import PressForm
from penance_build.exits.separation.standard import Standard
from penance_build.ir.record import Record


class Shown(Record):
    """A page that a file should have: the face that it shows, and what calls it."""

    key: str
    face: Drawn


class Wanted(Record):
    """The file that was ordered: how the press takes it, its standard and its pages."""

    press: PressForm
    standard: Standard
    pages: tuple[Shown, ...]


class Finding(Record):
    """Something that a printer would refuse, or (``is_spoilt``) print worse than it is meant.

    It has its rule, its page from 1, a sentence and the cure; ``at`` is where, in micrometres from the upper left corner of the trim,
    or None where it is of the whole page or file.
    """

    rule: str
    page: int
    says: str
    cure: str
    at: tuple[int, int] | None = None
    is_spoilt: bool = False
