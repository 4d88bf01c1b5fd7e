"""W714: a face of a die that says other than rules do with it; E713 (``model/declarations/marks.py``) is a text against the marks.

What rules do with a face is what they ask of it, and the answers. Faces with the same answers say the same, faces with the same
text have the same answers, and a number that rules add up is read by a hole. A die without a text says nothing.
Cases: ``tests/cases/bad/names``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from penance_build.checks.distinct import names_read
from penance_build.checks.face_uses import Uses, uses_of
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.declarations import Die
from penance_build.surface.game import Game
from penance_build.surface.nodes import At
from penance_build.wording.check import written_number

_Found = tuple[str, At, str]


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Hold the texts of all faces against what rules ask of them, under any options."""
    uses, dice = uses_of(combinations), {die.id: die for each in reversed(combinations) for die in each.program.dice}
    read = names_read(combinations)
    problems: list[Problem] = []
    for name, written in game.dice.items():
        die, asked = dice.get(name), uses.get(name)
        if die is None or asked is None or not any(face.text for face in die.faces):
            continue
        for message, at, hint in (*_written(written), *_differing(written, die, asked, read), *_unsaid(written, die, asked, read)):
            problems.append(Problem("W714", message, at.span, hint, entity=("die", name), path=at.path))
    return problems


def _written(written: Die) -> Iterator[_Found]:
    """Numbers in words; those in digits are E708."""
    for text in (*(face.text for face in written.faces), *(mark.text for mark in written.marks)):
        number = None if text is None else written_number(text.parts, len)
        if text is not None and number is not None and not number[0].isdecimal():
            yield f"the number `{number[0]}` is written out", text, "write a hole, so that it is read from the face or from the rules"


def _differing(written: Die, die: ir.Die, uses: Uses, read: Set[str]) -> Iterator[_Found]:
    """Faces that are played alike and say different things, and faces that say the same and are played in different ways."""
    texts: dict[tuple[ir.Expr, ...], ir.Face] = {}
    for place, face in _each_once(die):
        if f"named {die.id} {face.id}" in read and not uses.is_named(die, place):
            message = f"a mark of `{die.id}` singles out `{face.id}`, and no rule does"
            yield message, _place(written, face.id), "let the mark test a value that rules read, or let a rule count the face"
    answers: dict[str, tuple[tuple[int, ...], ir.Face]] = {}
    for place, face in _each_once(die):
        asked = uses.answers(die, place)
        first = texts.setdefault(asked, face)
        is_held = any(f"held {die.id} {item.id}" in read for item in (first, face))  # against the marks, which say the same of both
        if first.text != face.text and not is_held and any(answer != ir.Const(0) for answer in asked):  # else no rule reads them: W314
            message = f"rules do the same with `{first.id}` and `{face.id}`, but they say “{first.text}” and “{face.text}”"
            yield message, _place(written, face.id), "let both say the same, or let a rule tell them apart"
        fixed, other = answers.setdefault(face.text, (uses.fixed(die, place), face))
        if face.text and fixed != uses.fixed(die, place):
            message = f"`{other.id}` and `{face.id}` both say “{face.text}”, but rules do not do the same with them"
            yield message, _place(written, face.id), "let the rules do the same with both, or let each say what it does"


def _unsaid(written: Die, die: ir.Die, uses: Uses, read: Set[str]) -> Iterator[_Found]:
    """Values that rules add up and that no hole says; a plain value that is printed as a number is said by that."""
    is_numbered = written.sides > 0 or (written.print is not None and written.print.marking == "value")
    for _, face in _each_once(die):
        for name, value in face.values:
            if not value or name not in uses.added or (name == "value" and is_numbered):
                continue
            if f"said {die.id} {face.id} {name}" not in read:
                hint = f"write {{{name}}} in the text, or give the die a mark: {{where: face.{name} > 0, text: …}}"
                yield f"rules add up `{name}` of `{face.id}`, and its text does not say it", _place(written, face.id), hint


def _each_once(die: ir.Die) -> Iterator[tuple[int, ir.Face]]:
    """The faces of a die with their places, those with copies once."""
    known: set[str] = set()
    for place, face in enumerate(die.faces):
        if face.id not in known:
            known.add(face.id)
            yield place, face


def _place(written: Die, face: str) -> At:
    """Where a face says what it says."""
    for item in written.faces:
        if item.id.text == face:
            return item.text or item.id
    return written.marks[0].text if written.marks else written.at
