"""One generated file while it is being written: its names and the constants it declares."""

from __future__ import annotations

import json
from collections.abc import Callable

from penance_build.engine.planning.plan import Nested, Plan
from penance_build.engine.writing.names import Names
from penance_build.ir import nodes


def quoted(text: str) -> str:
    """A string literal that both languages read alike: ASCII only."""
    return json.dumps(text, ensure_ascii=True)


class Module:
    """The constants and names of one generated file."""

    def __init__(self, plan: Plan, reserved: frozenset[str], declare: Callable[[str, Nested], str]) -> None:
        self.plan = plan
        self.names = Names(reserved)
        self.constants: list[str] = []
        self.functions: list[str] = []
        self._known: set[str] = set()
        self._declare = declare

    def constant(self, name: str, value: Nested) -> str:
        """Declare a constant once; the answer is its name."""
        if name not in self._known:
            self._known.add(name)
            self.constants.append(self._declare(name, value))
        return name

    def once(self, name: str) -> bool:
        """Whether this is the first time that the name is asked for."""
        fresh = name not in self._known
        self._known.add(name)
        return fresh

    def face_constant(self, die: str, attr: str) -> str:
        """The array of an attribute of the faces of a die."""
        return self.constant(self.names.of(die, "_A_", attr), self.plan.face_values(die, attr))

    def card_constant(self, attr: str) -> str:
        """The array of an attribute of the cards."""
        return self.constant(self.names.of(attr, "_C_"), self.plan.card_values(attr))

    def words(self, kind: nodes.Type) -> str:
        """The array of printed names of an enum, a die or the cards."""
        program = self.plan.program
        if kind.kind == "enum":
            members = program.by_id.enums[kind.ref].members
            return self.constant(self.names.of(kind.ref, "_W_"), tuple(item.name for item in members))
        if kind.kind == "card":
            return self.constant("_W_", tuple(card.name for card in program.cards))
        return self.constant(self.names.of(kind.ref, "_F_"), tuple(face.name for face in self.plan.dice[kind.ref].faces))

    def tokens(self, kind: nodes.Type) -> str:
        """The array of ids of an enum, or of what the faces of a die print as."""
        if kind.kind == "enum":
            members = self.plan.program.by_id.enums[kind.ref].members
            return self.constant(self.names.of(kind.ref, "_I_"), tuple(item.id for item in members))
        die = self.plan.dice[kind.ref]
        shown = self.plan.face_values(die.id, "value") if die.has_values else tuple(face.id for face in die.faces)
        return self.constant(self.names.of(kind.ref, "_K_"), shown)
