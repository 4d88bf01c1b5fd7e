"""Whether each page shows the face that it should, all of it, where it is safe from the cut."""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.exits.drawn import Drawn
from penance_build.exits.press_form import PageCanvas
from penance_build.exits.proofing.finding import Finding, Wanted
from penance_build.exits.proofing.seen import Glance, Pages, apart, in_um
from penance_build.press.drawing.lengths import UM_PER_POINT, mm

_TOUCH_UM = 250  # makers cut to a millimetre or so
_CLEARLY = 2  # another face is as like as this, times over, before a page is said to show it


class Known:
    """The faces of an order as they were drawn, each looked at once."""

    def __init__(self, wanted: Wanted) -> None:
        self._glances = {shown.key: (shown.face, _face_glance(shown.face)) for shown in {item.key: item for item in wanted.pages}.values()}

    def letters(self, key: str) -> int:
        """How many letters a face has."""
        return sum(self._glances[key][1].text.values())

    def shown(self, seen: Glance, wanted: str) -> str:
        """The key of the face that a page shows: the one that is wanted, where it may be that."""
        alike = [key for key, (_, glance) in self._glances.items() if _says(seen, glance)]
        if len(alike) == 1:
            return alike[0]
        near = {key: apart(self._glances[key][1].small, seen.small) for key in alike or self._glances}
        best = min(near, key=lambda key: (near[key], key))
        if wanted in near and near[wanted] <= _CLEARLY * near[best]:
            return wanted
        return best if alike else wanted

    def face(self, key: str) -> Drawn:
        """The face of this key."""
        return self._glances[key][0]


def _says(seen: Glance, face: Glance) -> bool:
    """Whether a page has all letters of a face and no others; those with a finish are on it once more, on its plate."""
    return not face.text - seen.text and not (seen.text - face.text) - face.text


def _face_glance(face: Drawn) -> Glance:
    pages = Pages(face.page)
    try:
        bleed = face.bleed / UM_PER_POINT
        width, height = (side / UM_PER_POINT for side in face.size)
        return pages.glance(0, (bleed, bleed, bleed + width, bleed + height))
    finally:
        pages.close()


def of_order(known: Known, seen: Glance, number: int, wanted: str) -> Iterator[Finding]:
    """Whether a page shows the face that was wanted there."""
    if seen.is_blank:
        yield Finding("blank", number, f"nothing is on it, and {_named(known.face(wanted))} belongs there", "make the file anew")
        return
    shown = known.shown(seen, wanted)
    if shown != wanted:
        says = f"it shows {_named(known.face(shown))}, and {_named(known.face(wanted))} belongs there"
        yield Finding("order", number, says, "put the pages into the order that was agreed")
        return
    lost = known.letters(wanted) - sum(seen.text.values())
    if lost > 0:
        yield Finding("lost text", number, f"{lost} letters of the face are not on it", "make the file anew")


def of_safety(seen: Glance, number: int, cut: tuple[float, float, float, float], canvas: PageCanvas) -> Iterator[Finding]:
    """The letter that is furthest outside of the safe zone, and the sides whose bleed is bare."""
    margin = [side / UM_PER_POINT for side in canvas.margin]
    worst: tuple[float, tuple[int, int], str] | None = None
    for char, left, low, right, top in seen.letters:
        over = max(cut[0] + margin[0] - left, cut[1] + margin[1] - low, right - cut[2] + margin[0], top - cut[3] + margin[1])
        if not char.isspace() and in_um(over) > _TOUCH_UM and (worst is None or over > worst[0]):
            worst = (over, (in_um(left - cut[0]), in_um(cut[3] - top)), char)
    if worst is not None:
        says = f"{mm(in_um(worst[0]), 1)} mm of text (`{worst[2]}`) are outside of the safe zone of {mm(canvas.margin[0], 1)} mm"
        where = f", {mm(worst[1][0], 1)} mm from the left and {mm(worst[1][1], 1)} mm from the top"
        yield Finding("safe", number, says + where, "move the text inwards", worst[1], is_spoilt=True)
    if seen.bare and not seen.is_blank:
        side, reach = seen.bare[0]
        says = f"at the {side} ink reaches {mm(reach, 1)} mm beyond the cut, and {mm(canvas.bleed[0], 1)} mm of bleed are asked for"
        yield Finding("bleed", number, says, "let the art reach further")


def _named(face: Drawn) -> str:
    return f"card `{face.name}`" if face.card else f"back `{face.name}`"
