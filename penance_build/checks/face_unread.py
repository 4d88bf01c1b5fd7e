"""W314: a die with faces of its own that no rule rolls, a face or a value that no rule reads: it does nothing, whatever it says.

A face is read by a rule that counts it, or that reads a value which the face declares, if only a 0. Cases: ``tests/cases/bad/names``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.checks.face_uses import Uses, uses_of
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.declarations import Die
from penance_build.surface.game import Game
from penance_build.surface.nodes import At


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find what no rule reads of the dice, under any options; a game without rules reads nothing."""
    if not game.procedures:
        return []
    uses, dice = uses_of(combinations), {die.id: die for each in reversed(combinations) for die in each.program.dice}
    return [
        Problem("W314", message, at.key_span, hint, entity=("die", name), path=at.path)
        for name, written in game.dice.items()
        if name in dice and written.faces
        for message, at, hint in _unread(written, dice[name], uses.get(name, Uses()))
    ]


def _unread(written: Die, die: ir.Die, uses: Uses) -> Iterator[tuple[str, At, str]]:
    if not uses.is_rolled:
        yield f"no rule rolls `{die.id}`", written.at, "let a rule roll it, or remove it"
        return
    places = {face.id: place for place, face in enumerate(die.faces)}
    named: dict[str, At] = {}
    for face in written.faces:
        own = [name for name, _ in face.values]
        named.update({name: face.at for name in own if name != "value" and name not in named})
        is_asked = any(answer != ir.Const(0) for answer in uses.answers(die, places[face.id.text]))
        if not is_asked and not uses.is_compared and not uses.read.intersection(own):
            hint = "let a rule count it, or give it a value that a rule reads; a 0 says that it does nothing"
            yield f"no rule reads the face `{face.id.text}` of `{die.id}`", face.at, hint
    for name, at in named.items():
        if name not in uses.read:
            hint = f"let a rule read it, as sum(roll, {name}) or face.{name}, or remove it"
            yield f"no rule reads the value `{name}` of the faces of `{die.id}`", at, hint
