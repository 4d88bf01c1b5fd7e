"""Text into a box: the largest size of a range at which all of it has room, broken into lines there.

Widths are thousandths of an em until a size is known; then lengths are micrometres. The sizes are tried from the largest, so that
a taller box never makes a text smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penance_build.ir.record import Record
from penance_build.press.text.directions import in_sight, is_leftward, is_leftward_paragraph
from penance_build.press.text.fonts import FontFile, code_points
from penance_build.press.text.hyphens import hyphened
from penance_build.press.text.icon_font import code_point
from penance_build.press.text.libraries import SOFT_HYPHEN
from penance_build.press.text.measure import parts_of, points_to_um
from penance_build.press.text.rich_text import Paragraph, groups
from penance_build.press.text.shaping import Shaped, cap_height, shaped

STEP = 25  # hundredths of a point
PARAGRAPH_GAP = 350  # thousandths of an em
TOLERANCE_UM = 20


class Type(Record):
    """How a text is set: its faces by kind of piece, the space between letters and from line to line, the most lines (0: no bound)."""

    text: FontFile
    number: FontFile
    italic: FontFile
    icon: FontFile | None
    icons: tuple[str, ...]
    fallback: FontFile | None
    spacing: int
    leading: int
    lines: int
    caps: bool
    language: str

    def face(self, kind: str) -> FontFile:
        """The face of a kind of piece."""
        if kind in ("number", "bold"):
            return self.number
        if kind == "italic":
            return self.italic
        if kind == "fallback" and self.fallback is not None:
            return self.fallback
        return self.icon if kind == "icon" and self.icon is not None else self.text

    def split(self, kind: str, text: str) -> list[tuple[str, str]]:
        """A piece by the faces that draw it: what its own lacks is drawn with that for other letters."""
        if kind == "icon" or self.fallback is None:
            return [(kind, text)]
        own, other = code_points(self.face(kind)), code_points(self.fallback)
        parts: list[tuple[str, str]] = []
        for char in text:
            _join(parts, ("fallback" if ord(char) not in own and ord(char) in other else kind, char))
        return parts

    def letters(self, kind: str, text: str) -> str:
        """The characters that are printed of a piece."""
        if kind == "icon":
            return code_point(self.icons, text)
        return text.upper() if self.caps else text


class Run(Record):
    """Glyphs of one kind that stand together, and the characters that they draw."""

    kind: str
    text: str
    glyphs: Shaped


class Line(Record):
    """A line: its runs, its width in thousandths of an em, whether it begins a further paragraph, and its text as it is read."""

    runs: tuple[Run, ...]
    width: int
    is_first: bool
    text: str

    @property
    def is_turned(self) -> bool:
        """Whether it is seen in another order than it is read."""
        return any(is_leftward(run.text) for run in self.runs)


class SetText(Record):
    """A text in a size: its lines, the baseline of each below the top of the box, and by how much it is too wide and too high.

    ``is_leftward`` tells whether its first paragraph runs from right to left.
    """

    size: int
    lines: tuple[Line, ...]
    baselines: tuple[int, ...]
    right: int
    below: int
    is_leftward: bool = False

    def um(self, thousandths: int) -> int:
        """A length in this size, in micrometres."""
        return thousandths * points_to_um(self.size) // 1000


class _Atom(Record):
    """What no line break divides: pieces, the space before it, whether a hyphen is printed behind it at a break."""

    pieces: tuple[tuple[str, str], ...]
    width: int
    has_space: bool
    hyphen: int


class _Atoms(Record):
    """A paragraph: what of it no line break divides, and whether it runs from right to left."""

    atoms: tuple[_Atom, ...]
    is_leftward: bool


def set_text(paragraphs: tuple[Paragraph, ...], type_: Type, sizes: tuple[int, int], box: tuple[int, int], valign: str) -> SetText:
    """The text in the largest of these sizes (smallest, largest) that fits a box (width, height); else in the smallest."""
    atoms = [_Atoms(tuple(_atoms(paragraph, type_)), is_leftward_paragraph(paragraph)) for paragraph in paragraphs]
    smallest, size = sizes
    while True:
        found = _in_size(atoms, type_, size, box, valign)
        if (found.right <= 0 and found.below <= 0) or size <= smallest:
            return found
        size = max(size - STEP, smallest)


def set_best(paragraphs: tuple[Paragraph, ...], type_: Type, sizes: tuple[int, int], box: tuple[int, int], valign: str) -> SetText:
    """As ``set_text``; words are parted by hyphens where the text has no room without, or a larger size with them."""
    whole = set_text(paragraphs, type_, sizes, box, valign)
    over = max(whole.right, whole.below)
    if whole.size == sizes[1] and not over:
        return whole
    words = tuple(hyphened(paragraph, type_.language) for paragraph in paragraphs)
    broken = set_text(words, type_, sizes, box, valign) if words != paragraphs else whole
    return broken if (-max(broken.right, broken.below), broken.size) > (-over, whole.size) else whole


def _in_size(atoms: list[_Atoms], type_: Type, size: int, box: tuple[int, int], valign: str) -> SetText:
    em = points_to_um(size)
    room = (box[0] + TOLERANCE_UM) * 1000 // em
    lines = tuple(line for index, paragraph in enumerate(atoms) for line in _lines(paragraph, type_, room, is_further=index > 0))
    right = max((line.width * em // 1000 for line in lines), default=0) - box[0] - TOLERANCE_UM
    pitches = [0, *(type_.leading * 10 + PARAGRAPH_GAP * line.is_first for line in lines[1:])]
    cap = cap_height(type_.text)
    above, below = (max((max(getattr(run.glyphs, side) for run in line.runs) for line in ends), default=0) for side, ends in (
        ("above", lines[:1]), ("below", lines[-1:])
    ))  # fmt: skip
    above, depth = max(above, cap), sum(pitches)
    high = (above + depth + below) * em // 1000
    too_many = max(0, len(lines) - type_.lines) if type_.lines else 0
    missing = max(high - box[1] - TOLERANCE_UM, too_many * type_.leading * 10 * em // 1000)
    first = _first_baseline(valign, box[1], [value * em // 1000 for value in (cap, above, depth, below, shaped(type_.text, "p").below)])
    baselines, reached = [], 0
    for pitch in pitches[: len(lines)]:
        reached += pitch
        baselines.append(first + reached * em // 1000)
    return SetText(size, lines, tuple(baselines), max(0, right), max(0, missing), bool(atoms) and atoms[0].is_leftward)


def _first_baseline(valign: str, height: int, lengths: list[int]) -> int:
    """Capitals are centred, not lines with the room for accents and tails; but nothing leaves the box that has room in it."""
    cap, above, depth, below, tail = lengths
    wanted = {"top": above, "bottom": height - depth - tail}.get(valign, (height - cap - depth) // 2 + cap)
    return max(above, min(wanted, height - depth - below))


def _lines(paragraph: _Atoms, type_: Type, room: int, *, is_further: bool) -> Iterator[Line]:
    """Greedy lines of one paragraph."""
    space = shaped(type_.text, " ").width + type_.spacing
    begun: list[_Atom] = []
    used, is_first = 0, is_further
    for atom in paragraph.atoms:
        gap = space if atom.has_space and begun else 0
        if begun and used + gap + atom.width + atom.hyphen > room:
            yield _line(begun, type_, is_first=is_first, is_broken=True, runs_left=paragraph.is_leftward)
            begun, used, gap, is_first = [], 0, 0, False
        begun.append(atom)
        used += gap + atom.width
    if begun:
        yield _line(begun, type_, is_first=is_first, is_broken=False, runs_left=paragraph.is_leftward)


def _line(atoms: list[_Atom], type_: Type, *, is_first: bool, is_broken: bool, runs_left: bool) -> Line:
    pieces: list[tuple[str, str]] = []
    for index, atom in enumerate(atoms):
        if index and atom.has_space:
            _join(pieces, (_kind_beside(pieces, atom), " "))
        for piece in atom.pieces:
            _join(pieces, piece)
    if is_broken and atoms[-1].hyphen:
        _join(pieces, (pieces[-1][0], "-"))
    read = [(kind, text.replace(SOFT_HYPHEN, "")) for kind, text in pieces]
    runs = []
    for kind, text in in_sight(read, runs_left=runs_left):
        runs.append(Run(kind, text, shaped(type_.face(kind), text)))
    width = sum(run.glyphs.width + type_.spacing * sum(bool(glyph.text) for glyph in run.glyphs.glyphs) for run in runs)
    return Line(tuple(runs), width - type_.spacing, is_first, "".join(text for _, text in read))


def _kind_beside(pieces: list[tuple[str, str]], atom: _Atom) -> str:
    """The kind of a space: that of the words at its sides, so that a line of them is one run."""
    return next((kind for kind in (pieces[-1][0], atom.pieces[0][0]) if kind not in ("icon", "number")), "text")


def _join(pieces: list[tuple[str, str]], piece: tuple[str, str]) -> None:
    if pieces and pieces[-1][0] == piece[0]:
        pieces[-1] = (piece[0], pieces[-1][1] + piece[1])
    else:
        pieces.append(piece)


def _atoms(paragraph: Paragraph, type_: Type) -> Iterator[_Atom]:
    width = _measure(type_)
    for group in groups(paragraph):
        begun: list[tuple[str, str]] = []
        has_space, hyphen = True, 0
        for index, word in enumerate(group):
            for at, piece in enumerate(word.pieces):
                for number, (text, is_hyphened) in enumerate(parts_of(piece, type_.language)):
                    if number and begun:
                        yield _Atom(tuple(begun), width(begun), has_space, hyphen)
                        begun, has_space = [], False
                    begun += [("text", "\u00a0")] if index and at == 0 and number == 0 else []
                    begun += type_.split(piece.kind, type_.letters(piece.kind, text))
                    hyphen = width([("text", "-")]) if is_hyphened else 0
        if begun:
            yield _Atom(tuple(begun), width(begun), has_space, hyphen)


def _measure(type_: Type) -> Callable[[list[tuple[str, str]]], int]:
    def width(pieces: list[tuple[str, str]]) -> int:
        return sum(shaped(type_.face(kind), text.replace(SOFT_HYPHEN, "")).width + type_.spacing * len(text) for kind, text in pieces)

    return width
