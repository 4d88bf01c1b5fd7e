"""What a page says, read back from it: where each letter has ink, and how large it is set."""

from __future__ import annotations

import ctypes

from penance_build.exits.drawn import Drawn
from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_POINT


class Letter(Record):
    """A letter: its ink in micrometres from the corner of the trim, and its em in hundredths of a point."""

    text: str
    left: int
    top: int
    right: int
    bottom: int
    em: int


def letters_of(face: Drawn) -> tuple[Letter, ...]:
    """All letters of a face that leave ink, in the order in which they are set."""
    import pypdfium2
    from pypdfium2 import raw

    document = pypdfium2.PdfDocument(face.page)
    page = document[0]
    text = page.get_textpage()
    high, bleed = face.size[1] + 2 * face.bleed, face.bleed
    found = []
    for index in range(raw.FPDFText_CountChars(text)):
        box = [ctypes.c_double() for _ in range(4)]
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(text, index, ctypes.byref(matrix))
        raw.FPDFText_GetCharBox(text, index, *(ctypes.byref(edge) for edge in box))
        left, right, low, top = (edge.value * UM_PER_POINT for edge in box)
        if right <= left or top <= low:
            continue
        em = raw.FPDFText_GetFontSize(text, index) * (matrix.c**2 + matrix.d**2) ** 0.5
        edges = (round(left) - bleed, high - round(top) - bleed, round(right) - bleed, high - round(low) - bleed)
        found.append(Letter(chr(raw.FPDFText_GetUnicode(text, index)), *edges, round(em * 100)))
    text.close()
    document.close()
    return tuple(found)
