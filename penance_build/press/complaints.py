"""What goes wrong in printing, as problems: one sentence each, with the card, the place and the millimetres."""

from __future__ import annotations

from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem, Problems, Span
from penance_build.ir.nodes import Card
from penance_build.press.faces import Face
from penance_build.press.theme import mistakes
from penance_build.press.trims import TRIMS

_PARTS = {
    "name": "name",
    "rules": "text",
    "quiet": "last line",
    "marks": "line of marks",
    "kind": "type",
    "back": "name",
    "cost": "cost",
    "unit": "label in the edge strip",
}


class Complaints:
    """Collects the problems of one product."""

    def __init__(self, compilation: Compilation) -> None:
        """Positions come from the compilation."""
        self._spans = compilation.spans
        self._problems = Problems()

    @property
    def has_errors(self) -> bool:
        """Whether nothing may be written."""
        return self._problems.has_errors

    def found(self) -> tuple[Problem, ...]:
        """All of them, in the order of the report."""
        return tuple(self._problems.sorted())

    def say(self, code: str, message: str, entity: tuple[str, str], hint: str = "") -> None:
        """Add one problem, at the place where its entity is defined."""
        span = self._spans.get(entity) or Span("game.yaml", 0, 0, 0, 0)
        self._problems.add(Problem(code, message, span, hint=hint, entity=entity))

    def check_theme(self, theme: tuple[tuple[str, str], ...]) -> bool:
        """Say which values of the theme cannot be understood; whether all can."""
        wrong = list(mistakes(theme))
        size = dict(theme).get("card_size", "")
        if size and size not in TRIMS:
            wrong.append(("card_size", size, f"one of {', '.join(TRIMS)}"))
        for key, value, expected in wrong:
            self.say("E809", f"the theme's {key} is {value!r}; expected {expected}", ("theme", key))
        return not wrong

    def judge_front(self, face: Face, card: Card) -> None:
        """Say what is wrong with the front of a card."""
        self._judge(face, f"card {card.name!r}", ("card", card.id))
        for icon in face.unknown_icons:
            self.say("E804", f"card {card.name!r} uses the icon {icon!r}, which the game does not define", ("card", card.id))
        if face.bad_markup:
            self.say("E805", f"the text of card {card.name!r} has markup that cannot be read: {face.bad_markup}", ("card", card.id))

    def judge_back(self, face: Face, game: str) -> None:
        """Say what is wrong with a back, on which only the name of the game stands."""
        self._judge(face, f"the back of the cards of {game!r}", ("game", game))

    def _judge(self, face: Face, whose: str, entity: tuple[str, str]) -> None:
        for overflow in face.overflows:
            part = _PARTS.get(overflow.box, overflow.box)
            code = "E801" if overflow.box == "rules" else "E802"
            way = "high" if overflow.below > overflow.right else "wide"
            says = f"{whose}: the {part} is {overflow.millimetres} mm too {way} for its box at the smallest size allowed"
            self.say(code, says, entity, hint=f"shorten the {part}")
        for char in face.missing:
            says = f"{whose}: no font of the theme has the character {char!r} (U+{ord(char):04X})"
            self.say("E803", says, entity, hint="write it as an {icon:NAME} or in other words")
        if face.laid_out is None:
            return
        if face.laid_out.pages != 1:
            self.say("E806", f"{whose} takes {face.laid_out.pages} pages", entity)
        for line in face.laid_out.warnings:
            self.say("W807", f"{whose}: {line}", entity)
