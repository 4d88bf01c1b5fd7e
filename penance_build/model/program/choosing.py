"""How claims and examples make choices: the forms of `--policy` on the command line, read at their places in the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.walk import reached, statements
from penance_build.model.context.context import Context
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.functions import at_hand
from penance_build.model.formulas.queries import NO_SCORE, names_in
from penance_build.surface.nodes import Formula

Choice: TypeAlias = ir.Choose | ir.Pick

WAYS: Final = ("first", "random")
REST: Final = "*"  # all choices of which a policy says nothing
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")


def read_choices(
    ctx: Context, procedures: Mapping[str, ir.Procedure], entity: tuple[str, str], first: ir.Procedure, given: Mapping[str, Formula]
) -> tuple[ir.Choice, ...]:
    """The choices that a claim or an example makes; reports what names no choice, or nothing that may be chosen."""
    asked: dict[str, list[tuple[ir.Procedure, Choice]]] = {}
    for procedure in reached(procedures, first.id) if given else ():
        for stmt in statements(procedure.body):
            if isinstance(stmt, Choice) and (procedure, stmt) not in asked.setdefault(stmt.slot, []):
                asked[stmt.slot].append((procedure, stmt))
    made: list[ir.Choice] = []
    for slot, formula in given.items():
        if slot == REST:
            made.append(ir.Choice(slot, formula.text))
        elif slot not in asked:
            hint = did_you_mean(slot, list(asked)) or ("its choices are: " + ", ".join(asked) if asked else "nothing is chosen there")
            ctx.wrong_key(formula, entity, "E603", f"`{first.id}` has no choice `{slot}`", hint)
        else:
            found = [_choice(ctx, entity, procedure, stmt, formula) for procedure, stmt in asked[slot]]
            made += dict.fromkeys(choice for choice in found if choice is not None)
    return tuple(made)


def _choice(ctx: Context, entity: tuple[str, str], procedure: ir.Procedure, stmt: Choice, formula: Formula) -> ir.Choice | None:
    """What is taken where one step asks; None after reporting that there is no such option, card or value."""
    text, cards = formula.text, ctx.world.card_ids
    is_card = isinstance(stmt, ir.Pick)
    options = list(cards) if isinstance(stmt, ir.Pick) else [option.id for option in stmt.options]
    if is_card and text in cards:
        return ir.Choice(stmt.slot, "", procedure.id, ir.Const(cards[text]))
    if text in options or text in WAYS:
        return ir.Choice(stmt.slot, text)
    if _WORD.fullmatch(text):
        what = "card" if is_card else "option"
        hint = did_you_mean(text, options) or f"{'cards' if is_card else 'its options'} are: {', '.join(options[:8])}"
        ctx.wrong(formula, entity, "E402", f"the choice `{stmt.slot}` has no {what} `{text}`", hint)
        return None
    known = names_in(procedure, is_card)
    typed = Expressions(ctx.world, ctx.report, entity, known, is_event=True).read(formula, None if is_card else known[stmt.slot])
    if typed.type.kind == "error":
        return None
    if is_card and typed.type.kind != "int":
        ctx.wrong(formula, entity, "E403", NO_SCORE, "for example card.cost")
        return None
    return ir.Choice(stmt.slot, "", procedure.id, at_hand(typed.expr) if is_card else typed.expr)
