"""The small functions of each choice, as far as the languages have them in common: what it asks, and what its conditions read."""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.engine.planning.conditions import Tree
from penance_build.engine.planning.plan import Plan
from penance_build.engine.writing.expressions import ExprWriter
from penance_build.engine.writing.module import Module


def filled(plan: Plan) -> list[int]:
    """The numbers of the choices whose prompts have values in them."""
    return [number for number, prompt in enumerate(plan.prompts) if any(part.value is not None for part in prompt)]


def prompt_text(module: Module, number: int, writer: type[ExprWriter]) -> str:
    """The list of the texts of a prompt, over the game and the slots of the frame that asks."""
    exprs = _of_frame(module, number, writer)
    return exprs.list_text([exprs.part(part) for part in module.plan.prompts[number]])


def conditions(module: Module, writer: type[ExprWriter], head: str) -> Iterator[tuple[int, str, Tree, str]]:
    """Of each condition its place, its key (the choice and the option), its tree, and the list of the functions that give its values.

    ``head`` begins a function without parameters; ``_o`` is the card at hand.
    """
    for place, ((number, option), (condition, tree)) in enumerate(module.plan.conditions.items()):
        exprs = _of_frame(module, number, writer)
        exprs.card = "_o"
        yield place, f"{number}:{option}", tree, exprs.list_text([f"{head}{exprs.number(expr)}" for expr in condition.values])


def _of_frame(module: Module, number: int, writer: type[ExprWriter]) -> ExprWriter:
    numbers = module.plan.slot_numbers[module.plan.asking[number][0].id]
    return writer(module, lambda id: f"_v[{numbers[id]}]")
