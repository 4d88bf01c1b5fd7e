"""The parts of a compiled procedure: functions over states, and what the walk does around each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from penance_build.ir.nodes import Choose, Pick, Var
from penance_build.odds.planning.plan import Layout, Plan
from penance_build.odds.rewriting.exprs import Moment, Node
from penance_build.odds.rolls.requests import RollRequest

States = dict[tuple[Any, ...], Any]  # weights are integers; where a mean is asked, they may have a slope


class Pure(Struct, frozen=True):
    """``run(src, dst, fin)``: into ``dst``, or into ``fin`` where the procedure ends."""

    run: Callable[[States, States, States], None]


class Draw(Struct, frozen=True):
    """A roll. ``keys(src)`` lists (n, parameters…); ``columns``, ``numbers`` turn parameters into those of ``request``."""

    keys: Callable[[States], dict[tuple[int, ...], None]]
    run: Callable[[States, States, States, dict[tuple[int, ...], tuple[list[Any], int]]], None]
    request: RollRequest
    columns: Callable[[tuple[int, ...]], tuple[tuple[int, ...], ...]]
    numbers: Callable[..., tuple[int, ...]]
    solid: bool
    ordered: bool
    name: str


class Redraw(Struct, frozen=True):
    """A reroll of a solid roll. ``keys(src)`` lists (faces, limit, whether each face passes)."""

    keys: Callable[[States], dict[tuple[Any, ...], None]]
    run: Callable[[States, States, States, dict[tuple[Any, ...], tuple[list[Any], int]]], None]
    sides: int


class Ask(Struct, frozen=True):
    """A call. ``keys(src)`` lists the tuples of arguments; ``results`` are what is taken, ``~r`` the moment of the result r.

    Where ``state_in``, the last part of a key is the state. ``layout`` is that of the states before it.
    """

    keys: Callable[[States], dict[tuple[Any, ...], None]]
    run: Callable[[States, States, States, dict[tuple[Any, ...], tuple[list[Any], int]]], None]
    procedure: str
    results: tuple[str, ...]
    state_in: bool
    layout: Layout

    @property
    def answers(self) -> tuple[Node, ...]:
        """What is asked of the callee for each of them: the result, or the moment of one."""
        return tuple([Moment(result[1:], 1) if result.startswith("~") else Var(result) for result in self.results])


class Shift(Struct, frozen=True):
    """Top cards move. ``keys(src)`` lists (state, count, owner of the source, owner of the target)."""

    keys: Callable[[States], dict[tuple[Any, ...], None]]
    run: Callable[[States, States, States, dict[tuple[Any, ...], tuple[list[Any], int]]], None]
    source: int
    target: int
    bottom: bool


class Look(Struct, frozen=True):
    """The top card is seen. ``keys(src)`` lists (state, owner, the cards that pass)."""

    keys: Callable[[States], dict[tuple[Any, ...], None]]
    run: Callable[[States, States, States, dict[tuple[Any, ...], tuple[list[Any], int]]], None]
    zone: int
    tag: bool


class Take(Struct, frozen=True):
    """A card is picked. ``keys(src)`` lists (state, owner, pairs of a card and its weight)."""

    keys: Callable[[States], dict[tuple[Any, ...], None]]
    run: Callable[[States, States, States, dict[tuple[Any, ...], tuple[list[Any], int]]], None]
    zone: int
    tag: bool


class Decide(Struct, frozen=True):
    """A choice that is left open. ``run(src, out)`` gives for each state the player, and for each legal answer, an option's place or a
    card, the states that it leads to, each with its weight, and their total.
    """

    run: Callable[[States, dict[tuple[Any, ...], tuple[int, list[tuple[int, list[tuple[tuple[Any, ...], int]], int]]]]], None]
    procedure: str
    asked: Choose | Pick
    layout: Layout


class Spread(Struct, frozen=True):
    """A choice at random: weights are multiplied by ``scale`` and shared."""

    run: Callable[[States, States, States], None]
    scale: int


class Branch(Struct, frozen=True):
    """``run(src, yes, no, fin)``, then the parts of either side."""

    run: Callable[[States, States, States, States], None]
    then: tuple[Part, ...]
    orelse: tuple[Part, ...]


class Loop(Struct, frozen=True):
    """``run(src, inside, done, fin)`` enters or leaves; after ``body``, ``again`` (of the same form) decides anew."""

    run: Callable[[States, States, States, States], None]
    body: tuple[Part, ...]
    again: Callable[[States, States, States, States], None]


class Cycle(Struct, frozen=True):
    """A loop without a bound: ``enter(src, dst, fin)``, the body, and ``leave(src, done, again, fin)``, which goes round or leaves."""

    enter: Callable[[States, States, States], None]
    body: tuple[Part, ...]
    leave: Callable[[States, States, States, States], None]
    head: tuple[str, ...]
    place: int


Tabled = Draw | Redraw | Ask | Shift | Look | Take
Part = Pure | Tabled | Decide | Spread | Branch | Loop | Cycle


class Compiled(Struct, frozen=True):
    """A procedure ready to walk: ``entry`` are the items of its first states, all of them variables."""

    plan: Plan
    entry: tuple[str, ...]
    parts: tuple[Part, ...]
