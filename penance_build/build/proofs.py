"""Claims and examples as plain data, for ``penance audit``, ``penance test`` and the report of a build."""

from __future__ import annotations

from typing import Any

from penance_build.build.numbers import decimal, ratio, root, root_text
from penance_build.ir.interpret.state import printed
from penance_build.ir.nodes import Program, Type
from penance_build.odds.proofs.claims import ClaimVerdict, audit
from penance_build.odds.proofs.examples import Difference, ExampleVerdict, replay
from penance_build.odds.proofs.facts import FactVerdict, audit_facts


def audit_data(program: Program) -> list[dict[str, Any]]:
    """Every claim: ``value`` is the printed number, ``exact`` the fraction, ``expected`` whether the verdict is the one recorded.

    The ``exact`` value of a spread is written ``sqrt(a/b)`` where it is no fraction.
    """
    return [*(_claim(item) for item in audit(program)), *(_fact(item) for item in audit_facts(program.proved.facts))]


def _claim(item: ClaimVerdict) -> dict[str, Any]:
    return {
        "id": item.id,
        "says": item.says,
        "value": None if item.value is None else decimal(item.value),
        "exact": None if item.exact is None else root_text(item.exact) if item.is_square else ratio(item.exact),
        "decimal": None if item.exact is None else decimal(root(item.exact) if item.is_square else item.exact),
        "verdict": item.verdict,
        "recorded": item.recorded,
        "expected": item.expected,
        "source": item.source,
        "ruling": item.ruling,
        "reason": item.reason,
        "about": "",
        "data": [],
    }


def _fact(item: FactVerdict) -> dict[str, Any]:
    """A claim on data: ``about`` is its kind and id, ``data`` each datum with what is said and what the rules have."""
    return {
        "id": item.id,
        "says": "; ".join(f"{said.name}: {said.said}" for said in item.says),
        "value": None,
        "exact": None,
        "decimal": None,
        "verdict": item.verdict,
        "recorded": item.recorded,
        "expected": item.expected,
        "source": item.source,
        "ruling": item.ruling,
        "reason": "; ".join(f"{said.name} is {said.found}" for said in item.open or item.says if said.said != said.found),
        "about": f"{item.about} {item.of}",
        "data": [{"name": said.name, "says": said.said, "rules": said.found} for said in item.says],
    }


def replay_data(program: Program) -> list[dict[str, Any]]:
    """Every example: ``verdict`` is holds, ruled, differs or failed; ``ok`` whether nothing is left to explain."""
    return [_example(program, item) for item in replay(program)]


def _example(program: Program, item: ExampleVerdict) -> dict[str, Any]:
    procedure = program.by_id.procedures[item.procedure]
    types = {slot.name: slot.type for slot in procedure.results}
    return {
        "id": item.id,
        "procedure": item.procedure,
        "verdict": item.verdict,
        "ok": item.ok,
        "differences": [_difference(program, types, one) for one in item.differences],
        "book": [_difference(program, types, one) for one in item.book],
        "source": item.source,
        "ruling": item.ruling,
        "reason": item.reason,
    }


def _difference(program: Program, types: dict[str, Type], item: Difference) -> dict[str, Any]:
    kind = types.get(item.name, Type("int"))
    got = None if item.got is None else printed(program, kind, item.got)
    return {"name": item.name, "written": printed(program, kind, item.written), "got": got}
