"""How games begin and who plays them: setups, and bots with the formula by which they judge a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.walk import expressions, statements
from penance_build.model.entries import Model
from penance_build.model.expressions import Expressions
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.proofs import ProofReader
from penance_build.model.report import Report
from penance_build.model.tables import source_text
from penance_build.model.typing import PLAYER, corners, describe, integer
from penance_build.model.world import Typed, World

BOT: Final = "bot."
SIDES: Final = ("me", "foe")


@dataclass(slots=True)
class SetupReader:
    """Elaborates the setups and bots of a game, after its procedures."""

    model: Model
    world: World
    report: Report
    conditions: Conditions
    choice: Mapping[str, str]
    procedures: Mapping[str, ir.Procedure]
    proofs: ProofReader  # reads the inputs of procedures

    def setups(self, decks: tuple[str, ...]) -> tuple[ir.Setup, ...]:
        """All setups; ``decks`` are those that players may bring where a setup names none."""
        return tuple(self._setup(name, place, decks) for name, place in self._live("setup") if self._can_run(name, place))

    def bots(self) -> tuple[tuple[ir.Bot, ...], tuple[ir.Procedure, ...]]:
        """All bots, and the procedures that judge for them."""
        bots: list[ir.Bot] = []
        judges: list[ir.Procedure] = []
        live = dict(self._live("bot"))
        for name, place in live.items():
            other = self._like(name, place, live)
            score, avoid = (place.get(key) or (other.get(key) if other is not None else None) for key in ("score", "avoid"))
            if score is not None:
                judges.append(self.proofs.memory.keep(("bot", name), partial(self._judge, name, place, score)))
            pairs = self._avoided(name, avoid)
            exact = place.word("chance") == "exact"
            judge = BOT + name if score is not None else ""
            bots.append(ir.Bot(name, place.word("name", name), judge, tuple(pairs), exact, source_text(place)))
        return tuple(bots), tuple(judges)

    def _live(self, kind: str) -> list[tuple[str, Place]]:
        return [(name, place) for name, place in self.model.of(kind).items() if self.conditions.holds(place, self.choice)]

    # ------------------------------------------------------------ setups

    def _can_run(self, name: str, place: Place) -> bool:
        at = place.need("procedure")
        if at.text in self.procedures:
            return True
        if at.text not in self.world.procedures:
            known = [procedure for procedure in self.procedures if "." not in procedure]
            hint = self.world.told.get(at.text) or did_you_mean(at.text, known) or "procedures: " + ", ".join(sorted(known)[:8])
            self._wrong(at, name, "E301", f"there is no procedure `{at.text}`", hint)
        return False

    def _setup(self, name: str, place: Place, decks: tuple[str, ...]) -> ir.Setup:
        procedure = self.procedures[place.need("procedure").text]
        inputs = self.proofs.constants(place.get("with"), procedure, ("setup", name))
        deck, brought = place.get("deck"), place.get("decks")
        if deck is not None:
            self._zone(deck, name, "player")
        named = tuple(self._deck(item, name) for item in brought.items()) if brought is not None else decks
        zones: list[tuple[str, str]] = []
        lying = place.get("zones")
        for key, at in lying.entries() if lying is not None else []:
            if key not in self.world.zones:
                hint = did_you_mean(key, sorted(self.world.zones))
                self.report.append(Problem("E301", f"there is no zone `{key}`", at.key_span, hint, entity=("setup", name), path=at.path))
            zones.append((key, self._deck(at, name)))
        players = place.get("players")
        count = 2 if players is None else int(players.value)
        self._seats(name, place, procedure, dict(inputs), count)
        return ir.Setup(
            name, place.word("name", name), count, procedure.id, inputs, "" if deck is None else deck.text,
            tuple(dict.fromkeys(item for item in named if item)), tuple(zones), source_text(place), **self._ends(name, place, procedure),
        )  # fmt: skip

    def _seats(self, name: str, place: Place, procedure: ir.Procedure, given: Mapping[str, int], players: int) -> None:
        """Every input has a value, and every player is one of those who play."""
        named = place.get("with")
        written = dict(named.entries()) if named is not None else {}
        for item in procedure.inputs:
            if item.default is None and item.name not in written:
                message = f"`{procedure.id}` needs the input `{item.name}`"
                self._wrong(place.need("procedure"), name, "E602", message, "give it a value under `with:`")
            if item.type.kind == "player" and given.get(item.name, 0) >= players:
                hint = f"players are numbered from 1 to {players}; `players:` says how many there are"
                self._wrong(written[item.name], name, "E612", f"there is no player {given[item.name] + 1}", hint)

    def _ends(self, name: str, place: Place, procedure: ir.Procedure) -> dict[str, str]:
        """The results that say how a game ended, by what they say."""
        ends = place.get("ends")
        results = {result.name: result.type for result in procedure.results}
        found: dict[str, str] = {}
        for key, at in ends.entries() if ends is not None else []:
            wanted = "enum" if key == "outcome" else "int"
            if at.text not in results:
                hint = did_you_mean(at.text, sorted(results)) or "its results are: " + (", ".join(results) or "none")
                self._wrong(at, name, "E301", f"`{procedure.id}` has no result `{at.text}`", hint)
            elif results[at.text].kind != wanted:
                expected = "a member of an enum" if wanted == "enum" else "a number"
                self._wrong(at, name, "E403", f"`{key}` is {expected}, the result `{at.text}` is {describe(results[at.text])}")
            else:
                found[key] = at.text
        return found

    def _zone(self, at: Place, name: str, owner: str) -> None:
        zone = self.world.zones.get(at.text)
        if zone is None or zone.owner != owner:
            known = sorted(item.id for item in self.world.zones.values() if item.owner == owner)
            hint = did_you_mean(at.text, known) or "zones of a player: " + ", ".join(known)
            self._wrong(at, name, "E301", f"no player has a zone `{at.text}`", hint)

    def _deck(self, at: Place, name: str) -> str:
        decks = self.model.of("deck")
        if at.text not in decks or not self.conditions.holds(decks[at.text], self.choice):
            self._wrong(at, name, "E301", f"there is no deck `{at.text}`", did_you_mean(at.text, sorted(decks)))
        return at.text

    # ------------------------------------------------------------ bots

    def _avoided(self, name: str, avoid: Place | None) -> list[tuple[str, str]]:
        """The options that a bot never takes, each of a choice that some rule asks for."""
        asked: dict[str, set[str]] = {}
        for procedure in self.procedures.values():
            for slot, options in _choices(procedure.body):
                asked.setdefault(slot, set()).update(options)
        found = []
        for slot, at in avoid.entries() if avoid is not None else []:
            if slot not in asked:
                hint = did_you_mean(slot, sorted(asked)) or "it is the variable of a step `choose:`"
                message = f"no rule asks for `{slot}`"
                self.report.append(Problem("E301", message, at.key_span, hint, entity=("bot", name), path=at.path))
                continue
            for item in at.items():
                if item.text not in asked[slot]:
                    hint = did_you_mean(item.text, sorted(asked[slot])) or "its options are: " + ", ".join(sorted(asked[slot]))
                    message = f"`{slot}` has no option `{item.text}`"
                    self.report.append(Problem("E301", message, item.span, hint, entity=("bot", name), path=item.path))
                found.append((slot, item.text))
        return found

    def _like(self, name: str, place: Place, live: Mapping[str, Place]) -> Place | None:
        """The bot that this one takes its score and its avoided options from."""
        at = place.get("like")
        if at is None:
            return None
        others = [other for other, item in live.items() if item.get("like") is None]
        if at.text not in others:
            is_like = at.text in live
            message = f"`{at.text}` is itself like another bot" if is_like else f"there is no bot `{at.text}`"
            hint = did_you_mean(at.text, others) or "bots: " + ", ".join(others)
            self.report.append(Problem("E301", message, at.span, hint, entity=("bot", name), path=at.path))
        return live.get(at.text) if at.text in others else None

    def _judge(self, name: str, place: Place, score: Place) -> ir.Procedure:
        """What a bot counts, added up, as a procedure over the player who decides and the other."""
        terms = [self._term(name, at) for at in score.items()]
        typed = terms[0]
        for term in terms[1:]:
            low, high = corners(typed.type, term.type, "add")
            typed = Typed(ir.Op("add", (typed.expr, term.expr)), integer(low, high))
        reads = any(isinstance(expr, (ir.Counter, ir.ZoneSize, ir.ZoneFold)) for expr in expressions(typed.expr))
        inputs = tuple(ir.Input(side, PLAYER, None, "", source_text(place)) for side in SIDES)
        result = ir.Slot("score", typed.type)
        slots = (*(ir.Slot(side, PLAYER) for side in SIDES), result)
        body = (ir.Let("score", typed.expr),)
        effects = ("reads",) if reads else ()
        return ir.Procedure(BOT + name, place.word("name", name), inputs, (result,), slots, (), effects, body, source_text(place))

    def _term(self, name: str, at: Place) -> Typed:
        """One number that a bot counts; what cannot be read counts 0."""
        scope = Expressions(self.world, self.report, ("bot", name), dict.fromkeys(SIDES, PLAYER))
        typed = scope.read(at)
        if typed.type.kind not in ("int", "error"):
            typed = scope.problem("E403", f"a score is a number, this is {describe(typed.type)}", 0, len(at.text))
        is_read = typed.type.kind == "int"
        return Typed(typed.expr, integer(typed.type.low, typed.type.high)) if is_read else Typed(ir.Const(0), integer(0, 0))

    def _wrong(self, at: Place, name: str, code: str, message: str, hint: str = "") -> None:
        self.report.append(Problem(code, message, at.span, hint, entity=("setup", name), path=at.path))


@lru_cache(maxsize=1024)
def _choices(body: tuple[ir.Stmt, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The choices that a body asks for, with the ids of their options; the bodies are the same under most options."""
    return tuple((stmt.slot, tuple(option.id for option in stmt.options)) for stmt in statements(body) if isinstance(stmt, ir.Choose))
