"""The product ``faces``: each front and each back as PNG, SVG and PDF, with a list of them all."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.compilation import Compilation
from penance_build.ir.nodes import Card, DeckDef, Program
from penance_build.ir.record import Record, replace
from penance_build.press.backs.called import BackNames
from penance_build.press.backs.chosen import back_of, deck_backs, printed_decks
from penance_build.press.cards.back import back
from penance_build.press.cards.complaints import judge_back, judge_front
from penance_build.press.cards.deck_position import DeckPosition, DeckSetting
from penance_build.press.cards.faces import Face, Press, press_of
from penance_build.press.cards.findings import Findings
from penance_build.press.cards.own_face import front_of, setting_of
from penance_build.press.cards.saying import layout_of, told_back, told_card
from penance_build.press.complaints import Complaints
from penance_build.press.drawing.lengths import UM_PER_INCH, mm
from penance_build.press.faces.listing import Listed, csv_of, json_of
from penance_build.press.faces.pixels import pixels_at, png
from penance_build.press.faces.single import single_page
from penance_build.press.faces.svg import svg_of
from penance_build.press.imposition.impose import Printable
from penance_build.press.imposition.tags import Told
from penance_build.press.imposition.trims import BLEED_UM, Trim
from penance_build.press.look.sizes import trim_for
from penance_build.product import Artifact, FacesAsked, Produced, Selection, Settings

# A maker's canvas may be so much longer or shorter for its width than the card, in thousandths.
_FORM = 10


class _Job(Record):
    """What the files of all faces share: their size in micrometres and in pixels, and pixels an inch."""

    press: Press
    asked: FacesAsked
    size: tuple[int, int]
    pixels: tuple[int, int]
    dpi: int


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``faces/<id>.png``, ``.svg`` and ``.pdf`` of each card, ``faces/back-<name>`` of each back, ``faces.json`` and ``faces.csv``.

    A card that is in several decks has the face that it has in the first of them. Raises ``PrintLibraryMissing``.
    """
    program = compilation.program
    if program is None or not program.cards:
        return Produced(())
    complaints, said = Complaints(compilation), Findings()
    press = press_of(program, complaints, settings)
    if press is None:
        return Produced((), complaints.found())
    artifacts: list[Artifact] = []
    listed: list[Listed] = []
    backs: dict[str, Listed] = {}
    jobs: dict[Trim, _Job | None] = {}
    shuffled = deck_backs(program)
    names = BackNames(program, shuffled)
    settled: dict[tuple[str, Trim], DeckSetting] = {}
    places = _places(program, settings.chosen)
    for card, deck, position, before in _cards(program, settings.chosen, places):
        trim = trim_for(program, card)
        if deck is not None and layout_of(program, card) is None:
            if (deck.id, trim) not in settled:
                others = (program.by_id.cards[name] for name, _ in deck.cards)
                ours = (other for other in others if trim_for(program, other) == trim)
                settled[deck.id, trim] = setting_of(replace(press, trim=trim), ours)
            position = replace(position, setting=settled[deck.id, trim])
        place = (deck or DeckDef("", "", "", ((card.id, 1),), ""), position)
        if trim not in jobs:
            kind = program.by_id.card_types.get(card.type)
            sized = ("card_type", kind.id) if kind is not None and kind.size else ("theme", "card_size")
            jobs[trim] = _job(replace(press, trim=trim), settings.faces, sized, complaints)
        job = jobs[trim]
        if job is None:
            continue
        front = front_of(job.press, card, place)
        judge_front(complaints, front, card)
        said.note(front, card)
        owners = [item.owner for one, _ in places.get(card.id, ()) for item in shuffled[one.id]] or [place[0]]
        chosen_backs = () if before else (back_of(program, one, card) for one in owners)
        behind = {chosen.card or f"back-{names.of(chosen, trim)}": chosen for chosen in chosen_backs}
        listed.append(_listed(job, card.id, "front", card.name, None if before else deck, position.copies, before or " ".join(behind)))
        artifacts += _files(job, front, card.id, told_card(program, card), (f"card {card.id}",))
        for name, chosen in behind.items():
            if not chosen.card and name not in backs:
                face = back(job.press, chosen)
                judge_back(complaints, face, program.name)
                said.note_back(face, chosen.shows)
                backs[name] = _listed(job, name, "back", chosen.text, None, 0, "")
                artifacts += _files(job, face, name, told_back(program, chosen.text), ("theme",))
    said.tell(complaints)
    if not listed:
        return Produced((), complaints.found())
    rows = (*listed, *backs.values())
    made = tuple(f"card {row.id}" for row in listed)
    artifacts += [Artifact("faces/faces.json", json_of(program, rows), made), Artifact("faces/faces.csv", csv_of(rows), made)]
    return Produced(() if complaints.has_errors else tuple(artifacts), complaints.found())


def _places(program: Program, chosen: Selection) -> Mapping[str, list[tuple[DeckDef, DeckPosition]]]:
    """Where each card lies in the decks that are asked for."""
    found: dict[str, list[tuple[DeckDef, DeckPosition]]] = {}
    for deck in printed_decks(program):
        if not chosen.decks or deck.id in chosen.decks:
            for number, (name, copies) in enumerate(deck.cards, start=1):
                found.setdefault(name, []).append((deck, DeckPosition(number, len(deck.cards), copies)))
    return found


def _cards(
    program: Program, chosen: Selection, places: Mapping[str, list[tuple[DeckDef, DeckPosition]]]
) -> list[tuple[Card, DeckDef | None, DeckPosition, str]]:
    """Each card that is asked for, with the deck in which it is printed and its place there; and the cards on their backs.

    Of a card that lies in no deck, but is the back of others, these are those of the first of them, which is named.
    """
    meant = {card.id for card in program.cards if chosen.has(card.id) and (not chosen.decks or card.id in places)}
    meant |= {card.back for card in program.cards if card.id in meant}
    before: dict[str, str] = {}
    for name in places:
        before.setdefault(program.by_id.cards[name].back, name)
    alone = [(None, DeckPosition(1, 1, 1))]
    found = []
    for card in program.cards:
        if card.id in meant:
            other = "" if card.id in places else before.get(card.id, "")
            found.append((card, *(places.get(other or card.id) or alone)[0], other))
    return sorted(found, key=lambda item: item[0].id not in chosen.cards)


def _job(press: Press, asked: FacesAsked, sized: tuple[str, str], complaints: Complaints) -> _Job | None:
    """The sizes of all files; None where the pixels asked for are of another form than the cards, whose size ``sized`` says."""
    bleed = 2 * BLEED_UM if asked.bleed else 0
    width, height = press.trim.width_um + bleed, press.trim.height_um + bleed
    pixels = asked.size or (pixels_at(width, asked.dpi), pixels_at(height, asked.dpi))
    if abs(pixels[0] * height - pixels[1] * width) * 1000 > _FORM * pixels[1] * width:
        right = pixels[0], (2 * pixels[0] * height + width) // (2 * width)
        says = f"{pixels[0]} by {pixels[1]} pixels are not of the form of a card of {mm(width)} by {mm(height)} mm"
        other = "" if asked.bleed else ", or ask for the bleed as well: --bleed"
        complaints.say("E838", says, sized, f"so wide, it has {right[0]} by {right[1]}{other}")
        return None
    return _Job(press, asked, (width, height), pixels, (2 * pixels[0] * UM_PER_INCH + width) // (2 * width))


def _files(job: _Job, face: Face, name: str, told: Told, made_from: tuple[str, ...]) -> list[Artifact]:
    if face.laid_out is None:
        return []
    printable = Printable(face.laid_out.pdf, face.art, face.pictures, told)
    page = single_page(printable, job.press.fonts, job.press.trim, told.title, with_bleed=job.asked.bleed)
    drawn = svg_of(page, job.press.fonts, dict(face.pictures), job.size, told.title).encode("utf-8")
    files = (("png", png(page, *job.pixels, job.dpi)), ("svg", drawn), ("pdf", page))
    return [Artifact(f"faces/{name}.{ending}", data, made_from) for ending, data in files]


def _listed(job: _Job, name: str, side: str, title: str, deck: DeckDef | None, copies: int, behind: str) -> Listed:
    bleed = BLEED_UM if job.asked.bleed else 0
    copied = copies if deck is not None or side == "back" else 0
    lengths = (mm(job.size[0]), mm(job.size[1]), mm(bleed))
    return Listed(name, side, title, "" if deck is None else deck.id, copied, behind, *job.pixels, *lengths)
