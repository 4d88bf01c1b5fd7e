"""Which inks a colour of a face is printed with: its build, a rule for greys and for text, or the ICC profile of the user."""

from __future__ import annotations

from penance_build.exits.builds import BLACK, SOLID, Builds, Inks, held, is_neutral, proposed, said, total
from penance_build.exits.separation.icc import Icc
from penance_build.ir.record import Record
from penance_build.press.look.colors import grey

# Text that is darker than this, of 255, and has no hue is black ink alone.
_DARK = 150
# What is left of the light, in hundredths of a per cent, below which such text is solid.
_NEARLY_BLACK = 1000


class Unexplained(Record):
    """A colour for which there are no inks: why, as a sentence, and the cure."""

    code: str
    says: str
    cure: str


class Paints:
    """The inks of colours; ``most`` is the limit for all four together, in hundredths of a per cent.

    ``text`` is ``neutral`` (text without a hue is black ink alone) or ``black`` (all dark text is solid black).
    """

    def __init__(self, builds: Builds, icc: Icc | None, most: int, text: str) -> None:
        self._builds, self.icc, self.most, self._text = builds, icc, most, text

    def of(self, color: str) -> Inks | Unexplained:
        """The inks of a colour (``#rrggbb``) of a shape."""
        found = self._builds.inks.get(color)
        twofold = next((pair for pair in self._builds.twofold if pair[0] == color), None)
        if twofold is not None:
            says = f"the colour {color} is both `{twofold[1]}` and `{twofold[2]}` of the theme, whose inks differ"
            return Unexplained("E872", says, "let the colours differ by a step, or give them the same build")
        if found is not None:
            return found if total(found) <= self.most else self._too_much(color, found)
        if color[1:3] == color[3:5] == color[5:7]:
            return (0, 0, 0, (255 - int(color[1:3], 16)) * SOLID // 255)
        if self.icc is not None:
            return held(self.icc.inks(color), self.most)
        color = self._builds.mixtures.get(color, color) if color not in self._builds.missing else color
        key = self._builds.missing.get(color, f"cmyk_{color[1:]}")
        cure = f'put `{key}: "{said(proposed(color, self.most))}"` into the theme, and look at it on a proof'
        return Unexplained("E868", f"nothing says with which inks the colour {color} is printed", cure)

    def is_build(self, color: str) -> bool:
        """Whether the inks of a colour are those that the theme says."""
        return color in self._builds.inks or self.icc is None

    def of_text(self, color: str) -> Inks | Unexplained:
        """The inks of a colour of letters."""
        found = self.of(color)
        if isinstance(found, Unexplained):
            return found
        if self._text == "black" and grey(color) < _DARK:
            return BLACK
        return black_alone(found) if is_neutral(color) and grey(color) < _DARK else found

    def _too_much(self, color: str, found: Inks) -> Unexplained:
        name = self._builds.names[color]
        says = f"`{name}` ({color}) has {total(found) // 100} % of ink, and at most {self.most // 100} % hold"
        return Unexplained("E873", says, f'"{said(held(found, self.most))}" would do')


def black_alone(inks: Inks) -> Inks:
    """A grey as black ink alone, as dark as it was; where it was nearly black, solid."""
    c, m, y, k = inks
    if c == m == y == 0:
        return inks
    darkened = SOLID - (299 * c + 587 * m + 114 * y) // 1000
    left = (SOLID - k) * darkened // SOLID
    return BLACK if left < _NEARLY_BLACK else (0, 0, 0, (SOLID - left + 50) // 100 * 100)
