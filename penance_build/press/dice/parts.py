"""The bill of materials: every die of the game, how many a set holds, and how many one roll of the rules can take."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from penance_build.ir.nodes import Die, Program
from penance_build.ir.uses import closure
from penance_build.press.dice.pools import Pool
from penance_build.press.dice.spec import DieSpec
from penance_build.press.drawing.lengths import mm
from penance_build.press.table import csv_bytes
from penance_build.product import Artifact

_FORMAT = "bill-of-materials 1"
_NAME = "dice/bill-of-materials"
HEADS = (
    "die", "name", "sides", "edge_mm", "material", "body", "body_color", "symbols", "symbols_color", "marking", "quantity",
    "most_in_one_roll", "rolled_by", "begun_by", "is_enough", "revision", "files",
)  # fmt: skip


def bill(program: Program, specs: Sequence[DieSpec], greatest: Sequence[Pool], files: Sequence[Artifact]) -> list[Artifact]:
    """``dice/bill-of-materials.json`` and ``.csv``; ``greatest`` are the rolls of the program, ``files`` those of the dice."""
    made = {spec.die.id: spec for spec in specs}
    rolled = {pool.die: pool for pool in greatest}
    lines = [_line(die, made.get(die.id), rolled.get(die.id), files) for die in program.dice]
    data = {"format": _FORMAT, "game": program.game, "rules_version": program.version, "dice": lines}
    used = closure(program, sorted({pool.begun for pool in rolled.values()}))
    cards = {f"card {card.id}" for card in program.cards if f"procedure {card.procedure}" in used}
    made_from = tuple(sorted({*used, *cards, *(f"die {die.id}" for die in program.dice)}))
    text = json.dumps(data, indent=2, ensure_ascii=True) + "\n"
    return [
        Artifact(f"{_NAME}.json", text.encode("ascii"), made_from),
        Artifact(f"{_NAME}.csv", csv_bytes(HEADS, [_row(line) for line in lines]), made_from),
    ]


def _line(die: Die, spec: DieSpec | None, pool: Pool | None, files: Sequence[Artifact]) -> Mapping[str, Any]:
    """One die for machines. ``quantity`` is null where the rules say nothing of how it is made; ``rolled`` where nothing rolls it."""
    made = die.print if die.print.edge_um else None
    quantity = made.quantity if made else None
    return {
        "die": die.id,
        "name": die.name,
        "sides": len(die.faces),
        "edge_um": made.edge_um if made else None,
        "material": made.material if made else "",
        "body": {"name": made.body, "color": made.body_color} if made else None,
        "symbol": {"name": made.symbol, "color": made.symbol_color} if made else None,
        "marking": made.marking if made else "",
        "quantity": quantity,
        "rolled": {"most": pool.most, "by": pool.procedure, "begun": pool.begun} if pool else None,
        "is_enough": None if quantity is None or pool is None else pool.most is not None and pool.most <= quantity,
        "revision": spec.revision if spec else "",
        "files": [file.path.removeprefix("dice/") for file in files if _is_of(die, file.path.removeprefix("dice/"))],
    }


def _is_of(die: Die, name: str) -> bool:
    return name.startswith((f"{die.id}-", f"{die.id}."))


def _row(line: Mapping[str, Any]) -> list[str | int]:
    rolled, body, symbol = (line[key] or {} for key in ("rolled", "body", "symbol"))
    edge, most, enough = line["edge_um"], rolled.get("most", ""), line["is_enough"]
    return [
        line["die"], line["name"], line["sides"], "" if edge is None else mm(edge), line["material"],
        body.get("name", ""), body.get("color", ""), symbol.get("name", ""), symbol.get("color", ""), line["marking"],
        "" if line["quantity"] is None else line["quantity"], "no bound" if most is None else most, rolled.get("by", ""),
        rolled.get("begun", ""), "" if enough is None else "yes" if enough else "no", line["revision"], " ".join(line["files"]),
    ]  # fmt: skip
