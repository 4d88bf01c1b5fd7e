"""A game that is played in place, for programs that play many: bots, training, balance. No state is made between two actions."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import Generator, InputError, _Chance, _shown
from penance_build.engine.runtime.describe import _describe
from penance_build.engine.runtime.game import _Game, _seat
from penance_build.engine.runtime.play import _Engine
from penance_build.engine.runtime.players import _imagine
from penance_build.engine.runtime.shapes import _within
from penance_build.engine.runtime.states import State, _state_of

# ---------------------------------------------------------------- copied into every engine from here


class Live:
    """A game that goes on in place. What it leads to is what ``apply`` leads to, log for log."""

    __slots__ = ("_engine", "_game", "_legal")

    def __init__(self, engine: _Engine, game: _Game) -> None:
        self._engine, self._game = engine, game
        self._legal: Any = None

    @property
    def pending(self) -> Any:
        """What is to be chosen, as a state has it; None after the end. Not to be changed."""
        return self._game.pending

    @property
    def result(self) -> Any:
        """The results of the procedure that was started, once it has ended."""
        return self._game.result

    @property
    def players(self) -> int:
        """How many play."""
        return self._game.players

    @property
    def chance(self) -> Any:
        """The source that it draws from; None where it has none."""
        return self._game.chance.generator

    def counter(self, name: str, owner: int = 0) -> int:
        """The value of a counter, of a player or hex where each has one."""
        row = self._row("counter", "counter_names", self._game.counters, name, owner)
        return int(row)

    def zone(self, name: str, owner: int = 0) -> list[int]:
        """The cards of a pile by number, the top last."""
        return list(self._row("zone", "zone_names", self._game.zones, name, owner))

    def _row(self, kind: str, names: str, rows: Any, name: str, owner: int) -> Any:
        known = self._engine.data[names]
        if name not in known:
            raise InputError("there is no " + kind + " " + _shown(name))
        row = rows[known.index(name)]
        if not _within(owner, 0, len(row) - 1):
            raise InputError("the owner of " + kind + " '" + name + "' must be from 0 to " + str(len(row) - 1) + ", not " + _shown(owner))
        return row[owner]

    def running(self) -> list[tuple[str, int]]:
        """The procedures that wait, the outermost first, each with a number that no other call in this game has."""
        return [(frame["p"], frame["number"]) for frame in self._game.frames]

    def legal(self) -> list[dict[str, Any]]:
        """The actions that may be taken, as data; ``do`` takes one by its place in this list."""
        return list(self._actions())

    def _actions(self) -> Any:
        if self._legal is None:
            self._legal = self._engine.legal(self._game)
        return self._legal

    def do(self, number: int) -> list[dict[str, Any]]:
        """Take a legal action, and go on to the next choice; the events on the way where they are recorded, else none.

        Where the rules forbid what follows once dice were drawn, or there are no dice to draw, the game stands as before, and the error
        is raised.
        """
        actions, game = self._actions(), self._game
        if type(number) is not int or not 0 <= number < len(actions):
            raise InputError("an action must be from 0 to " + str(len(actions) - 1) + ", not " + _shown(number))
        is_sure = type(game.chance.generator) is Generator and game.chance.script is None
        mark = None if is_sure and not self._engine.may_break(game, actions[number]) else game.mark()
        self._legal = None
        if game.events is not None:
            game.events = []
        try:
            self._engine.take(game, actions[number])
        except BaseException:  # of a source of somebody else's, too
            if mark is not None:
                game.back(mark)
            raise
        return [] if game.events is None else game.events

    def fork(self, chance: Any = None) -> Live:
        """Another game that goes on from here on its own: with the same draws, or with other chance (see ``reseed``). It has no events."""
        if chance is None:
            return Live(self._engine, self._game.fork())
        return Live(self._engine, self._game.fork(self._source(chance)))

    def imagine(self, player: Any, seed: Any) -> Live:
        """The game as a player, or a spectator (None), may imagine it: what he does not see is dealt anew. It has no chance and no log."""
        _seat(player, self._game.players)
        return Live(self._engine, _imagine(self._engine, self._game, player, seed))

    def reseed(self, chance: Any) -> None:
        """Draw from another source from now on: a seed, a Generator (or what draws and shuffles like one), or None for none."""
        self._game.chance = self._source(chance)

    def _source(self, chance: Any) -> _Chance:
        if type(chance) is int:
            chance = Generator(chance)
        if chance is not None and type(chance) is not Generator and not (hasattr(chance, "draw") and hasattr(chance, "shuffle")):
            raise InputError("chance must be a seed or a Generator, not " + _shown(chance))
        return _Chance(self._engine.faces, chance)

    def events(self, on: bool = True) -> None:
        """Record events from the next action on, or no longer."""
        self._game.watch(on)

    def run(self, procedure: str, inputs: Any = None) -> Any:
        """The results of a procedure that never chooses, of the game as it stands; what it changes is forgotten."""
        return self._engine.asked_of(self._game, procedure, inputs)

    def view(self, player: Any) -> dict[str, Any]:
        """What a player, or a spectator (None), may see."""
        seen: dict[str, Any] = self._engine.view(self._game, player)
        return seen

    def describe(self, player: Any) -> dict[str, Any]:
        """What is asked, for a player or a spectator (None)."""
        return _describe(self._engine, self._game, player)

    def save(self) -> State:
        """The state, as ``apply`` would have returned it."""
        return _state_of(self._game.fork())
