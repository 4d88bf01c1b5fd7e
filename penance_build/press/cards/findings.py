"""What is wrong with faces in layouts of the game's own: one problem for each box, at its line, with the card where it is worst."""

from __future__ import annotations

from penance_build.ir.nodes import Card
from penance_build.press.cards.faces import Face
from penance_build.press.complaints import Complaints
from penance_build.press.layouts.finding import Finding

_NAMED = 3


class Findings:
    """Collects the findings of many cards."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str, str], list[tuple[Finding, Card]]] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(map(len, self._found.values()))

    def note(self, face: Face, card: Card) -> None:
        """Keep what is wrong with one card; what is wrong with a file is another thing for each file."""
        for finding in face.findings:
            apart = finding.says if not finding.amount else ""
            self._found.setdefault((face.layout, finding.box, finding.code, apart), []).append((finding, card))

    def tell(self, complaints: Complaints) -> None:
        """Say each once."""
        for (layout, box, _, _), found in self._found.items():
            worst, card = max(found, key=lambda item: item[0].amount)
            others = list(dict.fromkeys(other.name for _, other in found if other.id != card.id))
            more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
            also = f"; so it is with {', '.join(others[:_NAMED])}{more}" if others else ""
            where = f"box `{box}` of the layout `{layout}`" if box else f"ground of the layout `{layout}`"
            entity = ("layout box", f"{layout}.{box}") if box else ("layout", layout)
            if not layout:
                where, entity = "its panel", ("card", card.id)
            complaints.say(worst.code, f"card {card.name!r}, {where}: {worst.says}{also}", entity, worst.cure)
