"""What is wrong with faces in layouts of the game's own: one problem for each cause, at its line, with the card where it is worst.

A box that asks for more than its pictures have is one cause, however many pictures it shows; pictures that are too coarse in two boxes
are one cause as well.
"""

from __future__ import annotations

from penance_build.diagnostics.problem import Span
from penance_build.ir.nodes import Card
from penance_build.ir.record import Record
from penance_build.press.cards.faces import Face
from penance_build.press.complaints import Complaints, Entity
from penance_build.press.layouts.finding import Finding

_NAMED = 3


class _Found(Record):
    """A finding of one face: ``name`` of the card, or "" of a back; ``place`` is what the picture stands in that has no layout."""

    finding: Finding
    layout: str
    card: str
    name: str
    place: Entity

    @property
    def where(self) -> str:
        """The face and the part of it, in words."""
        whose, finding = f"card “{self.name}”" if self.card else "the back of the cards", self.finding
        if not self.layout:
            return f"{whose}, its panel" if self.card else whose
        return f"{whose}, {f'box `{finding.box}`' if finding.box else 'ground'} of the layout `{self.layout}`"

    @property
    def entity(self) -> Entity:
        """What it is defined as."""
        box = self.finding.box
        return self.place if not self.layout else ("layout box", f"{self.layout}.{box}") if box else ("layout", self.layout)


class Findings:
    """Collects the findings of many cards and backs."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], list[_Found]] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(map(len, self._found.values()))

    def note(self, face: Face, card: Card) -> None:
        """Keep what is wrong with one card; what cannot be had of a file is another thing for each file."""
        self._note(face, card.id, card.name, ("card", card.id))

    def note_back(self, face: Face, shown: str) -> None:
        """Keep what is wrong with a back that shows this picture or layout."""
        self._note(face, "", "", ("back", shown))

    def _note(self, face: Face, card: str, name: str, place: Entity) -> None:
        for finding in face.findings:
            apart = finding.says if not finding.amount else ""
            side = "" if card or face.layout else place[1]
            key = (face.layout, finding.box, finding.code, apart, side)
            self._found.setdefault(key, []).append(_Found(finding, face.layout, card, name, place))

    def tell(self, complaints: Complaints) -> None:
        """Say each once."""
        causes: dict[tuple[object, ...], list[_Found]] = {}
        for key, group in self._found.items():
            files = frozenset(item.finding.file for item in group)
            # The same pictures in another box are coarse for the same reason, and of another form for one of its own.
            first = group[0].finding
            # So is what stands in a file that several boxes name.
            whole = (files,) if first.code == "W836" else key if first.at is None else (first.code, first.says, first.at)
            causes.setdefault(whole, []).extend(group)
        for found in causes.values():
            _tell(complaints, found)


def _tell(complaints: Complaints, found: list[_Found]) -> None:
    worst = max(found, key=lambda item: item.finding.amount)
    others = list(dict.fromkeys(item.name for item in found if item.card and item.card != worst.card))
    pictures = list(dict.fromkeys(item.finding.file for item in found if item.finding.file != worst.finding.file))
    told = _named(others)
    if pictures:
        cards = len({item.card for item in found if item.card})
        told = f"{len(pictures)} other picture{'s' if len(pictures) > 1 else ''}{f', on {cards} cards in all' if cards else ''}"
        told = f"{told}: {_named(pictures)}"
    boxes = tuple(dict.fromkeys(item.entity for item in found if item.layout and item.entity != worst.entity))
    says = f"{worst.where}: {worst.finding.says}{f'; so it is with {told}' if told else ''}"
    spot = worst.finding.at
    at = None if spot is None else Span(spot.file, spot.line, spot.column, spot.line, spot.end)
    complaints.say(worst.finding.code, says, worst.entity, worst.finding.cure, boxes, at)


def _named(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"
