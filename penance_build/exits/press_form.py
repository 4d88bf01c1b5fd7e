"""What a profile says of a press: sizes of pages in micrometres, limits of ink, standards and plates; lengths as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_INCH

_UNITS = {"mm": Fraction(1000), "in": Fraction(UM_PER_INCH), "pt": Fraction(UM_PER_INCH, 72)}
DIE_LINE = "die_line"
X1A, X4 = "pdf/x-1a", "pdf/x-4"
# A card is of a maker's size where neither side differs by more.
NEAR_UM = 500


class Sized(Protocol):
    """A size that a maker has, in micrometres."""

    @property
    def trim(self) -> tuple[int, int]: ...


S = TypeVar("S", bound=Sized)


def nearest(canvases: Sequence[S], size: tuple[int, int]) -> S | None:
    """The size of a maker that is nearest to that of cards, where one is near; the first of those that are equally so."""
    apart = [(max(abs(canvas.trim[way] - size[way]) for way in (0, 1)), number) for number, canvas in enumerate(canvases)]
    best = min(apart, default=None)
    return canvases[best[1]] if best is not None and best[0] <= NEAR_UM else None


class PageCanvas(Record):
    """A size of cards for a press, in micrometres: the ``trim``, the ``page``, the ``bleed``, and how far in from the cut text stays."""

    name: str
    trim: tuple[int, int]
    page: tuple[int, int]
    bleed: tuple[int, int]
    margin: tuple[int, int]


class PressForm(Record):
    """How a press takes cards. Ink is in hundredths of a per cent; ``canvases`` without any: every size, with this bleed and margin.

    ``spots`` maps what a layout calls a finish, and ``die_line``, to the name of its plate.
    """

    canvases: tuple[PageCanvas, ...]
    bleed: int
    margin: int
    pages: str
    standards: tuple[str, ...]
    condition: str
    icc: str
    ink: int
    text: str
    thinnest: int
    spots: tuple[tuple[str, str], ...]
    corner: int
    games: int
    dpi: int

    def canvas(self, size: tuple[int, int]) -> PageCanvas | None:
        """The page for cards of this size, where there is one."""
        if self.canvases:
            return nearest(self.canvases, size)
        page = (size[0] + 2 * self.bleed, size[1] + 2 * self.bleed)
        return PageCanvas("", size, page, (self.bleed, self.bleed), (self.margin, self.margin))


def press_form(tree: Any, dpi: int) -> PressForm:
    """What a file of the right shape says of a press."""
    every = tree.get("every_size", {})
    return PressForm(
        () if every else tuple(_canvas(item, dpi) for item in tree.get("canvases", ())),
        length(every.get("bleed", "0 mm")),
        length(every.get("safe", "0 mm")),
        tree.get("pages", "front_back"),
        tuple(tree.get("standards", (X1A,))),
        tree.get("condition", ""),
        tree.get("icc", ""),
        tree.get("ink", 300) * 100,
        tree.get("text", "neutral"),
        length(tree.get("thinnest", "0.25 pt")),
        tuple(sorted(tree.get("spots", {}).items())),
        length(tree.get("corner", "0 mm")),
        tree.get("games", 1),
        dpi,
    )


def _canvas(item: Any, dpi: int) -> PageCanvas:
    trim, page, bleed, safe = (lengths(item[key], dpi) for key in ("trim", "canvas", "bleed", "safe"))
    return PageCanvas(item["name"], trim, page, bleed, (safe[0] - bleed[0], safe[1] - bleed[1]))


def length(text: str, dpi: int = 0) -> int:
    """A length with its unit in whole micrometres; pixels are those of ``dpi``."""
    number, _, unit = text.partition(" ")
    return round(Fraction(number) * (Fraction(UM_PER_INCH, dpi) if unit == "px" else _UNITS[unit]))


def lengths(text: str, dpi: int) -> tuple[int, int]:
    """Two lengths with one unit; one alone is both."""
    numbers, _, unit = text.rpartition(" ")
    first, _, second = numbers.partition(" x ")
    return length(f"{first} {unit}", dpi), length(f"{second or first} {unit}", dpi)
