"""One side of a comparison as it is looked at: its program, what was written, and what of that lives under its options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from penance_build.compilation import Compilation
from penance_build.compile import Before
from penance_build.diagnostics.problem import Span
from penance_build.diff.describing.definitions import NOTHING, Definition, Written, definitions
from penance_build.diff.describing.steps import Line, lines
from penance_build.diff.result import Key
from penance_build.ir.nodes import Program
from penance_build.model.context.options import Conditions
from penance_build.model.context.rule import EFFECT
from penance_build.surface.game import Game
from penance_build.surface.nodes import Item
from penance_build.surface.rules import Procedure


class View:
    """A compilation, looked at by kind and id."""

    def __init__(self, compilation: Compilation) -> None:
        before = compilation.before
        assert isinstance(before, Before)
        self.compilation = compilation
        self.game: Game = before.game
        self.options = dict(compilation.options)
        self._conditions = Conditions(self.game.options, [])

    @cached_property
    def program(self) -> Program:
        """The program of a game that compiles."""
        assert self.compilation.program is not None
        return self.compilation.program

    @cached_property
    def compiled(self) -> Mapping[str, Mapping[str, Definition]]:
        """What was compiled, by kind and id."""
        return definitions(self.program)

    @cached_property
    def written(self) -> Mapping[str, Mapping[str, Item]]:
        """What was written, by kind and id."""
        sides = {str(at): side for at, side in enumerate(self.game.reference, 1)}
        return {**self.game.kinds, **({"reference": sides} if sides else {})}

    def lives(self, item: Item) -> bool:
        """Whether something exists under the options."""
        return self._conditions.holds(item, self.options)

    def live(self, kind: str) -> Mapping[str, Item]:
        """What was written of a kind and exists under the options."""
        return {name: item for name, item in self.written.get(kind, {}).items() if self.lives(item)}

    def key(self, kind: str, name: str) -> Key:
        """A definition with the name that it bears here."""
        item: object = self.compiled.get(kind, {}).get(name) if self.compilation.program is not None else None
        called = getattr(item if item is not None else self.written.get(kind, {}).get(name), "name", "")
        return Key(kind, name, called if isinstance(called, str) else "")

    def span(self, kind: str, name: str) -> Span | None:
        """Where a definition stands."""
        item = self.written.get(kind, {}).get(name)
        if item is None and kind == "game" and self.game.title is not None:
            return self.game.title.at.key_span
        return None if item is None else item.at.key_span

    def head(self, kind: str, name: str) -> Written:
        """What of a procedure, a table or a claim is read where it was written."""
        if kind == "procedure" and name in self.game.procedures:
            item = self.game.procedures[name]
            declared = {result.name: result.type.text for result in item.results if self.lives(result)}
            return Written(frozenset(given.name for given in item.inputs), declared)
        if kind == "table" and name in self.game.tables:
            return Written(None, {column.name: column.type.text for column in self.game.tables[name].outputs})
        claim = self.game.figures.get(name) if kind == "claim" else None
        return NOTHING if claim is None or claim.asked.where is None else Written(event=claim.asked.where.text)

    def body(self, name: str) -> tuple[Line, ...] | None:
        """The lines of a procedure or of the effect of a card; None where the compiler made it."""
        if name.startswith(EFFECT):
            card = self.game.cards.get(name.removeprefix(EFFECT))
            return None if card is None or card.effects is None else tuple(lines(card.effects, self.lives))
        item = self.game.procedures.get(name)
        return None if item is None else (*self._head(item), *lines(item.body, self.lives))

    def _head(self, item: Procedure) -> tuple[Line, ...]:
        """What the head of a procedure says beside its inputs and results: the groups of inputs, and what results begin with."""
        found = [Line(0, f"uses {group.text}", "", group.span) for group in item.uses]
        for result in item.results:
            if self.lives(result) and result.default is not None:
                found.append(Line(0, f"result {result.name} = {result.default.text}", "", result.default.span))
        return tuple(found)
