"""The faces of a game, drawn: which cards lie in which pile, and a page for each front and each back.

All that exits know of the press is here.
"""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.exits.builds import Builds, builds_of
from penance_build.ir.nodes import Card, DeckDef, Program
from penance_build.ir.record import Record, replace
from penance_build.press.backs.called import BackNames
from penance_build.press.backs.chosen import DeckBack, back_of, deck_backs, printed_decks
from penance_build.press.cards.back import back
from penance_build.press.cards.complaints import judge_back, judge_front
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.faces import Face, Press, press_of
from penance_build.press.cards.findings import Findings
from penance_build.press.cards.own_face import front_of, setting_of
from penance_build.press.cards.saying import Place, layout_of
from penance_build.press.complaints import Complaints
from penance_build.press.faces.single import single_page
from penance_build.press.imposition.impose import Printable
from penance_build.press.imposition.trims import BLEED_UM
from penance_build.press.layouts.places import on_card
from penance_build.press.look.sizes import trim_for
from penance_build.press.text.fonts import FontSet
from penance_build.product import Settings

# What files of other things begin with, before a dash, or are called.
_OTHERS = ("back", "board", "order", "pile", "token")


class Field(Record):
    """A part of a face by its name, and where it stands: micrometres from the corner of the trim."""

    name: str
    left: int
    top: int
    right: int
    bottom: int


class Drawn(Record):
    """A face: ``page`` is a PDF of the trim with its bleed, and its TrimBox; ``size`` is the trim in micrometres.

    ``card`` is the id of the card whose front it is, or "" for a back. ``bled`` are the parts that end at the cut or before it leaves
    the bleed, with how far they reach beyond the cut.
    """

    name: str
    title: str
    card: str
    size: tuple[int, int]
    bleed: int
    page: bytes
    fields: tuple[Field, ...]
    bled: tuple[tuple[str, int], ...]

    @property
    def about(self) -> tuple[str, str]:
        """What a problem of it is told of, as kind and id."""
        return ("card", self.card) if self.card else ("theme", "backs")


class Entry(Record):
    """A card of a pile: its copies, and the keys of its front and back."""

    card: Card
    number: int
    copies: int
    front: str
    back: str


class Pile(Record):
    """Cards that lie together: those of a deck, or a part of them; ``deck`` is its id."""

    id: str
    name: str
    entries: tuple[Entry, ...]
    deck: str

    @property
    def stem(self) -> str:
        """What names of its files begin with: its id, behind ``pile-`` where files of other things begin so."""
        return f"pile-{self.id}" if self.id.partition("-")[0] in _OTHERS else self.id

    @property
    def cards(self) -> int:
        """How many cards there are, copies too."""
        return sum(entry.copies for entry in self.entries)


class Faces(Record):
    """All piles of a game and the faces of their cards, by key; the inks of their theme, and the fonts that they are set in."""

    piles: tuple[Pile, ...]
    faces: Mapping[str, Drawn]
    builds: Builds
    fonts: FontSet


class _Part(Record):
    """Cards of a deck that lie together: of one size, and with the backs of one deck."""

    deck: DeckDef
    backs: DeckBack
    press: Press
    id: str
    name: str


def draw(program: Program, settings: Settings, complaints: Complaints) -> Faces | None:
    """Every face of every deck; None where the complaints say what is wrong. Raises ``PrintLibraryMissing``.

    As on card sheets, a deck that is shuffled into several others has a pile for each, with its backs, and one for each size of cards.
    """
    press, said = press_of(program, complaints, settings), Findings()
    if press is None:
        return None
    backs = deck_backs(program)
    drawing = _Drawing(complaints, said, BackNames(program, backs))
    piles = [drawing.pile(part) for part in _parts(program, press, backs)]
    said.tell(complaints)
    return None if complaints.has_errors else Faces(tuple(piles), drawing.faces, builds_of(press.theme), press.fonts)


def _parts(program: Program, press: Press, backs: Mapping[str, tuple[DeckBack, ...]]) -> list[_Part]:
    made = []
    for deck in printed_decks(program):
        trims = {trim.name: trim for trim in (trim_for(program, program.by_id.cards[name]) for name, _ in deck.cards)}
        for owner in backs[deck.id]:
            for trim in trims.values():
                size = trim.name if len(trims) > 1 else ""
                name = ", ".join(filter(None, (deck.name, owner.name, size)))
                id_ = "-".join(filter(None, (deck.id, owner.id, size)))
                made.append(_Part(deck, owner, replace(press, trim=trim), id_, name))
    return made


class _Drawing:
    """Draws the faces of piles, each once; ``faces`` are those that there are by now."""

    def __init__(self, complaints: Complaints, said: Findings, names: BackNames) -> None:
        self.faces: dict[str, Drawn] = {}
        self._complaints, self._said, self._names = complaints, said, names
        self._behind: dict[tuple[str, bytes], str] = {}  # of fronts that are backs: the key of what looks so

    def pile(self, part: _Part) -> Pile:
        """The cards that lie together."""
        entries, press, deck = [], part.press, part.deck
        program = press.program
        cards = [(number, program.by_id.cards[name], copies) for number, (name, copies) in enumerate(deck.cards, start=1)]
        ours = [item for item in cards if trim_for(program, item[1]) == press.trim]
        setting = setting_of(press, (card for _, card, _ in ours))
        for number, card, copies in ours:
            place = (deck, DeckPosition(number, len(deck.cards), copies, setting))
            front_key = f"front {deck.id} {card.id}"
            if front_key not in self.faces:
                self._keep(press, front_key, self._front(press, card, place), (card.id, card.name, card.id))
            entries.append(Entry(card, number, copies, front_key, self._back(part, card, place)))
        return Pile(part.id, part.name, tuple(entries), deck.id)

    def _back(self, part: _Part, card: Card, place: Place) -> str:
        """The key of the back of a card."""
        press, chosen = part.press, back_of(part.press.program, part.backs.owner, card)
        if chosen.card:
            return self._two_faced(press, press.program.by_id.cards[chosen.card], place)
        called = self._names.of(chosen, press.trim)
        key = f"back {called}"
        if key not in self.faces:
            face = back(press, chosen)
            judge_back(self._complaints, face, press.program.name)
            self._said.note_back(face, chosen.shows)
            self._keep(press, key, face, (called, chosen.text, ""))
        return key

    def _two_faced(self, press: Press, other: Card, place: Place) -> str:
        """The key of the front of another card as the back of the one at a place, which it says; where it looks as at another, the same."""
        key = f"behind {place[0].id} {other.id} {place[1].number}"
        if key in self.faces:
            return key
        self._keep(press, key, self._front(press, other, place), (other.id, other.name, other.id))
        if key not in self.faces:
            return key
        drawn = self.faces[key]
        same = self._behind.setdefault((other.id, drawn.page), key)
        if same == key:
            self.faces[key] = replace(drawn, name=self._names.free(other.id))
        else:
            del self.faces[key]
        return same

    def _front(self, press: Press, card: Card, place: Place) -> Face:
        face = front_of(press, card, place)
        judge_front(self._complaints, face, card)
        self._said.note(face, card)
        return face

    def _keep(self, press: Press, key: str, face: Face, called: tuple[str, str, str]) -> None:
        """Draw a face that has been laid out; one that has not is a problem already."""
        if face.laid_out is None:
            return
        name, title, card = called
        trim, printable = press.trim, Printable(face.laid_out.pdf, face.art, face.pictures)
        page = single_page(printable, press.fonts, trim, title, with_bleed=True)
        known = press.program.by_id.cards.get(card)
        fields, bled = _fields(press, face, known)
        self.faces[key] = Drawn(name, title, card, (trim.width_um, trim.height_um), BLEED_UM, page, fields, bled)


def _fields(press: Press, face: Face, card: Card | None) -> tuple[tuple[Field, ...], tuple[tuple[str, int], ...]]:
    layout = None if card is None else layout_of(press.program, card)
    if layout is None:
        assert face.laid_out is not None
        shift = BLEED_UM
        named = [(name.removesuffix("-text"), box) for name, box in sorted(face.laid_out.boxes.items())]
        return tuple(Field(name, *(edge - shift for edge in box)) for name, box in named), ()
    boxes = on_card(layout.boxes, press.trim)
    fields = tuple(Field(box.id, box.left, box.top, box.left + box.width, box.top + box.height) for box in boxes)
    painted = {box.id for box in boxes if box.kind in ("rectangle", "picture")}
    return fields, tuple(short for field in fields if field.name in painted for short in _short(press, field))


def _short(press: Press, field: Field) -> list[tuple[str, int]]:
    """How far a part that comes to the cut reaches beyond it, where that is not all of the bleed."""
    beyond = (-field.left, -field.top, field.right - press.trim.width_um, field.bottom - press.trim.height_um)
    least = [over for over in beyond if 0 <= over < BLEED_UM]
    return [(field.name, min(least))] if least else []
