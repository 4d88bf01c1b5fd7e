"""All definitions of a game by kind and id, and the mistakes that concern only their names."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Final

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.model.names import clashes
from penance_build.model.options import OptionDef
from penance_build.model.place import Place
from penance_build.source.tree import GameSource
from penance_build.surface.from_tree import from_tree
from penance_build.surface.game import Game

SECTIONS: Final[dict[str, str]] = {
    "options": "option",
    "units": "unit",
    "constants": "constant",
    "enums": "enum",
    "dice": "die",
    "tables": "table",
    "spaces": "space",
    "counters": "counter",
    "zones": "zone",
    "parameters": "parameter",
    "procedures": "procedure",
    "card_attributes": "attribute",
    "card_types": "card_type",
    "slots": "slot",
    "factions": "faction",
    "cards": "card",
    "decks": "deck",
    "card_sets": "card_set",
    "constructions": "construction",
    "setups": "setup",
    "bots": "bot",
    "wording": "wording",
    "claims": "claim",
    "examples": "example",
    "rulings": "ruling",
    "sources": "source",
    "theme": "theme",
    "icons": "icon",
}


@dataclass(slots=True)
class Model:
    """The linked definitions: ``entries[kind][id]`` is the first definition in load order."""

    game: Place | None
    options: dict[str, OptionDef] = field(default_factory=dict)
    entries: dict[str, dict[str, Place]] = field(default_factory=dict)
    reference: list[Place] = field(default_factory=list)
    broken_words: set[str] = field(default_factory=set)
    tree: Game | None = None

    def of(self, kind: str) -> dict[str, Place]:
        """All definitions of one kind, in load order."""
        return self.entries.get(kind, {})

    def steps(self, entity: tuple[str, str]) -> Place | None:
        """The steps of a procedure, or of the effect of a card."""
        place = self.of(entity[0]).get(entity[1]) if entity[0] in ("procedure", "card") else None
        return None if place is None else place.get("steps" if entity[0] == "procedure" else "effects")


def build_model(source: GameSource, broken: Set[tuple[str, str]] = frozenset()) -> tuple[Model, list[Problem]]:
    """Collect every definition; report duplicates, clashes, a missing game, and sources and rulings that do not exist.

    Entries of ``broken``, as (kind, id), have the wrong shape: they are left out, and the words in them are noted, so that
    nobody is told that what they define does not exist.
    """
    report: list[Problem] = []
    model = Model(None)
    games: list[Place] = []
    again: dict[tuple[str, str], list[Place]] = {}
    for file in source.files:
        for section in file.root:
            place = Place(file, file.root, section, (section,))
            if section == "game":
                games.append(place)
            elif section == "reference" and isinstance(place.value, list):
                model.reference.extend(place.items())
            elif section in SECTIONS:
                _collect(model, SECTIONS[section], place, again)
    for kind, name in sorted(broken):
        dropped = model.of(kind).pop(name, None)
        if dropped is not None:
            model.broken_words |= _words(dropped)
        if kind == "reference":
            model.reference.clear()
    report.extend(problem for problem in _twice(model, again) if problem.entity not in broken)
    _one_game(model, games, source, report)
    for name, place in model.of("option").items():
        values = place.get("values")
        ids = tuple(key for key, _ in values.entries()) if values is not None else ()
        model.options[name] = OptionDef(name, place.word("name", name), ids)
    report.extend(clashes(model.entries))
    model.tree = from_tree(source, broken)
    _references(model, report)
    return model, report


def _collect(model: Model, kind: str, section: Place, again: dict[tuple[str, str], list[Place]]) -> None:
    known = model.entries.setdefault(kind, {})
    for name, place in section.entries():
        if known.setdefault(name, place) is not place:
            again.setdefault((kind, name), []).append(place)


def _words(place: Place) -> set[str]:
    """The id of an entry, and every key and plain text in it: all that it may define."""
    found = {str(place.key)}
    waiting = [place]
    while waiting:
        at = waiting.pop()
        if isinstance(at.value, dict):
            found.update(at.value)
            waiting.extend(child for _, child in at.entries())
        elif isinstance(at.value, list):
            waiting.extend(at.items())
        else:
            found.add(at.text)
    return found


def _twice(model: Model, again: dict[tuple[str, str], list[Place]]) -> list[Problem]:
    """One problem for each id that has several definitions, at the first, with all the others beside it."""
    report: list[Problem] = []
    for (kind, name), others in again.items():
        first = model.entries[kind].get(name)
        if first is None:
            continue
        related = tuple((place.key_span, "and again here") for place in others)
        times = "twice" if len(others) == 1 else f"{len(others) + 1} times"
        message = f"{kind.replace('_', ' ')} `{name}` is defined {times}"
        report.append(Problem("E302", message, first.key_span, "give one of them another id", related, (kind, name), first.path))
    return report


def _one_game(model: Model, games: list[Place], source: GameSource, report: list[Problem]) -> None:
    if games:
        model.game = games[0]
        if len(games) > 1:
            related = tuple((place.key_span, "and again here") for place in games[1:])
            report.append(Problem("E305", "the section `game` stands twice", games[0].key_span, "keep one of them", related))
    elif not source.broken:
        file = source.files[0].name if source.files else "game.yaml"
        message = "no file has a section `game`"
        report.append(
            Problem("E305", message, Span(file, 1, 1, 1, 1), 'write: game: {id: my_game, name: My Game, version: "1", language: 1}')
        )


def _references(model: Model, report: list[Problem]) -> None:
    """Every ``source:`` names a document and a section of it, every ``ruling:`` a ruling."""
    documents = {name: place.get("sections") for name, place in model.of("source").items()}
    for kind, entries in model.entries.items():
        for name, place in entries.items():
            for found in _fields(place):
                if found.key == "source" and documents:
                    for item in found.items():
                        _source(item, documents, (kind, name), report)
                elif found.key == "ruling" and isinstance(found.value, str) and found.value not in model.of("ruling"):
                    hint = did_you_mean(found.value, sorted(model.of("ruling")))
                    report.append(
                        Problem("E301", f"there is no ruling `{found.value}`", found.span, hint, entity=(kind, name), path=found.path)
                    )


def _fields(place: Place) -> list[Place]:
    """Every ``source`` and ``ruling`` below a place, the place's own included."""
    return [
        at.need(key)
        for at in place.mappings()
        for key, value in at.value.items()
        if key in ("source", "ruling") and not isinstance(value, dict)
    ]


def _source(item: Place, documents: dict[str, Place | None], entity: tuple[str, str], report: list[Problem]) -> None:
    if not isinstance(item.value, str):
        return
    document, _, section = item.value.partition("/")
    if document not in documents:
        hint = did_you_mean(document, sorted(documents)) or "the documents are: " + ", ".join(sorted(documents))
        report.append(Problem("E301", f"there is no source document `{document}`", item.span, hint, entity=entity, path=item.path))
        return
    sections = documents[document]
    known = list(sections.value) if sections is not None and isinstance(sections.value, dict) else []
    if section not in known:
        hint = did_you_mean(section, known) or "its sections are: " + ", ".join(known[:12])
        report.append(
            Problem("E301", f"the source `{document}` has no section `{section}`", item.span, hint, entity=entity, path=item.path)
        )
