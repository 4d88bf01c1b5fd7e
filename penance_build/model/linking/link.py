"""Mistakes that concern names alone: ids defined twice, a missing game, sources and rulings that do not exist."""

from __future__ import annotations

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.model.linking.clashes import clashes
from penance_build.surface.game import Game
from penance_build.surface.nodes import Scalar


def link(game: Game) -> list[Problem]:
    """Every such mistake of a game."""
    return [*_twice(game), *_one_game(game), *clashes(game), *_references(game), *_empty_decks(game), *game.names.problems]


def _twice(game: Game) -> list[Problem]:
    """One problem for each id that has several definitions, at the first, with all the others beside it."""
    report: list[Problem] = []
    for again in game.repeated:
        first = game.of(again.kind)[again.id].at
        related = tuple((at.key_span, "and again here") for at in again.others)
        times = "twice" if len(again.others) == 1 else f"{len(again.others) + 1} times"
        message = f"{again.kind.replace('_', ' ')} `{again.id}` is defined {times}"
        entity = (again.kind, again.id)
        report.append(Problem("E302", message, first.key_span, "give one of them another id", related, entity, first.path))
    return report


def _one_game(game: Game) -> list[Problem]:
    if len(game.titles) > 1:
        related = tuple((at.key_span, "and again here") for at in game.titles[1:])
        return [Problem("E305", "the section `game` stands twice", game.titles[0].key_span, "keep one of them", related)]
    if game.titles or game.has_broken_files:
        return []
    hint = 'write: game: {id: my_game, name: My Game, version: "1", language: 1}'
    return [Problem("E305", "no file has a section `game`", Span(game.first_file, 1, 1, 1, 1), hint)]


def _empty_decks(game: Game) -> list[Problem]:
    """Decks that neither say what is in them nor are named by a sheet."""
    hint = "for example `cards: {strike: 3}`, or a column of a sheet that names the deck"
    return [
        Problem("E202", f"deck `{deck.id}` has no `cards`", deck.at.key_span, hint, entity=("deck", deck.id), path=deck.at.path)
        for deck in game.decks.values()
        if not deck.cards and not game.has_broken_files and not game.broken_words
    ]


def _references(game: Game) -> list[Problem]:
    """Every ``source:`` names a document and a section of it, every ``ruling:`` a ruling."""
    report: list[Problem] = []
    for entity, below in (*game.below.items(), *((("reference", ""), below) for below in game.reference_below)):
        for cited in below.citations if game.sources else ():
            if isinstance(cited.value, str):
                _source(game, cited, entity, report)
        for ruling in below.rulings:
            if ruling.text not in game.rulings:
                hint = did_you_mean(ruling.text, sorted(game.rulings))
                report.append(ruling.problem("E301", f"there is no ruling `{ruling.text}`", hint, entity=entity))
    return report


def _source(game: Game, cited: Scalar, entity: tuple[str, str], report: list[Problem]) -> None:
    document, _, section = cited.text.partition("/")
    if document not in game.sources:
        hint = did_you_mean(document, sorted(game.sources)) or "the documents are: " + ", ".join(sorted(game.sources))
        report.append(cited.problem("E301", f"there is no source document `{document}`", hint, entity=entity))
        return
    known = [item.id for item in game.sources[document].sections]
    if section not in known:
        hint = did_you_mean(section, known) or "its sections are: " + ", ".join(known[:12])
        report.append(cited.problem("E301", f"the source `{document}` has no section `{section}`", hint, entity=entity))
