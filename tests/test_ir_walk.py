"""The walkers against the node classes themselves: a field that a walk forgets fails here, whatever its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

from penance_build.ir import canonical, uses, walk
from penance_build.ir import nodes as n
from penance_build.ir.record import Record
from penance_build.odds.planning.demand import STATE_READS

EXPRESSIONS: tuple[type[Record], ...] = get_args(n.Expr)
STATEMENTS: tuple[type[Record], ...] = get_args(n.Stmt)


def sample(kind: type[Record]) -> Any:
    """A node of this class with a variable of its own in every place that takes an expression."""
    hints = get_type_hints(kind, vars(n))
    return kind(**{name: _value(hints[name], f"{kind.__name__}.{name}") for name in kind.__struct_fields__})


def _value(hint: Any, name: str) -> Any:
    options = get_args(hint)
    if hint is n.Expr or options[: len(EXPRESSIONS)] == EXPRESSIONS:
        return n.Var(name)
    if hint in (int, str, bool):
        return hint()
    if hint == tuple[n.Expr, ...]:
        return n.Var(f"{name}.0"), n.Var(f"{name}.1")
    if hint == tuple[n.Stmt, ...]:
        return (n.Let("x", n.Var(name)),)
    if len(options) == 2 and options[1] is Ellipsis and issubclass(options[0], Record):
        return (sample(options[0]),)  # type: ignore[arg-type]
    return None if type(None) in options else ()


def variables(value: Any) -> Iterator[str]:
    """The names of all variables anywhere inside, found by looking at every field."""
    if isinstance(value, n.Var):
        yield value.name
    elif isinstance(value, tuple):
        for item in value:
            yield from variables(item)
    elif isinstance(value, Record):
        for name in value.__struct_fields__:
            yield from variables(getattr(value, name))


@pytest.mark.parametrize("kind", EXPRESSIONS)
def test_children_and_rebuild_reach_every_expression_inside(kind: type[Record]) -> None:
    node = sample(kind)
    inside = [] if kind is n.Var else sorted(variables(node))
    assert sorted(child.name for child in walk.children(node) if isinstance(child, n.Var)) == inside
    changed = walk.rebuild(node, lambda child: n.Op("neg", (child,)))
    assert list(walk.children(changed)) == [n.Op("neg", (child,)) for child in walk.children(node)]
    assert walk.rebuild(node, lambda child: child) == node
    if inside:
        assert inside[0] not in set(variables(walk.substitute(node, inside[0], n.Const(7))))


@pytest.mark.parametrize("kind", STATEMENTS)
def test_the_walks_over_statements_reach_every_expression_inside(kind: type[Record]) -> None:
    stmt = sample(kind)
    seen = {item.name for item in walk.all_expressions((stmt,)) if isinstance(item, n.Var)}
    assert seen - {stmt.slot if kind is n.Reroll else None} == set(variables(stmt))
    gone = walk.map_bodies(walk.map_own(stmt, lambda _: n.Const(1)), lambda _: ())
    assert list(variables(gone)) == []
    assert walk.map_bodies(walk.map_own(stmt, lambda expr: expr), lambda body: body) == stmt


def test_a_statement_writes_the_slots_that_it_names() -> None:
    written = {kind for kind in STATEMENTS if not {"slot", "moved", "take"}.isdisjoint(kind.__struct_fields__)}
    assert written == {n.Let, n.Roll, n.Reroll, n.Each, n.Choose, n.Pick, n.Call, n.Move}
    assert walk.assigned(n.Call("p", (), (("result", "mine"),))) == ("mine",)
    for kind in written - {n.Call, n.Move}:
        assert walk.assigned(sample(kind)) == (sample(kind).slot,)


def test_what_is_evaluated_first_comes_first() -> None:
    reroll = n.Reroll("dice", "d6", n.Var("test"), n.Var("limit"), "again")
    assert walk.own_expressions(reroll) == (n.Var("dice"), n.Var("limit"), n.Var("test"))
    repeat = n.Repeat((n.Let("x", n.Var("inside")),), n.Var("until"), n.Var("limit"), 3)
    assert walk.own_expressions(repeat) == (n.Var("limit"), n.Var("until"))
    assert walk.bodies(repeat) == (repeat.body,)


def test_odds_carry_the_state_for_what_looks_at_it() -> None:
    assert {kind for kind in EXPRESSIONS if uses.looks(sample(kind))} == STATE_READS


def test_a_field_that_holds_nodes_in_a_new_way_is_refused() -> None:
    class Odd(Record):
        pairs: dict[str, n.Expr]

    with pytest.raises(TypeError, match="pairs: the ways through records do not know"):
        walk.children(Odd({}))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["[]", "3", "{}", f'{{"ir_version":{n.IR_VERSION}}}', f'{{"ir_version":{n.IR_VERSION},"dice":3}}'])
def test_what_is_no_program_is_refused(text: str) -> None:
    """By one exception, whatever is wrong with it."""
    with pytest.raises(ValueError, match="program"):
        canonical.loads(text)
