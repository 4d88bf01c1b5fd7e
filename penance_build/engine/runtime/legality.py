"""Which actions are legal, and why others are not."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.border import _Border
from penance_build.engine.runtime.chance import DiceError, IllegalAction, RulesError, _shown
from penance_build.engine.runtime.game import _arrange, _Draw, _Game, _whose

# ---------------------------------------------------------------- copied into every engine from here


def _marked(ask: Any, mark: str) -> Any:
    """The options of a choice that have a mark; of a choice among cards something or nothing."""
    return {option["id"] for option in ask["options"] if option[mark]} if "options" in ask else {""} if ask[mark] else set()


class _Legality(_Border):
    """Judges actions: by what is proven where that can be, else by trying them as far as their outcome is certain.

    ``blocks`` hold the procedures that choose; of ``asks``, by choice, the guards say what is refused, the prompts what is asked,
    and the conditions what would have to hold; ``behind`` says what is refused behind a call.
    """

    def __init__(self, data: Any, blocks: Any, asks: Any) -> None:
        super().__init__(data)
        self.blocks = blocks
        self.guards, self.prompts, self.conditions = asks["guards"], asks["prompts"], asks["conditions"]
        self.behind = asks["behind"]
        _arrange(data)
        self.places = [ask["place"] for ask in data["asks"]]
        self.values = [{option["id"]: option["value"] for option in ask.get("options", ())} for ask in data["asks"]]
        # the options that must be tried, and those after which the rules may forbid what follows; of cards whether all, or none
        self.tried = [_marked(ask, "tried") for ask in data["asks"]]
        self.breaking = [_marked(ask, "breaks") for ask in data["asks"]]

    def open(self, game: _Game) -> Any:
        """What is open, as actions; some of it may turn out to be refused."""
        pending = game.pending
        if pending is None:
            return []
        kind, procedure, slot = pending["type"], pending["procedure"], pending["slot"]
        if kind == "choose":
            return [{"type": kind, "procedure": procedure, "slot": slot, "option": option} for option in pending["options"]]
        return [{"type": kind, "procedure": procedure, "slot": slot, "card": card} for card in pending["cards"]]

    def legal(self, game: _Game) -> Any:
        found = self.open(game)
        if not found:
            return found
        tried = self.tried[game.asked]
        if not tried:
            return found
        guard, slots, values = self.guards.get(game.asked), game.frames[-1]["v"], self.values[game.asked]
        is_card = game.pending["type"] == "pick"
        other, callers, legal = None, None, []
        for action in found:
            if not is_card and action["option"] not in tried:
                legal.append(action)
                continue
            answer = 2 if guard is None else guard(game, slots, action["card"] if is_card else values[action["option"]])
            if answer == 3:
                callers = self.answer_behind(game) if callers is None else callers
                answer = callers
            if answer == 2:  # what would happen on the way must tell
                other = self.fresh(game, False) if other is None else other
                answer = 0 if self.trial(game, action, other) is None else 1
            if answer == 0:
                legal.append(action)
        return legal

    def answer_behind(self, game: _Game) -> int:
        """What the callers make of an action that only ends the innermost procedure: 0 fine, 1 refused, 2 where trying must tell."""
        if not game.is_risky_behind(2):
            return 0
        caller = game.frames[-2]
        guard = self.behind.get((caller["p"], caller["pc"]))
        answer: int = 2 if guard is None else guard(game, caller["v"])
        return answer if answer < 3 else 2 if game.is_risky_behind(3) else 0

    def fresh(self, game: _Game, noting: bool) -> _Game:
        """A game for trials of another one."""
        other = game.fork(game.chance, False)
        other.trial, other.noting = True, noting
        return other

    def trial(self, game: _Game, action: Any, other: _Game) -> Any:
        """What keeps an open action from being carried out as far as its outcome is certain: an error, or None."""
        other.like(game)
        try:
            self.put(other, action)
            other.advance(self.blocks)
        except _Draw:
            return None
        except DiceError:
            return None
        except RulesError as problem:
            return problem
        return None

    def prompt(self, game: _Game) -> str:
        """What is asked, with the values that it names."""
        fill = self.prompts.get(game.asked)
        hidden: str = self.data["texts"]["asks"][game.asked]["prompt"]
        return hidden if fill is None else "".join(fill(game, game.frames[-1]["v"]))

    def why_not(self, game: _Game, action: Any, player: Any = None) -> Any:
        if game.pending is None:
            return {"reason": "nothing is to be chosen", "source": "", "procedure": "", "step": 0}
        ask = self.data["asks"][game.asked]
        refusal = {"source": self.data["texts"]["procedures"][ask["procedure"]]["source"]}
        refusal.update(procedure=ask["procedure"], step=ask["step"])
        reason = _whose(game, player) or self.closed(game, action)
        if reason is not None:
            return dict(refusal, reason=reason)
        problem = self.trial(game, action, self.fresh(game, True))
        if problem is None:
            return None
        if isinstance(problem, IllegalAction) and problem.step:
            refusal.update(procedure=problem.procedure, step=problem.step)
        return dict(refusal, reason=str(problem))

    def is_open(self, game: _Game, action: Any) -> bool:
        """Whether an action is one of those that are open."""
        pending, get = game.pending, action.get if isinstance(action, dict) else None
        if pending is None or get is None or get("slot") != pending["slot"] or get("procedure") != pending["procedure"]:
            return False
        if get("type") == "choose":
            return "options" in pending and get("option") in pending["options"]
        return get("type") == "pick" and "cards" in pending and type(get("card")) is int and get("card") in pending["cards"]

    def closed(self, game: _Game, action: Any) -> Any:
        """Why an action is none of those that are open, or None."""
        pending = game.pending
        if pending is None:
            return "nothing is to be chosen"
        ask = self.data["asks"][game.asked]
        for key in ("type", "procedure", "slot"):
            if not isinstance(action, dict) or action.get(key) != pending[key]:
                return "what is asked is: " + self.prompt(game)
        if pending["type"] == "pick":
            if type(action.get("card")) is not int or action["card"] not in pending["cards"]:
                return "the card must lie in " + ask["zone"] + (", with " + ask["test"] if ask["test"] else "")
            return None
        if action.get("option") in pending["options"]:
            return None
        options = [option for option in ask["options"] if option["id"] == action.get("option")]
        return options[0]["test"] if options else "there is no option " + _shown(action.get("option"))

    def put(self, game: _Game, action: Any) -> None:
        """Answer what is asked with an action that is open."""
        asked, frames = game.asked, game.frames
        frame = frames[-1] if game.shared < len(frames) else game.top()
        frame["v"][self.places[asked]] = action["card"] if "cards" in game.pending else self.values[asked][action["option"]]
        game.pending, game.drawn = None, False

    def may_break(self, game: _Game, action: Any) -> bool:
        """Whether the rules may forbid what an action leads to, be it after dice."""
        breaking = self.breaking[game.asked]
        return bool(breaking) and (game.pending["type"] == "pick" or action["option"] in breaking)
