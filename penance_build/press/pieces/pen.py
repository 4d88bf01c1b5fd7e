"""What all drawings of things to play with share: inks, fonts, the grounds of a game, text that fits."""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.drawing.shapes import Label, Shape, polygon_data
from penance_build.press.look.theme import HATCHINGS, Theme, Tincture
from penance_build.press.pieces.content import Ground
from penance_build.press.pieces.polygons import Corners, hatched
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.measure import width_um

PT = 353  # micrometres of a point, rounded up
_SMALLEST = 550  # hundredths of a point


class Pen(Record):
    """The theme and the fonts of a sheet."""

    theme: Theme
    fonts: FontSet

    def size(self, text: str, room: int, largest: int, family: str = "text", weight: int = 400) -> int:
        """The size of type in hundredths of a point in which a text has room, not below the smallest that is read."""
        wide = width_um(self.fonts.face(family, weight), text, largest, is_lining=True)
        return largest if wide <= room else max(_SMALLEST, largest * room // wide)

    def label(self, x: int, y: int, text: str, room: int, largest: int, color: str, *, family: str = "text", weight: int = 400) -> Label:
        """A line of text, its middle at the point, as large as it has room."""
        size = self.size(text, room, largest, family, weight)
        return Label(x, y + size * PT * 34 // 10_000, text, size * PT // 100, color, anchor="middle", weight=weight, family=family)

    def lines(self, text: str, room: int, largest: int, most: int) -> tuple[str, ...]:
        """A text in as few lines as it has room in, as even as words allow."""
        words, count = text.split(), 0
        while True:
            count += 1
            parts = min(_splits(words, count), key=lambda found: max(self.width(line, largest) for line in found))
            if max(self.width(line, largest) for line in parts) <= room or count >= min(most, len(words)):
                return parts

    def width(self, text: str, size: int, family: str = "text", weight: int = 400) -> int:
        """The width of a text in micrometres."""
        return width_um(self.fonts.face(family, weight), text, size, is_lining=True)

    def ground(self, ground: Ground, corners: Corners, pitch: int) -> tuple[Shape, ...]:
        """A polygon with the ground of a member: as the theme names it, else by its place; the first is bare paper."""
        if not ground.place and not self.theme.value(f"ground_{ground.id}"):
            return ()
        tincture = self.tincture_of(ground)
        tint = mixed(tincture.color, 12)
        return (Shape(polygon_data(corners), fill=tint), *hatched(corners, tincture.hatch, pitch, tincture.color, 180))

    def tincture_of(self, ground: Ground) -> Tincture:
        """``ground_MEMBER: TINCTURE [HATCHING]`` of the theme, or else by the place of the member."""
        name, _, hatch = self.theme.value(f"ground_{ground.id}").partition(" ")
        known = self.theme.tinctures
        found = self.theme.tincture(name) if name else known[(ground.place - 1) % len(known)]
        if not hatch and not name:
            hatch = HATCHINGS[(ground.place - 1) % len(HATCHINGS)]
        return Tincture(found.name, found.color, hatch or found.hatch)


def _splits(words: list[str], count: int) -> list[tuple[str, ...]]:
    """Every way to part words into so many lines."""
    if count <= 1 or len(words) <= 1:
        return [(" ".join(words),)]
    found = []
    for at in range(1, len(words) - count + 2):
        found += [(" ".join(words[:at]), *rest) for rest in _splits(words[at:], count - 1)]
    return found or [(" ".join(words),)]


def mixed(color: str, percent: int) -> str:
    """So much of a colour on white."""
    parts = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{255 - (255 - part) * percent // 100:02x}" for part in parts)
