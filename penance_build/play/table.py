"""A table with the rules of one game on it: its generated engine, in memory, and the programs' judges beside it."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from penance_build.engine.languages.python import emit_python
from penance_build.ir.nodes import Bot, Played, Program, Setup
from penance_build.ir.play import playable
from penance_build.ir.record import replace

State = dict[str, Any]
Action = dict[str, Any]
Event = dict[str, Any]


class Refused(Exception):
    """What was asked for cannot be played: one sentence for the user."""


class Table:
    """The engine of a program. Its states are those of the engine that is built, so that games may be carried from one to the other."""

    def __init__(self, program: Program) -> None:
        played = playable(program)
        self.program = program
        self.rules = in_memory(played, "rules")
        self.error: type[Exception] = self.rules.RulesError
        scores = {bot.score for bot in program.bots}
        judges = tuple(procedure for procedure in program.procedures if procedure.id in scores)
        cards = tuple(replace(card, procedure="") for card in played.cards)
        self.judges = in_memory(replace(played, procedures=judges, cards=cards, setups=()), "judges")

    # ------------------------------------------------------------ what there is

    def setup(self, name: str | None) -> Setup:
        """The setup of this name; the first where none is named."""
        setups = self.program.by_id.setups
        if not setups:
            raise Refused(f"{self.program.game} has no setups, so there is nothing to play")
        if name is None:
            return next(iter(setups.values()))
        if name not in setups:
            raise Refused(f"there is no setup `{name}`; there is {', '.join(setups)}")
        return setups[name]

    def bot(self, name: str) -> Bot:
        """The bot of this name."""
        bots = {bot.id: bot for bot in self.program.bots}
        if name not in bots:
            raise Refused(f"there is no bot `{name}`; there is {', '.join(bots) or 'none'}")
        return bots[name]

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
        pending, engine = state["pending"], self.rules._ENGINE
        number = self.rules._asked(engine.data, state)
        ask, names = engine.data["asks"][number], engine.data["texts"]["asks"][number]["names"]
        ids = [option["id"] for option in ask["options"]]
        return {id: names[id] for id in ids if id != ask["fallback"] or id in pending["options"]}

    def legal(self, state: State) -> list[Action]:
        """The actions that may be applied."""
        found: list[Action] = self.rules.legal(state)
        return found

    def apply(self, state: State, action: Action) -> tuple[State, list[Event]]:
        """The state after an action, and what happened on the way."""
        after: tuple[State, list[Event]] = self.rules.apply(state, action)
        return after

    def follow(self, state: State, log: Sequence[Event]) -> State:
        """A replayed state one action further: ``log`` goes on with the action and what then was drawn. Needs no generator."""
        entry, *drawn = log[len(state["log"]) :]
        after: State = self.rules._ENGINE.apply(state, entry, drawn[::-1])[0]
        return after


def in_memory(program: Played, name: str) -> ModuleType:
    """The generated Python engine of a program as a module that lies in no file."""
    module = ModuleType(name)
    exec(compile(emit_python(program), f"<{name}>", "exec"), module.__dict__)
    return module


def decider(state: State) -> int | None:
    """The player whose choice it is; None after the end."""
    pending = state["pending"]
    return None if pending is None else int(pending["by"])


def decisions(state: State) -> int:
    """How many choices were made so far."""
    return sum(1 for entry in state["log"] if entry["type"] in ("choose", "pick"))
