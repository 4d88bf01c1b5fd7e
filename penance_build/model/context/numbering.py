"""The numbers of steps within their rule: the location of each step, and the step that a problem lies in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem, Span
from penance_build.formula.template import named
from penance_build.ir.text import block_id
from penance_build.model.context.rule import Rule, body_of
from penance_build.surface.game import Game
from penance_build.surface.nodes import Path
from penance_build.surface.walk import places


def step_spans(rules: Mapping[str, Rule]) -> dict[tuple[str, int], Span]:
    """The location of each step of some rules, by the id of the rule and the number of the step."""
    return {(name, number): at.key_span for name, rule in rules.items() for number, at in places(rule.body)}


def definition_spans(game: Game) -> dict[tuple[str, str], Span]:
    """The location of each definition, by kind and id, and of the text of each card."""
    found = {(kind, name): item.at.key_span for kind, items in game.kinds.items() for name, item in items.items()}
    for layout in game.layouts.values():
        found.update({("layout box", f"{layout.id}.{box.id}"): box.at.key_span for box in layout.boxes})
    if game.title is not None:
        found["game", game.title.id] = game.title.at.span_of("name")
    return found | text_spans(game) | odds_spans(game) | said_spans(game) | back_spans(game) | block_spans(game)


def back_spans(game: Game) -> dict[tuple[str, str], Span]:
    """The location of each picture or layout that backs show, where it is named: by a type, else by a deck, else by the theme."""
    backs = [*(kind.back for kind in game.card_types.values()), *(deck.back for deck in game.decks.values())]
    named = [item for key, item in game.theme.items() if key == "back"]
    found = {("back", item.text): item.at.span for item in named}
    return found | {("back", back.shows.text): back.shows.span for back in reversed(backs) if back is not None and back.shows is not None}


def said_spans(game: Game) -> dict[tuple[str, str], Span]:
    """The location of each datum that a claim says, by the claim and its name; what a ruling says instead is for where nothing else is."""
    found: dict[tuple[str, str], Span] = {}
    for name, fact in game.facts.items():
        for said in (*fact.ruled.data, *fact.says.data):
            found["said", f"{name} {said.name}"] = said.at.key_span
    return found


def odds_spans(game: Game) -> dict[tuple[str, str], Span]:
    """The location of each block of odds of the reference, by its place: what is asked about, else the block."""
    return {
        ("odds", odds_id(number, place)): block.at.span if block.odds.asked is None else block.odds.asked.procedure.span
        for number, side in enumerate(game.reference, start=1)
        for place, block in enumerate(side.blocks, start=1)
        if block.odds is not None
    }


def block_spans(game: Game) -> dict[tuple[str, str], Span]:
    """The location of each side of the reference, by its number from 1, and of each block, by that and what it shows."""
    found: dict[tuple[str, str], Span] = {}
    for number, side in enumerate(game.reference, start=1):
        found["side", str(number)] = side.at.span
        for block in side.blocks:
            name, ref = "" if block.title is None else named(block.title.text), "" if block.ref is None else block.ref.text
            found.setdefault(("block", block_id(number, block.show, ref, name)), block.at.span)
    return found


def odds_id(side: int, block: int) -> str:
    """What a block of odds is called, by the place of its side and its own place there, from 1."""
    return f"{side}.{block}"


def text_spans(game: Game) -> dict[tuple[str, str], Span]:
    """The location of the text of each card: the given text, else the first step of the effect that it is generated from."""
    found: dict[tuple[str, str], Span] = {}
    for name, card in game.cards.items():
        if card.text is not None:
            found["card text", name] = card.text.span
        elif card.effects is not None and card.effects.steps:
            found["card text", name] = card.effects.steps[0].at.key_span
    return found


def numbered(problems: Iterable[Problem], game: Game) -> list[Problem]:
    """The problems, each with the number of the step that it stands in."""
    found: list[Problem] = []
    known: dict[tuple[str, str], Mapping[Path, int]] = {}
    for problem in problems:
        if problem.entity not in known:
            body = body_of(game, problem.entity)
            known[problem.entity] = {} if body is None else {at.path: number for number, at in places(body)}
        numbers = known[problem.entity]
        above = (problem.path[:length] for length in range(len(problem.path), 0, -1))
        number = next((numbers[path] for path in above if path in numbers), 0)
        found.append(replace(problem, step=number) if number else problem)
    return found
