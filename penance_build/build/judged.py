"""Claims and worked examples that do not come out as recorded, as problems: where they stand, and for data where the datum stands."""

from __future__ import annotations

from penance_build.build.proofs import audit_data, replay_data
from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir.nodes import Program
from penance_build.odds.proofs.facts import FactVerdict, audit_facts

_NOWHERE = Span("game.yaml", 0, 0, 0, 0)


def unexpected(compilation: Compilation, program: Program) -> list[Problem]:
    """What `penance test` and `penance audit` would refuse."""
    found: list[Problem] = []
    for example in replay_data(program):
        if not example["ok"]:
            span = compilation.spans.get(("example", example["id"]), _NOWHERE)
            message = f"the example `{example['id']}` does not come out as written"
            found.append(Problem("W717", message, span, "`penance test` shows the difference", entity=("example", example["id"])))
    for claim in audit_data(program):
        if not claim["expected"] and not claim["about"]:
            span = compilation.spans.get(("claim", claim["id"]), _NOWHERE)
            message = f"the claim `{claim['id']}` is recorded as {claim['recorded']}, its verdict is {claim['verdict']}"
            found.append(Problem("W718", message, span, "`penance audit` shows the exact value", entity=("claim", claim["id"])))
    return found + other_data(compilation, program)


def other_data(compilation: Compilation, program: Program) -> list[Problem]:
    """Data of which a source says something else than the rules, under any options: no odds are needed to know it."""
    found: list[Problem] = []
    for item in audit_facts(program, compilation.facts):
        if item.expected:
            continue
        claim = compilation.spans.get(("claim", item.id), _NOWHERE)
        if not item.open:
            message = f"the claim `{item.id}` names the ruling `{item.ruling}`, and the rules have what it says"
            found.append(Problem("W724", message, claim, "remove `ruling:`", entity=("claim", item.id)))
        found += [_differs(compilation, item, said.name, said.said, said.found, claim) for said in item.open]
    return found


def _differs(compilation: Compilation, item: FactVerdict, name: str, said: str, got: str, claim: Span) -> Problem:
    span = compilation.data.get((item.id, name), claim)
    where = f" ({item.source})" if item.source else ""
    message = f"`{name}` of {item.about.replace('_', ' ')} `{item.of}` is {got}, and the claim `{item.id}` says {said}{where}"
    hint = "correct the one that is wrong; where the rules mean to differ, name the `ruling:` in the claim"
    return Problem("W724", message, span, hint, ((claim, "said here"),), entity=(item.about, item.of))
