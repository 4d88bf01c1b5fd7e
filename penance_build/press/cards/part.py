"""Cards of a deck that are printed together, and the name under which their sheets are kept: a hash of all that they are made from.

A part without files of the game is made anew only where something in it changed. What is in the hash is more than what is printed: of
the rules everything but other cards, steps, tables and proofs. Too much in it costs a few sheets that are made anew; too little would
print what is no longer true.
"""

from __future__ import annotations

from msgspec.structs import asdict

from penance_build.ir.canonical import digest as digest_of
from penance_build.ir.nodes import Card, DeckDef, Printed, Program, Proved
from penance_build.ir.record import Record, replace
from penance_build.press.backs.chosen import DeckBack, back_of
from penance_build.press.cards.face_text import shown_attributes
from penance_build.press.cards.faces import Press
from penance_build.press.cards.saying import layout_of
from penance_build.press.digest import digest
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.trims import Trim
from penance_build.press.text.libraries import versions
from penance_build.product import Printing, Selection

_FORMAT = 2


class Part(Record):
    """Cards of a deck that are printed together: of one size, and with the backs of one deck. ``name`` is "" where it is the whole deck."""

    deck: DeckDef
    backs: DeckBack
    trim: Trim
    cards: tuple[tuple[Card, int], ...]
    name: str
    says: str


class Job(Record):
    """What the sheets of a part are made with; ``made_by`` is the digest of the program, or "" where nothing is kept whole.

    ``shared`` is the digest of the rules that all parts may depend on, ``chosen`` says which cards are printed.
    """

    press: Press
    paper: Paper
    wanted: tuple[int, int] | None
    part: Part
    made_by: str = ""
    shared: str = ""
    printing: Printing = Printing()
    chosen: Selection = Selection()

    @property
    def cards(self) -> tuple[tuple[Card, int], ...]:
        """The cards that are printed, and how often each."""
        deck, chosen = self.part.deck.id, self.chosen
        counted = ((card, chosen.count(deck, card.id, copies)) for card, copies in self.part.cards)
        return tuple((card, copies) for card, copies in counted if copies)

    @property
    def spares(self) -> int:
        """How many spare cards come with them: with whole decks alone."""
        return 0 if self.chosen.cards or self.chosen.changed is not None else self.printing.blanks


def shared_by_parts(program: Program) -> str:
    """The digest of what the sheets of any cards may say or show: all but cards and decks, what procedures and tables do, and proofs."""
    signatures = tuple(replace(procedure, body=()) for procedure in program.procedures if not procedure.id.startswith("card."))
    tables = tuple(replace(table, rows=()) for table in program.tables)
    names = tuple(card.id for card in program.cards)
    enums = tuple(enum for enum in program.enums if tuple(member.id for member in enum.members) != names)  # one is of all cards
    printed: Printed = replace(program.printed, reference=())
    rules = replace(program, procedures=signatures, tables=tables, enums=enums, cards=(), decks=(), setups=())
    return digest_of(replace(rules, printed=printed, proved=Proved(), bots=(), card_sets=()))


def key_of(job: Job) -> str:
    """The name under which the sheets are kept, or "" where they are not: where something shows files of the game."""
    program, part = job.press.program, job.part
    if not job.made_by or any(words.kind == "image" for words in program.printed.words):
        return ""
    cards, behind = [card for card, _ in part.cards], [back_of(program, part.backs.owner, card) for card, _ in part.cards]
    cards += [program.by_id.cards[back.card] for back in behind if back.card]
    if any(back.shows for back in behind) or any(layout_of(program, card) is not None for card in cards):
        return ""
    effects = [program.by_id.procedures.get(card.procedure) for card in cards]
    made_from = {
        "format": _FORMAT,
        "program": job.made_by,
        "versions": dict(versions()),
        "shared": job.shared,
        "fonts": job.press.fonts.digest,
        "cards": [digest_of(card) for card in cards],
        "shown": [[text for _, _, text in shown_attributes(program, card)] for card in cards],  # it may be the name of another
        "effects": [digest_of(effect) if effect is not None else "" for effect in effects],
        "deck": digest_of(part.deck),
        "part": [part.name, part.says, *part.trim.name.split(), str(part.trim.width_um), str(part.trim.height_um)],
        "copies": [[card.id, copies] for card, copies in job.cards],
        "printing": asdict(job.printing),
        "spares": job.spares,
        "backs": [list(back.named) for back in behind],
        "paper": [job.paper.id, job.paper.name, job.paper.width_um, job.paper.height_um, job.paper.margin_um, job.paper.is_inch],
        "wanted": list(job.wanted or ()),
    }
    return f"sheets-{digest(made_from)}"
