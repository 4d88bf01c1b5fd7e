"""The product ``data``: the cards as CSV, workbook and JSON, with the mapping that reads them back."""

from __future__ import annotations

from penance_build.card_tables.forms import as_csv, as_json, as_workbook
from penance_build.card_tables.mapping import mapping_of
from penance_build.card_tables.table import table_of
from penance_build.compilation import Compilation
from penance_build.product import Artifact, Produced, Settings


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """Four files; none for a game without cards."""
    program = compilation.program
    if program is None or not program.cards:
        return Produced(())
    table = table_of(program)
    cards = [f"card {card.id}" for card in program.cards]
    made_from = tuple(sorted([*cards, *(f"deck {deck.id}" for deck in program.decks)]))
    named = [f"attribute {item.id}" for item in program.attributes] + [f"attribute {words.id}" for words in program.printed.words]
    named += [f"card_type {item.id}" for item in program.card_types] + [f"slot {item.id}" for item in program.slots]
    named += [f"faction {item.id}" for item in program.factions]
    return Produced((
        Artifact("data/cards.csv", as_csv(table), made_from),
        Artifact("data/cards.json", as_json(table), made_from),
        Artifact("data/cards.map.yaml", mapping_of(program, table).encode("utf-8"), tuple(sorted({*made_from, *named}))),
        Artifact("data/cards.xlsx", as_workbook(table), made_from),
    ))  # fmt: skip
