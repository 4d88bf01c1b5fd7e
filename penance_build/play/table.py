"""A table with the rules of one game on it: its generated engine, in memory, and the programs' judges beside it."""

from __future__ import annotations

from collections.abc import Sequence
from types import CodeType, ModuleType
from typing import Any

from penance_build.engine.languages.python import emit_python
from penance_build.ir.identity import rules_hash
from penance_build.ir.nodes import Bot, Choose, Program, Setup
from penance_build.ir.play import playable
from penance_build.ir.record import replace
from penance_build.ir.walk import all_expressions, statements, variables
from penance_build.play.hands import Piles

State = dict[str, Any]
Action = dict[str, Any]
Event = dict[str, Any]


# So many tables that a player may imagine are looked at before it counts as plain to this player what comes of an action.
IMAGINED = 12


class Refused(Exception):
    """What was asked for cannot be played: one sentence for the user. Where something is unknown by its name, that is ``named``, and
    ``known`` what there is."""

    def __init__(self, text: str, named: str = "", known: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.named, self.known = named, tuple(known)


class Table:
    """The engine of a program, with the judges of bots. Its states are those of the engine that is built, so that games may be carried
    from one to the other."""

    def __init__(self, program: Program) -> None:
        played = playable(program)
        source = emit_python(replace(played, procedures=program.procedures), rules_hash(played))
        self.lay(program, compile(source, "<rules>", "exec"))

    @classmethod
    def again(cls, program: Program, code: CodeType) -> Table:
        """Another table with the same rules, from the code of one that was laid: in another process it need not be made anew."""
        table = cls.__new__(cls)
        table.lay(program, code)
        return table

    def lay(self, program: Program, code: CodeType) -> None:
        """Put the rules on the table. The engine is a module that lies in no file."""
        self.program, self.code, self.piles = program, code, Piles(program)
        self.rules = ModuleType("rules")
        exec(code, self.rules.__dict__)
        self.error: type[Exception] = self.rules.RulesError

    # ------------------------------------------------------------ what there is

    def setup(self, name: str | None) -> Setup:
        """The setup of this name; the first where none is named."""
        setups = self.program.by_id.setups
        if not setups:
            raise Refused(f"{self.program.game} has no setups, so there is nothing to play")
        if name is None:
            return next(iter(setups.values()))
        if name not in setups:
            raise Refused(f"there is no setup `{name}`", name, list(setups))
        return setups[name]

    def bot(self, name: str) -> Bot:
        """The bot of this name."""
        bots = {bot.id: bot for bot in self.program.bots}
        if name not in bots:
            raise Refused(f"there is no bot `{name}`", name, list(bots))
        return bots[name]

    def seat(self, setup: Setup, name: str) -> Bot:
        """The bot of this name for a seat of a setup. One that judges how a player stands against another has to have one other."""
        bot = self.bot(name)
        if bot.score and setup.players != 2:
            judge = self.program.by_id.procedures[bot.score]
            foe = judge.inputs[1].name
            if any(foe in variables(expr) for expr in all_expressions(judge.body)):
                raise Refused(f"`{name}` judges one player against one other (`foe`), and `{setup.id}` has {setup.players}")
        return bot

    # ------------------------------------------------------------ playing

    def new_game(self, setup: Setup, decks: Sequence[str], seed: int) -> State:
        """A seeded game, paused at its first choice. Raises Refused for decks that cannot be brought."""
        given: dict[str, Any] = {"setup": setup.id}
        if decks:
            given["decks"] = list(decks)
        try:
            state: State = self.rules.new_game(given, seed)
        except self.error as problem:
            raise Refused(str(problem)) from None
        return state

    def options_of(self, state: State) -> dict[str, str]:
        """The options of the choice that is open, by id with their names; a fallback only where it may be taken."""
        pending = state["pending"]
        asked = choice(self.program, pending)
        return {item.id: item.name or item.id for item in asked.options if item.id != asked.fallback or item.id in pending["options"]}

    def legal(self, state: State) -> list[Action]:
        """The actions that may be applied."""
        found: list[Action] = self.rules.legal(state)
        return found

    def apply(self, state: State, action: Action) -> tuple[State, list[Event]]:
        """The state after an action, and what happened on the way."""
        after: tuple[State, list[Event]] = self.rules.apply(state, action)
        return after

    def surely_ends(self, state: State, action: Action) -> bool:
        """Whether a legal action ends the game however the cards lie that its player does not see: of each of some tables that this
        player may imagine. Who is asked before it is done must not learn from it what a hidden card is."""
        seat = int(state["pending"]["by"])
        for seed in range(IMAGINED):
            live = self.rules.open(state).imagine(seat, seed)
            try:
                live.do(live.legal().index(action))
            except (self.error, ValueError):  # what the rules forbid where the cards lie so, or do not offer
                return False
            if live.pending is not None:
                return False
        return True

    def follow(self, state: State, log: Sequence[Event]) -> State:
        """A replayed state one action further: ``log`` goes on with the action and what then was drawn. Needs no generator."""
        action, *drawn = log[len(state["log"]) :]
        live = self.rules.open(state)
        live.reseed(Drawn(drawn))
        live.do(live.legal().index(action))
        live.reseed(None)
        after: State = live.save()
        return after


class Drawn:
    """A source of chance that gives what a log says was drawn."""

    def __init__(self, entries: Sequence[Event]) -> None:
        self.entries = [entry for entry in reversed(entries) if entry.get("draws") != []]  # nothing is drawn for a single card

    def fork(self) -> Drawn:
        """Another one that goes on from here."""
        other = Drawn(())
        other.entries = self.entries[:]
        return other

    def draw(self, bound: int, count: int) -> list[int]:
        """The faces of the next rolls."""
        return [self.entries.pop()["face"] for _ in range(count)]

    def shuffle(self, size: int) -> list[int]:
        """The draws of the next shuffle."""
        found: list[int] = self.entries.pop()["draws"]
        return found


def choice(program: Program, pending: Event) -> Choose:
    """The statement that asks what is to be chosen."""
    body = program.by_id.procedures[pending["procedure"]].body
    return next(item for item in statements(body) if isinstance(item, Choose) and item.step == pending["step"])


def decisions(state: State) -> int:
    """How many choices were made so far."""
    return sum(1 for entry in state["log"] if entry["type"] in ("choose", "pick"))
