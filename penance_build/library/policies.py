"""How choices are made, in words: the option or card of each, a formula, and what is done with the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping

from penance_build.diagnostics.suggest import near
from penance_build.ir.fold import fold
from penance_build.ir.interpret.expressions import at_card
from penance_build.ir.nodes import Choose, Const, Expr, Pick, Procedure, Program
from penance_build.ir.uses import closure
from penance_build.ir.walk import statements
from penance_build.library.errors import WrongUse
from penance_build.library.values import Given
from penance_build.model.formulas.queries import BadQuery, choice_expr
from penance_build.odds.question.refusal import Policy

Choosing = Policy | str | Mapping[str, str]
REST = "*"  # in a mapping: all choices of which it says nothing
WAYS = ("first", "random")
SHOWN = 12  # so many answers are listed
_WORD = re.compile(r"[a-z][a-z0-9_]*")
Asked = dict[str, list[tuple[str, Choose | Pick]]]  # the procedures that ask, by slot


def split(procedure: Procedure, inputs: dict[str, Given], policy: Choosing | None) -> tuple[dict[str, Given], Choosing | None]:
    """The inputs with those that the policy names, and the rest of the policy: who decides may be an input of the rules."""
    if policy is None or isinstance(policy, Policy | str):
        return inputs, policy
    names = {item.name for item in procedure.inputs if item.type.kind in ("enum", "bool")} & set(policy)
    twice = sorted(names & set(inputs))
    if twice:
        raise WrongUse(f"`{twice[0]}` is given as an input and by the policy", "input")
    picks = {name: option for name, option in policy.items() if name not in names}
    return inputs | {name: policy[name] for name in sorted(names)}, picks or None


def read_policy(program: Program, procedure: Procedure, given: Choosing | None, rest: str = "named") -> Policy | None:
    """A policy for a procedure and all that it calls. ``rest``: what is done where nothing is said. Raises WrongUse."""
    asked = asked_in(program, procedure)
    if given is None:
        return None if rest == "named" else Policy(rest)
    if isinstance(given, Policy):
        for name, option in given.picks.items():
            _option(program, procedure, asked, name, option)
        return given
    words = {REST: given} if isinstance(given, str) else dict(given)
    kind = words.pop(REST, rest)
    if kind not in WAYS and kind != rest:
        raise WrongUse(f"a policy is first, random, or the option of each choice; found `{kind}`", "policy")
    picks: dict[str, str] = {}
    rules: dict[tuple[str, str], Expr] = {}
    for name, text in words.items():
        for where, stmt in _of_slot(procedure, asked, name):
            if isinstance(stmt, Pick) and text in program.by_id.cards:
                rules[where, name] = Const(list(program.by_id.cards).index(text))
            elif text in WAYS or (isinstance(stmt, Choose) and text in [option.id for option in stmt.options]):
                picks[name] = text
            elif _WORD.fullmatch(text):
                _option(program, procedure, asked, name, text)
            else:
                try:
                    rules[where, name] = choice_expr(program, where, name, text, of_card=isinstance(stmt, Pick))
                except BadQuery as error:
                    raise WrongUse(f"`{name}`, column {error.start + 1} of its formula: {error.message}", "policy") from None
    return Policy(kind, picks, rules)


def asked_in(program: Program, procedure: Procedure) -> Asked:
    """The choices of a procedure and of those that it calls."""
    reached = set(closure(program, [procedure.id]))
    found: Asked = {}
    for item in program.procedures:
        if f"procedure {item.id}" in reached:
            for stmt in statements(item.body):
                if isinstance(stmt, Choose | Pick) and (item.id, stmt) not in found.setdefault(stmt.slot, []):
                    found[stmt.slot].append((item.id, stmt))
    return found


def answers_of(program: Program, stmt: Choose | Pick) -> list[str]:
    """What may be answered to a choice: its options; of a card those of the game that its condition may let through."""
    if isinstance(stmt, Choose):
        return [option.id for option in stmt.options]
    if stmt.test is None:
        return [card.id for card in program.cards]
    test = stmt.test
    return [card.id for place, card in enumerate(program.cards) if fold(at_card(test, program, place)) != 0]


def unanswered(program: Program, procedure: Procedure, statement: str) -> str:
    """How a choice without a policy is answered: `--policy` with what there is; ``statement`` is that of a refusal, as ``choose next``."""
    _, _, slot = statement.partition(" ")
    found = [stmt for _, stmt in asked_in(program, procedure).get(slot, [])]
    known = list(dict.fromkeys(answer for stmt in found for answer in answers_of(program, stmt)))
    if not known:
        return ""
    shown = ", ".join(known[:SHOWN]) + (f" and {len(known) - SHOWN} more" if len(known) > SHOWN else "")
    of_card = ", or a score such as card.cost" if any(isinstance(stmt, Pick) for stmt in found) else ", or a formula"
    return f"--policy {slot}=… may be {shown}, first, random{of_card}"


def _of_slot(procedure: Procedure, asked: Asked, name: str) -> list[tuple[str, Choose | Pick]]:
    if name not in asked:
        raise WrongUse(f"`{procedure.id}` has no choice `{name}`{near(name, list(asked))}", "policy")
    return asked[name]


def _option(program: Program, procedure: Procedure, asked: Asked, name: str, option: str) -> None:
    """Raise WrongUse where a choice has no such option."""
    for _, stmt in _of_slot(procedure, asked, name):
        known = answers_of(program, stmt)
        if option not in known and option not in WAYS:
            what = "option" if isinstance(stmt, Choose) else "card"
            raise WrongUse(f"the choice `{name}` has no {what} `{option}`{near(option, known)}", "policy")
