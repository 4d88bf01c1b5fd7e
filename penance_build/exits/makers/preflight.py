"""What a maker would refuse or spoil, said before anything is sent: card, part and millimetres."""

from __future__ import annotations

from collections.abc import Iterable

from penance_build.exits.drawn import Drawn, Faces, Field
from penance_build.exits.letters import Letter, letters_of
from penance_build.exits.press_form import nearest
from penance_build.exits.profiles import Profile
from penance_build.ir.nodes import Program
from penance_build.ir.record import Record
from penance_build.press.complaints import Complaints
from penance_build.press.drawing.lengths import UM_PER_INCH, mm

# Makers cut to a millimetre or so: ink that is outside of the safe zone by less than this is none that a cut decides on.
_TOUCH_UM = 250


class Zone(Record):
    """What a maker asks of cards of one size, in micrometres across and down: the bleed, and how far in from the cut text stays."""

    bleed: tuple[int, int]
    margin: tuple[int, int]


def zone_for(profile: Profile, size: tuple[int, int]) -> Zone | None:
    """What the maker asks of cards of this size; None where it makes none."""
    if profile.press is not None:
        page = profile.press.canvas(size)
        return None if page is None else Zone(page.bleed, page.margin)
    canvas = nearest(profile.canvases, size)
    if canvas is None:
        return None
    bleed, safe = ([_um(inset[way], profile.dpi) for way in (0, 1)] for inset in (canvas.bleed, canvas.safe))
    return Zone((bleed[0], bleed[1]), (safe[0] - bleed[0], safe[1] - bleed[1]))


def inspect(program: Program, profile: Profile, faces: Faces, complaints: Complaints) -> None:
    """Report everything that is wrong with the faces for this maker."""
    _sizes(program, profile, faces, complaints)
    _counts(profile, faces, complaints)
    for face in faces.faces.values():
        zone = zone_for(profile, face.size)
        if zone is not None:
            _safe(profile, zone, face, complaints)
            _bleed(profile, zone, face, complaints)


def _sizes(program: Program, profile: Profile, faces: Faces, complaints: Complaints) -> None:
    told: set[tuple[int, int]] = set()
    made = profile.canvases if profile.press is None else profile.press.canvases
    for pile in faces.piles:
        for entry in pile.entries:
            size = faces.faces[entry.front].size
            if size in told or zone_for(profile, size) is not None:
                continue
            told.add(size)
            known = ", ".join(f"{canvas.name} ({mm(canvas.trim[0], 1)} x {mm(canvas.trim[1], 1)} mm)" for canvas in made)
            says = f"{profile.name} makes no cards of {mm(size[0])} by {mm(size[1])} mm, as “{entry.card.name}” is"
            about = ("theme", "card_size") if "card_size" in dict(program.printed.theme) else ("deck", pile.deck)
            complaints.say("E862", says, about, f"there is {known}")


def _counts(profile: Profile, faces: Faces, complaints: Complaints) -> None:
    if not profile.cards:
        return
    orders: Iterable[tuple[str, int, tuple[str, str]]]
    if profile.form == "order_xml":
        total = sum(pile.cards for pile in faces.piles)
        orders = [("the order", total, ("deck", faces.piles[0].deck))] if faces.piles else []
    else:
        orders = [(f"deck “{pile.name}”", pile.cards, ("deck", pile.deck)) for pile in faces.piles]
    for what, count, about in orders:
        if count > profile.cards:
            says = f"{what} has {count} cards, and {profile.name} takes {profile.cards} in one order"
            complaints.say("E863", says, about, "order fewer decks, or fewer copies")


def _safe(profile: Profile, zone: Zone, face: Drawn, complaints: Complaints) -> None:
    """The letter that is furthest outside of the safe zone, with the part in which it stands."""
    margins = zone.margin
    worst: tuple[int, Letter] | None = None
    for letter in letters_of(face):
        over = max(
            margins[0] - letter.left, margins[1] - letter.top,
            letter.right - face.size[0] + margins[0], letter.bottom - face.size[1] + margins[1],
        )  # fmt: skip
        if not letter.text.isspace() and over > _TOUCH_UM and (worst is None or over > worst[0]):
            worst = (over, letter)
    if worst is not None:
        over, letter = worst
        part = part_at(face.fields, (letter.left + letter.right) // 2, (letter.top + letter.bottom) // 2)
        says = (
            f"{called(face)}, {f'`{part}`' if part else 'text'}: {mm(over, 1)} mm of text are outside of the safe zone of {profile.name}, "
            f"which begins {mm(margins[0], 1)} mm from the cut"
        )
        complaints.say("W864", says, face.about, "move the text inwards")


def _bleed(profile: Profile, zone: Zone, face: Drawn, complaints: Complaints) -> None:
    wanted = min(zone.bleed)
    for part, beyond in face.bled:
        reach = f"it reaches {mm(beyond, 1)} mm beyond the cut, and {profile.name} asks for {mm(wanted, 1)} mm of bleed"
        cure = f"let it reach {mm(face.bleed)} mm beyond the edge of the card; what is missing then is carried on"
        complaints.say("W866", f"{called(face)}, `{part}`: {reach}", face.about, cure)


def part_at(fields: tuple[Field, ...], x: int, y: int) -> str:
    """The smallest part of a face that holds a place, by its name."""
    found = [field for field in fields if field.left <= x <= field.right and field.top <= y <= field.bottom]
    return min(found, key=lambda field: (field.right - field.left) * (field.bottom - field.top)).name if found else ""


def called(face: Drawn) -> str:
    """A face as messages call it."""
    return f"card “{face.title}”" if face.card else f"back “{face.name}”"


def _um(half_pixels: int, dpi: int) -> int:
    return half_pixels * UM_PER_INCH // (2 * dpi)
