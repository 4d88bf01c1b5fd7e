"""The product ``cards``: of each deck a PDF of sheets, fronts and backs in turn, with every copy of every card.

A deck whose cards have several sizes has a PDF of each; one that is shuffled into decks with different backs has a PDF for each of these.
Where only some cards are asked for, their faces are those of the whole deck, and decks without any have no sheets.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from penance_build.compilation import Compilation
from penance_build.ir.nodes import Card, DeckDef, Program
from penance_build.ir.record import replace
from penance_build.press.backs.chosen import CardBack, DeckBack, back_of, deck_backs
from penance_build.press.cards.back import back
from penance_build.press.cards.complaints import judge_back, judge_front
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.faces import Face, Press, press_of
from penance_build.press.cards.findings import Findings
from penance_build.press.cards.own_face import front_of, setting_of
from penance_build.press.cards.part import Job, Part, key_of, shared_by_parts
from penance_build.press.cards.saying import Place, layout_of, told_back, told_card
from penance_build.press.cards.spare import spare_front, spare_likes
from penance_build.press.complaints import Complaints
from penance_build.press.digest import digest
from penance_build.press.drawing.lengths import mm
from penance_build.press.imposition.grids import APART_UM, Grid, Wish, grid_for, no_room, size_words, wanted_grid
from penance_build.press.imposition.impose import Imposed, Printable, impose
from penance_build.press.imposition.roomier import lets_fit, roomier
from penance_build.press.imposition.sheets import Sheet, sheets_for
from penance_build.press.imposition.tags import Told
from penance_build.press.look.low_ink import in_low_ink
from penance_build.press.look.sizes import paper_for, trim_for
from penance_build.press.sheets.bands import SheetLook, Stamp
from penance_build.press.sheets.sheet_text import how_printed, sheet_texts
from penance_build.press.sheets.watermark import watermark, watermark_letters
from penance_build.press.text.letters import letters_problem
from penance_build.press.text.strings import strings_of
from penance_build.product import Artifact, Printing, Produced, Settings

# What the keys of the fronts of spare cards begin with.
SPARE = "spare"


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``cards/<deck>[-<back>][-<size>]-<paper>.pdf`` for every deck of the program.

    Raises ``PrintLibraryMissing`` where the machine lacks Pango or HarfBuzz.
    """
    program = compilation.program
    if program is None or not program.decks:
        return Produced(())
    complaints, said = Complaints(compilation), Findings()
    press = press_of(program, complaints, settings)
    if press is None or not _can_be_marked(press, program, settings.printing, complaints):
        return Produced((), complaints.found())
    if settings.printing.ink == "low":
        press = replace(press, theme=in_low_ink(press.theme))
    paper, backs, wanted = paper_for(program, settings.paper), deck_backs(program), wanted_grid(settings.grid)
    artifacts: list[Artifact] = []
    shared = shared_by_parts(program) if settings.made_by else ""
    for deck in program.decks:
        fronts: dict[str, Face] = {}
        for part in _parts(program, deck, backs[deck.id]):
            job = Job(replace(press, trim=part.trim), paper, wanted, part, settings.made_by, shared, settings.printing, settings.chosen)
            artifacts.extend(_kept_or_printed(job, fronts, complaints, said))
    said.tell(complaints)
    return Produced(() if complaints.has_errors else tuple(artifacts), complaints.found())


def _parts(program: Program, deck: DeckDef, backs: tuple[DeckBack, ...]) -> list[Part]:
    cards = tuple((program.by_id.cards[name], copies) for name, copies in deck.cards)
    trims = {trim.name: trim for trim in (trim_for(program, card) for card, _ in cards)}
    parts = []
    for one in backs:
        for trim in trims.values():
            mine = tuple((card, copies) for card, copies in cards if trim_for(program, card) == trim)
            size, words = (trim.name, size_words(trim)) if len(trims) > 1 else ("", "")
            name, says = ("-".join(filter(None, (one.id, size))), " · ".join(filter(None, (one.name, words))))
            parts.append(Part(deck, one, trim, mine, name, says))
    return parts


def _can_be_marked(press: Press, program: Program, printing: Printing, complaints: Complaints) -> bool:
    """Whether the font of titles can draw the watermark; else the complaints say so."""
    look = SheetLook(press.theme, press.fonts, strings_of(program), press.cache)
    for missing in watermark_letters(look, printing.watermark):
        says, cure = letters_problem("the sheets of cards", missing)
        complaints.say("E803", says, ("game", program.game), cure)
    return not complaints.has_errors


def _kept_or_printed(job: Job, fronts: dict[str, Face], complaints: Complaints, said: Findings) -> list[Artifact]:
    """The sheets of one part as they were kept, or else made anew; what something is wrong with is not kept, and so said each time."""
    if not job.cards:
        return []
    key, cache = key_of(job), job.press.cache
    kept = cache.get(key) if key else None
    if kept is not None and kept.startswith(b"%PDF-"):
        return [_artifact(job, kept)]
    before = len(complaints.found()) + said.count
    made = _printed(job, fronts, complaints, said)
    if key and len(made) == 1 and len(complaints.found()) + said.count == before:
        cache.put(key, made[0].data)
    return made


def _printed(job: Job, fronts: dict[str, Face], complaints: Complaints, said: Findings) -> list[Artifact]:
    """The sheets of one part; ``fronts`` are those of its deck that were laid out already."""
    press, part = job.press, job.part
    faces: dict[str, Face] = {}
    order: list[tuple[str, str]] = []
    setting = setting_of(press, (card for card, _ in part.cards))
    total = len(part.deck.cards)
    positions = {name: DeckPosition(at, total, copies, setting) for at, (name, copies) in enumerate(part.deck.cards, start=1)}
    for card, copies in job.cards:
        place, front_key = (part.deck, positions[card.id]), f"front {card.id}"
        if front_key not in fronts:
            fronts[front_key] = _front(press, card, place, complaints, said)
        faces[front_key] = fronts[front_key]
        back_key = front_key if job.printing.pages == "fronts" else _behind(job, card, place, faces, complaints, said)
        order.extend([(front_key, back_key)] * copies)
    likes = spare_likes(press.program, part.cards, part.deck.faction) if job.spares else ()
    for at in range(job.spares):
        like = likes[at % len(likes)]
        front_key = f"{SPARE} {at % len(likes)}"
        if front_key not in faces:
            faces[front_key] = spare_front(press, like, setting)
        has_back = not like.back and job.printing.pages != "fronts"
        back_key = _behind(job, like, (part.deck, positions[like.id]), faces, complaints, said) if has_back else front_key
        order.append((front_key, back_key))
    made = {
        key: Printable(face.laid_out.pdf, face.art, face.pictures, _told(job, key))
        for key, face in faces.items()
        if face.laid_out is not None
    }
    if complaints.has_errors or len(made) < len(faces):
        return []
    return _imposed(job, faces, order, made, complaints)


def _behind(job: Job, card: Card, place: Place, faces: dict[str, Face], complaints: Complaints, said: Findings) -> str:
    """The key of the back of a card, among the faces by then."""
    press, behind = job.press, back_of(job.press.program, job.part.backs.owner, card)
    key = f"behind {card.id}" if behind.card else f"back {' '.join(behind.named)}"
    if key not in faces:
        other = press.program.by_id.cards.get(behind.card)
        faces[key] = _back(press, behind, complaints, said) if other is None else _front(press, other, place, complaints, said)
    return key


def _told(job: Job, key: str) -> Told:
    """What a face says to whom it is read: a front its card, a back whose it is, a spare card the deck."""
    program, deck = job.press.program, job.part.deck
    kind, _, name = key.partition(" ")
    shown = program.by_id.cards.get(name) if kind == "front" else None
    if kind == "behind":
        shown = next((program.by_id.cards.get(card.back) for card, _ in job.cards if card.id == name), None)
    return told_back(program, deck.name) if shown is None else told_card(program, shown)


def _imposed(
    job: Job, faces: dict[str, Face], order: list[tuple[str, str]], made: dict[str, Printable], complaints: Complaints
) -> list[Artifact]:
    """The sheets of faces that are laid out, or the complaint that they have no room."""
    press, part, printing = job.press, job.part, job.printing
    may_abut = _may_abut(faces, order)
    gap = printing.gap if printing.gap is not None else 0 if may_abut else APART_UM
    if gap == 0 and not may_abut:
        says = f"deck “{part.deck.name}”: cards abut that differ at their edges; a cut that is off shows a sliver of the next"
        complaints.say("W853", says, ("deck", part.deck.id), f"leave `gap` out: such cards stand {mm(APART_UM, 1)} mm apart")
    folds = ("",) if printing.pages != "fold" else (printing.flip,) if printing.flip else ("long", "short")
    wish = Wish(printing.turn, folds, printing.marks != "off")
    grid = grid_for(job.paper, part.trim, gap, job.wanted, wish)
    if grid is None:
        says, cure = no_room(job.paper, part.trim, gap, job.wanted, wish)
        more = lets_fit(job.paper, part.trim, gap, job.wanted, wish)
        complaints.say("E850", f"deck “{part.deck.name}”: {says}", _sized(press.program, part), "; ".join(filter(None, (cure, more))))
        return []
    if printing.gap is None and gap and job.wanted is None:
        _hint_at_room(job, grid, gap, wish, len(order), complaints)
    sheets = sheets_for(job.paper, grid, tuple(order), printing.edge, printing.pages, printing.marks)
    around = _around(job, grid, sheets, made)
    if around is None:
        says = f"deck “{part.deck.name}”: the watermark “{printing.watermark}” is too long for a card"
        complaints.say("E850", says, ("deck", part.deck.id), "shorten it")
        return []
    return [_artifact(job, impose(job.paper, sheets, made, around, press.fonts, printing))]


def _hint_at_room(job: Job, grid: Grid, gap: int, wish: Wish, cards: int, complaints: Complaints) -> None:
    """H854 where cards that stand apart by themselves take many more sheets than they would with another setting."""
    part = job.part
    more = roomier(job.paper, part.trim, gap, None, wish)
    now, then = -(-cards // grid.count), 0 if more is None else -(-cards // more.grid.count)
    if more is None or (now - then) < max(2, now // 4):
        return
    says = (
        f"deck “{part.deck.name}”: {grid.count} cards of {size_words(part.trim)} stand on a sheet of {job.paper.name}, {now} sheets in all"
    )
    cure = f"with {more.words} {more.grid.columns} × {more.grid.rows} fit, {then} sheets in all"
    complaints.say("H854", says, _sized(job.press.program, part), cure)


def _artifact(job: Job, data: bytes) -> Artifact:
    path = "-".join(filter(None, (job.part.deck.id, job.part.name, job.paper.id)))
    return Artifact(f"cards/{path}.pdf", data, _made_from(job))


def _front(press: Press, card: Card, place: Place, complaints: Complaints, said: Findings) -> Face:
    """The front of a card in a deck; also on the back of one with two faces."""
    face = front_of(press, card, place)
    judge_front(complaints, face, card)
    said.note(face, card)
    return face


def _back(press: Press, chosen: CardBack, complaints: Complaints, said: Findings) -> Face:
    face = back(press, chosen)
    judge_back(complaints, face, press.program.name)
    said.note_back(face, chosen.shows)
    return face


def _may_abut(faces: Mapping[str, Face], order: list[tuple[str, str]]) -> bool:
    """Whether one cut may serve two cards: where all fronts, and all backs, have the same at their edges, and it runs on."""
    sides = ({faces[key].edge for key, _ in order}, {faces[key].edge for _, key in order})
    return all(len(edges) == 1 and "" not in edges for edges in sides)


def _sized(program: Program, part: Part) -> tuple[str, str]:
    """What says the size of the cards: their type, the theme, or nothing but the deck."""
    kind = program.by_id.card_types.get(part.cards[0][0].type)
    if kind is not None and kind.size:
        return ("card_type", kind.id)
    return ("theme", "card_size") if "card_size" in dict(program.printed.theme) else ("deck", part.deck.id)


def _around(job: Job, grid: Grid, sheets: tuple[Sheet, ...], pdfs: dict[str, Printable]) -> Imposed | None:
    """What stands beside the cards, and over them; None where the watermark is too long for them."""
    program, part, paper, printing = job.press.program, job.part, job.paper, job.printing
    stamp = Stamp(program.name, part.deck.name, part.says, program.version, _stamp_digest(job, pdfs))
    look = SheetLook(job.press.theme, job.press.fonts, strings_of(program), job.press.cache)
    texts = sheet_texts(paper, grid, sheets, stamp, look, how_printed(printing)).pdf
    title = f"{part.deck.name}: {part.says}" if part.says else part.deck.name
    over = watermark(part.trim, printing.watermark, look) if printing.watermark else b""
    return None if over is None else Imposed(f"{title} ({program.name})", f"{stamp.version} {stamp.digest}", texts, over)


def _stamp_digest(job: Job, pdfs: dict[str, Printable]) -> str:
    """Twelve digits that change with any face of the part and with the copies of any card."""
    printed = {
        "faces": {key: _hashes(face) for key, face in pdfs.items()},
        "copies": [[card.id, copies] for card, copies in job.cards],
    }
    return digest(printed)[:12]


def _hashes(face: Printable) -> list[str]:
    return [*(hashlib.sha256(part).hexdigest() for part in (face.pdf, face.art)), *(picture.key for _, picture in face.pictures)]


def _made_from(job: Job) -> tuple[str, ...]:
    program, deck, owner = job.press.program, job.part.deck, job.part.backs.owner
    cards = [card for card, _ in job.cards]
    backs = [back_of(program, owner, card) for card in cards]
    cards += [program.by_id.cards[item.card] for item in backs if item.card]
    names = {f"card {card.id}" for card in cards} | {f"deck {deck.id}", f"deck {owner.id}", "theme", "icons"}
    factions = {deck.faction, *(item.faction for item in backs), *(card.faction for card in cards)}
    names |= {f"faction {name}" for name in factions if name}
    names |= {f"slot {card.slot}" for card in cards if card.slot}
    names |= {f"card_type {card.type}" for card in cards if card.type}
    names |= {f"attribute {name}" for card in cards for name, _ in (*card.values, *card.words)}
    names |= {f"layout {layout.id}" for card in cards if (layout := layout_of(program, card)) is not None}
    return tuple(sorted(names))
