"""Pictures of odds as SVG: bars for the values of a result or of a sweep, and a map of two inputs in shades.

A picture is one file with its own background; its letters are those of the reader's system. Lengths are pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from penance_build.build.numbers import rounded
from penance_build.cli.showing.sweep import shown
from penance_build.cli.terminal import clean

PAPER, INK, FAINT, LINE = "#fdfcf9", "#22211f", "#6d6963", "#dcd7cc"
FILL = (0x8C, 0x2F, 0x2B)  # a dark red, mixed with the paper for what is less
ROW, LEFT, BAR, EDGE = 24, 12, 320, 24
LETTER = 7.2  # about the width of one at 13 pixels
FONT = "font-family=\"'Source Sans 3', 'Segoe UI', system-ui, sans-serif\""

Figure = tuple[str, Fraction, bool]  # what it is called, its value, and whether it is a chance


class Chart:
    """A picture that grows downwards."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.height, self.width = EDGE, 2 * EDGE

    def text(self, x: float, y: float, text: str, size: int = 13, colour: str = INK, anchor: str = "start", weight: int = 400) -> None:
        """A line of text on its base line."""
        look = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}"'
        self.parts.append(f'<text x="{x:g}" y="{y:g}" {look}>{escape(clean(text), quote=False)}</text>')
        ends = {"start": x + len(text) * LETTER * size / 13, "middle": x + len(text) * LETTER * size / 26, "end": x}
        self.width = max(self.width, int(ends[anchor]) + EDGE)

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled rectangle."""
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>')
        self.width = max(self.width, int(x + width) + EDGE)

    def heading(self, title: str, below: str) -> None:
        """What the picture shows, and for which inputs."""
        self.text(EDGE, self.height + 16, title, 18, weight=600)
        self.height += 24
        if below:
            self.text(EDGE, self.height + 14, below, 12, FAINT)
            self.height += 20
        self.height += 12

    def bars(self, name: str, figures: Sequence[Figure], note: str = "") -> None:
        """A bar for each figure, with its value behind it."""
        if name:
            self.text(EDGE, self.height + 14, name, 14, weight=600)
            self.height += ROW
        room = EDGE + LEFT + int(max(len(label) for label, _, _ in figures) * LETTER)
        greatest = max((abs(value) for _, value, _ in figures), default=Fraction(0))
        for label, value, is_chance in figures:
            self.text(room - LEFT + 2, self.height + 16, label, anchor="end")
            length = _pixels(abs(value) * BAR, greatest)
            if value:
                self.box(room, self.height + 4, max(length, 1), ROW - 8, colour_of(Fraction(1)))
            self.text(room + length + 6, self.height + 16, shown(value, is_chance), 12, FAINT)
            self.height += ROW
        if note:
            self.note(note)
        self.height += 12

    def note(self, text: str) -> None:
        """A line of small print."""
        self.text(EDGE, self.height + 16, text, 12, FAINT)
        self.height += ROW

    def grid(self, name: str, inputs: tuple[str, str], values: tuple[Sequence[str], Sequence[str]], figures: Sequence[Figure]) -> None:
        """A cell for each figure, the darker the greater; the first input goes down, the second across."""
        (down, across), (rows, heads) = inputs, values
        if name:
            self.text(EDGE, self.height + 14, name, 14, weight=600)
            self.height += ROW
        numbers = [value for _, value, _ in figures]
        low, high = min(numbers), max(numbers)
        cell = max(58, *(int(len(head) * LETTER) + 12 for head in heads))
        room = EDGE + LEFT + int(max(len(label) for label in (*rows, down)) * LETTER)
        self.text(room + cell * len(heads) / 2, self.height + 14, across, 13, FAINT, "middle")
        self.text(room - LEFT + 2, self.height + 38, down, 13, FAINT, "end")
        for at, head in enumerate(heads):
            self.text(room + cell * (at + 0.5), self.height + 38, head, anchor="middle")
        self.height += 48
        for row, label in enumerate(rows):
            self.text(room - LEFT + 2, self.height + 20, label, anchor="end")
            for at, (_, value, is_chance) in enumerate(figures[row * len(heads) : (row + 1) * len(heads)]):
                part = (value - low) / (high - low) if high > low else Fraction(1, 2)
                self.box(room + at * cell, self.height, cell - 2, 28, colour_of(Fraction(1, 12) + part * Fraction(11, 12)))
                ink = PAPER if part > Fraction(1, 2) else INK
                self.text(room + at * cell + cell / 2 - 1, self.height + 19, shown(value, is_chance), 12, ink, "middle")
            self.height += 30
        self.height += 12

    def svg(self) -> str:
        """The whole picture."""
        height = self.height + EDGE - 12
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{height}" viewBox="0 0 {self.width} {height}" {FONT}>'
        paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        return "\n".join([head, paper, *self.parts, "</svg>"]) + "\n"


def colour_of(part: Fraction) -> str:
    """The fill, mixed with the paper: 0 is paper, 1 the full colour."""
    paper = [int(PAPER[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{int(white + (full - white) * part):02x}" for white, full in zip(paper, FILL, strict=True))


def _pixels(value: Fraction, greatest: Fraction) -> float:
    return float(rounded(value / greatest, 1)) if greatest else 0.0
