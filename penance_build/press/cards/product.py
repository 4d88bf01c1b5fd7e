"""The product ``cards``: for each deck one PDF of sheets, fronts and backs in turn, with every copy of every card."""

from __future__ import annotations

import hashlib

from penance_build.compilation import Compilation
from penance_build.ir.nodes import Card, DeckDef
from penance_build.ir.record import Record
from penance_build.press.cards.back import back, back_of
from penance_build.press.cards.complaints import judge_back, judge_front
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.faces import Face, Press, press_of
from penance_build.press.cards.findings import Findings
from penance_build.press.cards.own_face import front_of
from penance_build.press.cards.saying import layout_of
from penance_build.press.cards.sheet_text import Stamp, around_sheet, stamp_page
from penance_build.press.complaints import Complaints
from penance_build.press.digest import digest
from penance_build.press.imposition.impose import Imposed, Printable, impose
from penance_build.press.imposition.papers import PAPERS, Grid, Paper, grid_for
from penance_build.press.imposition.sheets import Sheet, sheets_for
from penance_build.product import Artifact, Produced, Settings


class _Job(Record):
    """One deck, and what its faces and sheets are made with."""

    press: Press
    paper: Paper
    grid: Grid
    deck: DeckDef
    cards: tuple[tuple[Card, int], ...]


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``cards/<deck>-<paper>.pdf`` for every deck of the program.

    Raises ``PrintLibraryMissing`` where the machine lacks Pango or HarfBuzz.
    """
    program = compilation.program
    if program is None or not program.decks:
        return Produced(())
    complaints, said = Complaints(compilation), Findings()
    press = press_of(program, complaints, settings)
    if press is None:
        return Produced((), complaints.found())
    paper = PAPERS[settings.paper]
    grid = grid_for(paper, press.trim)
    assert grid is not None
    artifacts = []
    for deck in program.decks:
        known = program.by_id.cards
        job = _Job(press, paper, grid, deck, tuple((known[name], copies) for name, copies in deck.cards))
        artifacts.extend(_deck(job, settings, complaints, said))
    said.tell(complaints)
    return Produced(() if complaints.has_errors else tuple(artifacts), complaints.found())


def _deck(job: _Job, settings: Settings, complaints: Complaints, said: Findings) -> list[Artifact]:
    faces: dict[str, Face] = {}
    order: list[tuple[str, str]] = []
    for number, (card, copies) in enumerate(job.cards, start=1):
        front_key, behind = f"front {card.id}", back_of(job.press, job.deck, card)
        back_key = f"back {behind.seed}"
        faces[front_key] = front_of(job.press, card, (job.deck, DeckPosition(number, len(job.cards), copies)))
        judge_front(complaints, faces[front_key], card)
        said.note(faces[front_key], card)
        if back_key not in faces:
            faces[back_key] = back(job.press, f"{job.press.program.game} {behind.seed}", behind.tincture)
            judge_back(complaints, faces[back_key], job.press.program.name)
        order.extend([(front_key, back_key)] * copies)
    if not order:
        return []
    made = {key: Printable(face.laid_out.pdf, face.art, face.pictures) for key, face in faces.items() if face.laid_out is not None}
    if complaints.has_errors or len(made) < len(faces):
        return []
    sheets = sheets_for(job.paper, job.grid, tuple(order))
    data = impose(job.paper, sheets, made, _around(job, sheets, made), job.press.fonts)
    return [Artifact(f"cards/{job.deck.id}-{settings.paper}.pdf", data, _made_from(job))]


def _around(job: _Job, sheets: tuple[Sheet, ...], pdfs: dict[str, Printable]) -> Imposed:
    program = job.press.program
    stamp = Stamp(program.name, job.deck.name, program.version, _stamp_digest(job, pdfs))
    overlays = {(sheet.side, sheet.number): around_sheet(job.paper, job.grid, sheet, stamp, job.press).pdf for sheet in sheets}
    stamped = stamp_page(job.paper, job.grid, stamp, job.press).pdf
    return Imposed(f"{job.deck.name} ({program.name})", f"{stamp.version} {stamp.digest}", overlays, stamped)


def _stamp_digest(job: _Job, pdfs: dict[str, Printable]) -> str:
    """Twelve digits that change with any face of the deck and with the copies of any card."""
    printed = {
        "faces": {key: _hashes(face) for key, face in pdfs.items()},
        "copies": [[card.id, copies] for card, copies in job.cards],
    }
    return digest(printed)[:12]


def _hashes(face: Printable) -> list[str]:
    return [*(hashlib.sha256(part).hexdigest() for part in (face.pdf, face.art)), *(picture.key for _, picture in face.pictures)]


def _made_from(job: _Job) -> tuple[str, ...]:
    names = {f"card {card.id}" for card, _ in job.cards} | {f"deck {job.deck.id}", "theme", "icons"}
    names |= {f"faction {name}" for name in [job.deck.faction, *(card.faction for card, _ in job.cards)] if name}
    names |= {f"slot {card.slot}" for card, _ in job.cards if card.slot}
    names |= {f"card_type {card.type}" for card, _ in job.cards if card.type}
    names |= {f"attribute {name}" for card, _ in job.cards for name, _ in (*card.values, *card.words)}
    names |= {f"layout {layout.id}" for card, _ in job.cards if (layout := layout_of(job.press.program, card)) is not None}
    return tuple(sorted(names))
