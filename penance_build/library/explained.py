"""What there is to say of one thing of a game: what it prints, what it uses, what uses it, and what a change would touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from penance_build.ir import nodes as ir
from penance_build.ir.interpret.state import printed
from penance_build.ir.markup import in_words, plain
from penance_build.ir.text import face_counts, figures_of, formula_text, words_of
from penance_build.ir.text import kinds_of as card_kinds
from penance_build.ir.uses import closure, direct

KINDS: Final = ("card", "die", "table", "counter", "procedure", "zone", "deck")
CARD: Final = "card."  # the procedure of a card's effect


class Explained(Struct, frozen=True):
    """One thing: ``says`` are the lines that it prints, ``uses`` what it reads, by kind; ``used_by`` what names it, by kind.

    ``touches`` is what a change of it reaches at last: cards that play otherwise, claims, examples and sides of the reference.
    """

    kind: str
    id: str
    name: str
    source: str
    says: tuple[str, ...]
    uses: Mapping[str, tuple[str, ...]]
    used_by: Mapping[str, tuple[str, ...]]
    touches: Mapping[str, tuple[str, ...]]


def kinds_of(program: ir.Program, name: str) -> tuple[str, ...]:
    """The kinds of what bears this id."""
    return tuple(kind for kind in KINDS if name in _by_id(program, kind))


def known(program: ir.Program) -> list[str]:
    """Every id that something can be said of, without the effects of cards, of which their cards tell."""
    return sorted({name for kind in KINDS for name in _by_id(program, kind) if not name.startswith(CARD)})


def explained(program: ir.Program, kind: str, name: str) -> Explained:
    """What there is to say of it. Raises KeyError for what the game does not have."""
    item = _by_id(program, kind)[name]
    procedure = f"{CARD}{name}" if kind == "card" else name
    uses = closure(program, [procedure]) if kind in ("card", "procedure") else ()
    reached = _reached(program, f"{kind} {name}")
    direct_ = (*_users(program, kind, name), *_others(program, kind, name))
    return Explained(
        kind,
        name,
        item.name,
        getattr(item, "source", ""),
        tuple(_says(program, kind, name)),
        _grouped(use for use in uses if use != f"procedure {procedure}"),
        _grouped(direct_),
        _grouped(_touched(program, kind, name, reached)),
    )


_Thing = ir.Card | ir.Die | ir.Table | ir.CounterDef | ir.Procedure | ir.ZoneDef | ir.DeckDef


def _by_id(program: ir.Program, kind: str) -> Mapping[str, _Thing]:
    found = program.by_id
    match kind:
        case "card":
            return found.cards
        case "die":
            return found.dice
        case "table":
            return found.tables
        case "counter":
            return found.counters
        case "procedure":
            return found.procedures
        case "zone":
            return found.zones
        case _:
            return found.decks


def _grouped(names: Iterator[str] | tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """``kind id`` texts by kind; the effect of a card is that card."""
    found: dict[str, list[str]] = {}
    for text in dict.fromkeys(names):
        kind, _, name = text.partition(" ")
        if kind == "procedure" and name.startswith(CARD):
            kind, name = "card", name.removeprefix(CARD)
        if name not in found.setdefault(kind, []):
            found[kind].append(name)
    return {kind: tuple(sorted(items)) for kind, items in sorted(found.items())}


# ---------------------------------------------------------------- who uses it


def _users(program: ir.Program, kind: str, name: str) -> list[str]:
    """The procedures that name it in their own bodies."""
    wanted = {f"{kind} {name}"}
    return [f"procedure {item.id}" for item in program.procedures if wanted & direct(item)]


def _others(program: ir.Program, kind: str, name: str) -> Iterator[str]:
    """What else names it: lists of cards, setups, facts, the reference."""
    if kind == "card":
        yield from (f"deck {deck.id}" for deck in program.decks if name in dict(deck.cards))
        yield from (f"set {item.id}" for item in program.card_sets if name in dict(item.cards))
    for setup in program.setups:
        lying = dict(setup.zones)
        own = {"procedure": (setup.procedure,), "deck": (*setup.decks, *lying.values()), "zone": (setup.deck, *lying)}
        if name in own.get(kind, ()):
            yield f"setup {setup.id}"
    yield from (f"claim {fact.id}" for fact in program.proved.facts if (fact.about, fact.of) == (kind, name))
    for side in program.printed.reference:
        if any(f"{kind} {name}" in block.shows for block in side.blocks):
            yield f"reference {side.title}"


def _reached(program: ir.Program, target: str) -> frozenset[str]:
    """The procedures that come to it, through whatever they call."""
    uses = {item.id: direct(item) for item in program.procedures}
    found = {target.removeprefix("procedure ")} if target.startswith("procedure ") else set[str]()
    found |= {f"{CARD}{target[5:]}"} if target.startswith("card ") else set()
    found |= {name for name, used in uses.items() if target in used}
    waiting = list(found)
    while waiting:
        callee = f"procedure {waiting.pop()}"
        for name, used in uses.items():
            if callee in used and name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


def _touched(program: ir.Program, kind: str, name: str, reached: frozenset[str]) -> Iterator[str]:
    cards = {item.removeprefix(CARD) for item in reached if item.startswith(CARD)} | ({name} if kind == "card" else set())
    yield from (f"card {card}" for card in cards if card != name or kind != "card")
    yield from (f"deck {deck.id}" for deck in program.decks if cards & dict(deck.cards).keys() or (kind, name) == ("deck", deck.id))
    proved = program.proved
    for claim in proved.claims:
        if claim.procedure in reached or (claim.than is not None and claim.than.procedure in reached):
            yield f"claim {claim.id}"
    yield from (f"claim {fact.id}" for fact in proved.facts if (fact.about, fact.of) == (kind, name))
    yield from (f"example {example.id}" for example in proved.examples if example.procedure in reached)
    for side in program.printed.reference:
        asked = (cell.procedure for block in side.blocks if block.odds is not None for row in block.odds.rows for cell in row.cells)
        if any(item in reached for item in asked) or any(f"{kind} {name}" in block.shows for block in side.blocks):
            yield f"reference {side.title}"


# ---------------------------------------------------------------- what it prints


def _says(program: ir.Program, kind: str, name: str) -> Iterator[str]:
    match kind:
        case "card":
            yield from _card(program, program.by_id.cards[name])
        case "die":
            yield from _die(program.by_id.dice[name])
        case "table":
            yield from _table(program, program.by_id.tables[name])
        case "counter":
            yield from _counter(program, program.by_id.counters[name])
        case "procedure":
            yield from _procedure(program, program.by_id.procedures[name])
        case "zone":
            zone = program.by_id.zones[name]
            yield f"a zone of {'each player' if zone.owner == 'player' else 'the game'}, seen by {zone.visible}"
        case _:
            deck = program.by_id.decks[name]
            yield f"{sum(count for _, count in deck.cards)} cards, {len(deck.cards)} of them different"
            yield from (f"{count} x {program.by_id.cards[card].name}" for card, count in deck.cards)


def _card(program: ir.Program, card: ir.Card) -> Iterator[str]:
    printed_words = dict(card.words)
    named = (*card_kinds(program, card), *figures_of(program, card, program.attributes))
    if named:
        yield ", ".join(named)
    yield from (plain(paragraph) for paragraph in card.text)
    for words in program.printed.words:
        parts = printed_words.get(words.id, ())
        said = parts if words.kind == "image" else map(in_words, words_of(program, words, parts) if parts else ())
        yield from (f"{words.name}: {part}" for part in said)
    if card.text_only:
        yield f"text only: {card.text_only}"


def _die(die: ir.Die) -> Iterator[str]:
    for face, count in face_counts(die):
        values = ", ".join(f"{key} {value}" for key, value in face.values if key != "value" or str(value) != face.name)
        yield f"{count}/{len(die.faces)}  " + ": ".join(part for part in (face.name, in_words(face.text) or values) if part)


def _table(program: ir.Program, table: ir.Table) -> Iterator[str]:
    ways = ", ".join(f"{slot.name} {_range(program, slot.type)}" for slot in table.inputs)
    yield f"{len(table.rows)} rows, from {ways or 'nothing'} to {', '.join(slot.name for slot in table.outputs)}"
    for row in table.rows:
        when = [
            f"{slot.name} {' or '.join(_interval(program, slot.type, *ends) for ends in intervals)}"
            for slot, intervals in zip(table.inputs, row.when, strict=True)
            if intervals is not None
        ]
        cells = zip(table.outputs, row.values, strict=True)
        gives = ", ".join(f"{slot.name} {_cell(program, slot.type, value)}" for slot, value in cells)
        yield ": ".join(part for part in (row.label, f"{', '.join(when) or 'else'} gives {gives}") if part)


def _interval(program: ir.Program, kind: ir.Type, low: int, high: int) -> str:
    return _value(program, kind, low) if low == high else f"{_value(program, kind, low)}..{_value(program, kind, high)}"


def _cell(program: ir.Program, kind: ir.Type, value: ir.Expr) -> str:
    return _value(program, kind, value.value) if isinstance(value, ir.Const) else formula_text(program, value)


def _value(program: ir.Program, kind: ir.Type, value: int) -> str:
    """A value as it is written."""
    shown = printed(program, kind, value)
    return str(shown).lower() if isinstance(shown, bool) else str(shown)


def _range(program: ir.Program, kind: ir.Type) -> str:
    if kind.kind == "enum" and kind.ref in program.by_id.enums:
        return "|".join(member.id for member in program.by_id.enums[kind.ref].members)
    if kind.kind != "int":
        return kind.kind
    return f"{'' if kind.low is None else kind.low}..{'' if kind.high is None else kind.high} {kind.unit}".strip()


def _counter(program: ir.Program, counter: ir.CounterDef) -> Iterator[str]:
    whose = "the game" if counter.owner == "game" else "each player" if counter.owner == "player" else f"each hex of {counter.owner}"
    enum = program.by_id.enums.get(counter.ref)
    if enum is not None:
        yield f"of {whose}: {', '.join(member.name for member in enum.members)}; {enum.members[counter.start].name} at the beginning"
    elif counter.ref == "bool":
        yield f"of {whose}: true or false; {'true' if counter.start else 'false'} at the beginning"
    else:
        yield f"of {whose}: {counter.low} to {counter.high}{f' {counter.unit}' if counter.unit else ''}, {counter.start} at the beginning"


def _procedure(program: ir.Program, procedure: ir.Procedure) -> Iterator[str]:
    for item in procedure.inputs:
        default = "" if item.default is None else f" ({_value(program, item.type, item.default)})"
        yield f"takes {item.name}: {_range(program, item.type)}{default}"
    for slot in procedure.results:
        yield f"gives {slot.name}: {_range(program, slot.type)}"
