"""The product ``report``: what a person reads beside the engines.

``report/cards.txt`` has the generated text of every card, ``report/audit.json`` every claim beside its exact value,
``report/coverage.json`` what of the sources is encoded and where.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from penance_build.build.coverage import as_data, by_hand
from penance_build.build.judging.judged import unexpected
from penance_build.build.proofs import audit_data
from penance_build.compilation import Compilation
from penance_build.diagnostics.suppress import not_allowed
from penance_build.ir.markup import in_words, plain
from penance_build.ir.nodes import Card, Program
from penance_build.ir.text import figures_of, kinds_of, words_of
from penance_build.ir.uses import closure
from penance_build.product import Artifact, Produced, Settings


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """The three files (without cards, two); they need no print library."""
    program = compilation.program
    assert program is not None
    cards = tuple(f"card {card.id}" for card in program.cards)
    claims = (*(f"claim {claim.id}" for claim in program.proved.claims), *(f"claim {fact.id}" for fact in program.proved.facts))
    said_of = {f"{fact.about} {fact.of}" for fact in program.proved.facts}
    asked = closure(program, [claim.procedure for claim in program.proved.claims])
    sources = tuple(f"source {source.id}" for source in program.proved.sources)
    made = [
        Artifact("report/audit.json", _json({"claims": audit_data(program)}), tuple(sorted({*claims, *asked, *said_of}))),
        Artifact("report/coverage.json", _json({"documents": as_data(program), "by_hand": by_hand(program)}), sources),
    ]
    if program.cards:
        made.append(Artifact("report/cards.txt", cards_text(program).encode("utf-8"), cards))
    return Produced(tuple(made), tuple(not_allowed(unexpected(compilation, program), compilation.texts)))


def _json(data: dict[str, Any]) -> bytes:
    return (json.dumps({"version": 1, **data}, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def cards_text(program: Program) -> str:
    """Every card in the order of the rules: what it is, what it costs, what it says; and how many have no effects, with or without a
    reason.
    """
    bare = [card for card in program.cards if not card.procedure]
    reasons = sum(bool(card.text_only) for card in bare)
    count = f"{len(program.cards) - len(bare)} of them with effects and {len(bare)} without, of which {reasons} say why"
    lines = [f"{program.name} {program.version}: {len(program.cards)} cards, {count}", ""]
    for card in program.cards:
        lines.append(f"{card.name} ({card.id})")
        lines += [f"  {line}" for line in (_kind(program, card), *map(plain, card.text), *_words(program, card)) if line]
        if card.text_only:
            lines.append(f"  [text only: {card.text_only}]")
        lines.append("")
    return "\n".join(lines)


def _kind(program: Program, card: Card) -> str:
    """Type, slot and factions by their names, then the attributes that it has."""
    return ", ".join((*kinds_of(program, card), *figures_of(program, card, program.attributes)))


def _words(program: Program, card: Card) -> Iterator[str]:
    """What it only prints in words, each paragraph behind the name of its attribute."""
    own = dict(card.words)
    for words in program.printed.words:
        if words.kind != "image" and own.get(words.id):
            yield from (f"{words.name}: {in_words(part)}" for part in words_of(program, words, own[words.id]))
