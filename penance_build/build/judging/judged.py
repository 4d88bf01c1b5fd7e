"""Claims and worked examples that do not come out as recorded, as problems: where they stand, and for data where the datum stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from penance_build.build.judging.answers import answers, printed_odds, unanswered
from penance_build.build.proofs import audit_data, replay_data
from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import NOWHERE, Problem, Span
from penance_build.diagnostics.suppress import not_allowed
from penance_build.ir.nodes import Program
from penance_build.odds.proofs.facts import FactVerdict, audit_facts
from penance_build.product import Cache, NoCache

Places = Mapping[str, tuple[tuple[Span, str], ...]]
_EXPLAINED = 3  # combinations of options in which it is looked for what is wrong: it takes as long as to check a game a few times


def judge(compilation: Compilation, cache: Cache | None = None) -> list[Problem]:
    """What does not come out of the claims, examples and printed odds of a game, also of those that stand under other options.

    ``cache`` knows odds that were asked before.
    """
    program = compilation.program
    if program is None:  # nothing can be run, but data can be looked at
        return not_allowed(other_data(compilation), compilation.texts)
    found = [*unexpected(compilation, program), *_odds(compilation, program, cache or NoCache())]
    explained = int(any(problem.code == "W717" for problem in found))
    for other in compilation.elsewhere:
        chosen = [f"{name} {value}" for name, value in other.options if compilation.options.get(name) != value]
        examples = _examples(compilation, other, explains=explained < _EXPLAINED)
        explained += bool(examples)
        for problem in [*examples, *_claims(compilation, other), *_odds(compilation, other, cache or NoCache())]:
            found.append(replace(problem, message=f"{problem.message}, with {' and '.join(chosen)}"))
    return not_allowed(found, compilation.texts)


def unexpected(compilation: Compilation, program: Program) -> list[Problem]:
    """What `penance test` and `penance audit` would refuse."""
    return [*_examples(compilation, program), *_claims(compilation, program), *other_data(compilation)]


def _odds(compilation: Compilation, program: Program, cache: Cache) -> list[Problem]:
    """Printed odds that have no exact answer."""
    return unanswered(compilation, answers(program, cache)) if printed_odds(program) else []


def _examples(compilation: Compilation, program: Program, *, explains: bool = True) -> list[Problem]:
    """The examples that do not come out as written, and no ruling explains it; ``explains``: with where the rules are probably wrong."""
    found: list[Problem] = []
    wrong = [example for example in replay_data(program) if not example["ok"]]
    where = _places(compilation, program, [example["id"] for example in wrong if explains])
    for example in wrong:
        span = compilation.spans.get(("example", example["id"]), NOWHERE)
        message = f"the example `{example['id']}` does not come out as written"
        hint = f"{_first(example)}`penance test` shows all of it"
        found.append(Problem("W717", message, span, hint, where.get(example["id"], ()), ("example", example["id"])))
    return found


def _places(compilation: Compilation, program: Program, failing: list[str]) -> Places:
    """Of each failing example the places that are probably wrong; most runs have none, and import nothing for it."""
    if not failing:
        return {}
    from penance_build.build.judging.blamed import places

    return places(compilation, program, failing)


def _first(example: dict[str, Any]) -> str:
    """The first difference of an example, as the beginning of a sentence."""
    for kind, said in (("differences", "`{}` should be {}"), ("book", "by the book `{}` is {}")):
        for item in example[kind]:
            got = "the rules give no such result" if item["got"] is None else f"the rules give {item['got']}"
            return f"{said.format(item['name'], item['written'])}, {got}; "
    return f"{example['reason'].rstrip('.')}; " if example["reason"] else ""


def _claims(compilation: Compilation, program: Program) -> list[Problem]:
    """The claims whose verdict is not the one on record."""
    found: list[Problem] = []
    for claim in audit_data(program):
        if not claim["expected"] and not claim["about"]:
            span = compilation.spans.get(("claim", claim["id"]), NOWHERE)
            message = f"the claim `{claim['id']}` is recorded as {claim['recorded']}, its verdict is {claim['verdict']}"
            found.append(Problem("W718", message, span, f"{_exact(claim)}`penance audit` shows all of them", entity=("claim", claim["id"])))
    return found


def _exact(claim: dict[str, Any]) -> str:
    """What a claim is exactly, as the beginning of a sentence; why that is not known where it is not."""
    if claim["exact"] is None:
        return f"{claim['reason'].rstrip('.')}; " if claim["reason"] else ""
    short = claim["exact"] if len(claim["exact"]) <= 20 else claim["decimal"]
    return f"it says {claim['says']}, exactly it is {short}; "


def other_data(compilation: Compilation) -> list[Problem]:
    """Data of which a source says something else than the rules, under any options; known of a game with errors too."""
    found: list[Problem] = []
    for item in audit_facts(compilation.facts):
        if item.expected:
            continue
        claim = compilation.spans.get(("claim", item.id), NOWHERE)
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
    told = compilation.spans.get(("said", f"{item.id} {name}"), claim)
    return Problem("W724", message, span, hint, ((told, "said here"),), entity=(item.about, item.of))
