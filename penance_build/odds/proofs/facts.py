"""The audit of data: what a source says of a card, a die, a table, against what the rules say."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from penance_build.ir.nodes import Fact, Said


class FactVerdict(Struct, frozen=True):
    """What became of a claim on data.

    ``holds`` where all is as said, else ``refuted``; recorded is ``refuted`` for a claim that names a ruling. ``open`` are the
    differences that no ruling explains: all of them, or those to what the claim says is ruled.
    """

    id: str
    about: str
    of: str
    says: tuple[Said, ...]
    verdict: str
    recorded: str
    open: tuple[Said, ...]
    source: str
    ruling: str

    @property
    def expected(self) -> bool:
        """Whether the rules are as the source says, or as a ruling does."""
        return self.verdict == self.recorded and not self.open


def audit_facts(facts: Sequence[Fact]) -> list[FactVerdict]:
    """The verdicts on claims on data, in their order."""
    return [_judge(fact) for fact in facts]


def _judge(fact: Fact) -> FactVerdict:
    is_ruled = bool(fact.ruling)
    differs = tuple(said for said in fact.says if said.said != said.found)
    names = {_column(said.name) for said in fact.ruled}
    still = tuple(said for said in differs if not is_ruled or (names and _column(said.name) not in names))
    still += tuple(said for said in fact.ruled if said.said != said.found)
    verdict, recorded = "refuted" if differs else "holds", "refuted" if is_ruled else "holds"
    return FactVerdict(fact.id, fact.about, fact.of, fact.says, verdict, recorded, still, fact.source, fact.ruling)


def _column(name: str) -> str:
    """The column of a cell, whose row may be ruled to be another one; of other data the name."""
    return name.rpartition(": ")[2]
