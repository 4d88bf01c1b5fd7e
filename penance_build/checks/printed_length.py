"""E825: a printed text far longer than what it is printed on; E810: the path of an icon that no press will draw.

How much does not fit is measured by a build, in millimetres; that takes time for each letter, so what nobody would print is refused
before. Cases: ``tests/cases/bad/printing`` and ``tests/cases/made/printing.txt``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.checks.distinct import distinct_cards
from penance_build.checks.icon_files import ENDING
from penance_build.diagnostics.problem import Problem
from penance_build.limits import MOST_IN_A_NAME, MOST_ON_A_CARD, MOST_ON_A_FACE, MOST_ON_A_SIDE
from penance_build.model.program.elaborate import Elaborated
from penance_build.press.drawing.icon_path import BadPath, judge
from penance_build.surface.game import Game
from penance_build.surface.nodes import At

Entity = tuple[str, str]


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find what is too long to be laid out."""
    problems = [_problem(*found) for found in (*_cards(combinations), *_dice(game), *_sides(game)) if found[4] > found[5]]
    for name, icon in game.icons.items():
        if icon.text.endswith(ENDING):
            continue  # a file, of which ``icon_files`` speaks
        try:
            judge(icon.text)
        except BadPath as error:
            message, at = f"the icon `{name}` cannot be drawn: {error}", icon.at
            problems.append(Problem("E810", message, at.span, entity=("icon", name), path=at.path))
    return problems


Found = tuple[At, bool, Entity, str, int, int]  # where, whether at its key, of what, what it is, its length, the limit


def _cards(combinations: Sequence[Elaborated]) -> Iterator[Found]:
    for facts in distinct_cards(combinations):
        at, card = facts.item.at, facts.card
        yield at, True, facts.entity, f"the name of card `{card.id}`", len(card.name), MOST_IN_A_NAME
        texts = list(facts.texts)
        placed = [text for text in texts if text[1] is not None]
        longest = max(placed, key=lambda text: len(text[0]), default=None)
        length = sum(len(text) for text, _ in texts)
        if longest is not None and longest[1] is not None:
            yield longest[1], False, facts.entity, f"what card `{card.id}` prints", length, MOST_ON_A_CARD
        else:
            yield at, True, facts.entity, f"what card `{card.id}` prints", length, MOST_ON_A_CARD


def _dice(game: Game) -> Iterator[Found]:
    for name, die in game.dice.items():
        for face in die.faces:
            yield face.at, True, ("die", name), f"the name of a face of `{name}`", len(face.name), MOST_IN_A_NAME
            if face.text is not None:
                yield face.text, False, ("die", name), f"the text of a face of `{name}`", len(face.text.text), MOST_ON_A_FACE
        for mark in die.marks:
            yield mark.text, False, ("die", name), f"the text of a mark of `{name}`", len(mark.text.text), MOST_ON_A_FACE


def _sides(game: Game) -> Iterator[Found]:
    for side in game.reference:
        said = [side.title, *(at for block in side.blocks for at in (block.title, *block.lines) if at is not None)]
        longest = max(said, key=lambda at: len(at.text))
        length = sum(len(at.text) for at in said)
        what = f"what the side “{side.title.text[:40]}” of the quick reference says"
        yield longest, False, ("reference", ""), what, length, MOST_ON_A_SIDE


def _problem(at: At, is_key: bool, entity: Entity, what: str, length: int, most: int) -> Problem:
    message = f"{what} has {length:,} characters, the limit is {most:,}"
    span = at.key_span if is_key else at.span
    return Problem("E825", message, span, "shorten it; a longer text fits no paper", entity=entity, path=at.path)
