"""Setups, and bots with the formula by which they score a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.uses import looks
from penance_build.ir.walk import expressions, statements
from penance_build.model.context.context import Context
from penance_build.model.context.world import Typed
from penance_build.model.formulas.bounds import PLAYER, corners, describe, integer
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.program.proofs import ProofReader, place_of
from penance_build.surface.nodes import At, Formula, Scalar
from penance_build.surface.rules import Avoided, Bot, Setup

BOT: Final = "bot."
SIDES: Final = ("me", "foe")


class SetupReader(Struct):
    """Elaborates the setups of a game, after its procedures."""

    ctx: Context
    procedures: Mapping[str, ir.Procedure]
    proofs: ProofReader  # reads the inputs of procedures

    def setups(self, decks: tuple[str, ...]) -> tuple[ir.Setup, ...]:
        """All setups; ``decks`` are the allowed decks of a setup that names none."""
        ctx = self.ctx
        live = ctx.live(ctx.game.setups).values()
        around = ctx.memory.chosen(ctx.choice), *ctx.live(ctx.game.decks).values()  # the zones and decks that there are
        self._begins([setup for setup in live if setup.begins is not None])
        return tuple(
            ctx.keep(("setup", setup, self.procedures[setup.procedure.text], decks, around), partial(self._setup, setup, decks))
            for setup in live
            if self._can_run(setup)
        )

    def _can_run(self, setup: Setup) -> bool:
        at = setup.procedure
        if at.text in self.procedures:
            return True
        if at.text not in self.ctx.world.procedures:
            known = [procedure for procedure in self.procedures if "." not in procedure]
            hint = self.ctx.world.told.get(at.text) or did_you_mean(at.text, known) or "procedures: " + ", ".join(sorted(known)[:8])
            self._wrong(at, setup, "E301", f"there is no procedure `{at.text}`", hint)
        return False

    def _setup(self, setup: Setup, decks: tuple[str, ...]) -> ir.Setup:
        procedure = self.procedures[setup.procedure.text]
        inputs = self.proofs.constants(setup.arguments, procedure, ("setup", setup.id))
        if setup.deck is not None:
            self._zone(setup.deck, setup)
        named = self._brought(setup, decks)
        zones: list[tuple[str, str]] = []
        for zone, lying in setup.zones.items():
            if zone not in self.ctx.world.zones:
                hint = did_you_mean(zone, sorted(self.ctx.world.zones))
                self.ctx.wrong_key(lying, ("setup", setup.id), "E301", f"there is no zone `{zone}`", hint)
            zones.append((zone, self._deck(lying, setup)))
        self._seats(setup, procedure, dict(inputs))
        deck, brought = "" if setup.deck is None else setup.deck.text, tuple(dict.fromkeys(item for item in named if item))
        ends = self._ends(setup, procedure)
        begins = "" if setup.begins is None else setup.begins.text
        said = ends.get("winner", ""), ends.get("rounds", ""), ends.get("outcome", ""), begins
        return ir.Setup(setup.id, setup.name, setup.players, procedure.id, inputs, deck, brought, tuple(zones), setup.source, *said)

    def _brought(self, setup: Setup, decks: tuple[str, ...]) -> tuple[str, ...]:
        """The decks that may be brought: those named, those of a construction, or ``decks``."""
        if setup.decks is not None:
            return tuple(self._deck(item, setup) for item in setup.decks)
        at, game = setup.construction, self.ctx.game
        if at is None:
            return decks
        if at.text not in game.constructions:
            known = sorted(game.constructions)
            hint = did_you_mean(at.text, known) or "constructions: " + (", ".join(known) or "none")
            self._wrong(at, setup, "E301", f"there is no construction `{at.text}`", hint)
        obeying = ((deck, game.decks[deck].construction) for deck in decks)
        return tuple(deck for deck, construction in obeying if construction is not None and construction.text == at.text)

    def _seats(self, setup: Setup, procedure: ir.Procedure, given: Mapping[str, int]) -> None:
        """Check that every input has a value, and that every player input is one of the seats."""
        for item in procedure.inputs:
            if item.default is None and item.name not in setup.arguments:
                message = f"`{procedure.id}` needs the input `{item.name}`"
                self._wrong(setup.procedure, setup, "E602", message, "give it a value under `with:`")
            if item.type.kind == "player" and given.get(item.name, 0) >= setup.players:
                hint = f"players are numbered from 1 to {setup.players}; `players:` says how many there are"
                self._wrong(place_of(setup.arguments[item.name]), setup, "E612", f"there is no player {given[item.name] + 1}", hint)

    def _ends(self, setup: Setup, procedure: ir.Procedure) -> dict[str, str]:
        """The results that describe the end of a game, by role: winner, rounds, outcome."""
        results = {result.name: result.type for result in procedure.results}
        found: dict[str, str] = {}
        for key, at in setup.ends.items():
            wanted = "enum" if key == "outcome" else "int"
            if at.text not in results:
                hint = did_you_mean(at.text, sorted(results)) or "its results are: " + (", ".join(results) or "none")
                self._wrong(at, setup, "E301", f"`{procedure.id}` has no result `{at.text}`", hint)
            elif results[at.text].kind != wanted:
                expected = "a member of an enum" if wanted == "enum" else "a number"
                self._wrong(at, setup, "E403", f"`{key}` is {expected}, the result `{at.text}` is {describe(results[at.text])}")
            else:
                found[key] = at.text
        return found

    def _begins(self, setups: Sequence[Setup]) -> None:
        """Check that what shows who began is asked somewhere."""
        asked = asked_of(self.ctx, self.procedures) if setups else {}
        for setup in setups:
            at = setup.begins
            if at is not None and at.text not in asked:
                hint = did_you_mean(at.text, sorted(asked)) or "it is the variable of a step `choose:`"
                self._wrong(at, setup, "E301", f"no rule asks for `{at.text}`", hint)

    def _zone(self, at: Scalar, setup: Setup) -> None:
        known = sorted(zone.id for zone in self.ctx.world.zones.values() if zone.owner == "player")
        if at.text not in known:
            hint = did_you_mean(at.text, known) or "zones of a player: " + ", ".join(known)
            self._wrong(at, setup, "E301", f"no player has a zone `{at.text}`", hint)

    def _deck(self, at: Scalar, setup: Setup) -> str:
        decks = self.ctx.game.decks
        if at.text not in decks or not self.ctx.holds(decks[at.text]):
            self._wrong(at, setup, "E301", f"there is no deck `{at.text}`", did_you_mean(at.text, sorted(decks)))
        return at.text

    def _wrong(self, at: At, setup: Setup, code: str, message: str, hint: str = "") -> None:
        self.ctx.wrong(at, ("setup", setup.id), code, message, hint)


class BotReader(Struct):
    """Elaborates the bots of a game, after its procedures."""

    ctx: Context
    procedures: Mapping[str, ir.Procedure]

    def bots(self) -> tuple[tuple[ir.Bot, ...], tuple[ir.Procedure, ...]]:
        """All bots, and their score procedures."""
        bots: list[ir.Bot] = []
        judges: list[ir.Procedure] = []
        live = self.ctx.live(self.ctx.game.bots)
        for name, bot in live.items():
            other = self._like(bot, live)
            score, avoid = bot.score, bot.avoid
            if other is not None:
                score, avoid = other.score if score is None else score, other.avoid if avoid is None else avoid
            if score is not None:
                judges.append(self.ctx.keep(("bot", bot, score), partial(self._judge, bot, score)))
            pairs = self._avoided(name, avoid) if avoid else ()
            bots.append(ir.Bot(name, bot.name, "" if score is None else BOT + name, pairs, bot.is_exact, bot.source))
        return tuple(bots), tuple(judges)

    def _like(self, bot: Bot, live: Mapping[str, Bot]) -> Bot | None:
        """The bot from which this one inherits its score and its avoided options."""
        at = bot.like
        if at is None:
            return None
        others = [other for other, item in live.items() if item.like is None]
        if at.text in others:
            return live[at.text]
        message = f"`{at.text}` is itself like another bot" if at.text in live else f"there is no bot `{at.text}`"
        hint = did_you_mean(at.text, others) or "bots: " + ", ".join(others)
        self.ctx.wrong(at, ("bot", bot.id), "E301", message, hint)
        return None

    # ------------------------------------------------------------ what it never takes

    def _avoided(self, name: str, avoid: Mapping[str, Avoided]) -> tuple[tuple[str, str], ...]:
        """The options that a bot never takes, each of a choice that exists in some rule."""
        asked, entity = self._asked(), ("bot", name)
        found: list[tuple[str, str]] = []
        for slot, avoided in avoid.items():
            if slot not in asked:
                hint = did_you_mean(slot, sorted(asked)) or "it is the variable of a step `choose:`"
                self.ctx.wrong_key(avoided.at, entity, "E301", f"no rule asks for `{slot}`", hint)
                continue
            for item in avoided.options:
                if item.text not in asked[slot]:
                    hint = did_you_mean(item.text, sorted(asked[slot])) or "its options are: " + ", ".join(sorted(asked[slot]))
                    self.ctx.wrong(item, entity, "E301", f"`{slot}` has no option `{item.text}`", hint)
                found.append((slot, item.text))
        return tuple(found)

    def _asked(self) -> dict[str, set[str]]:
        """The options of every choice in the rules that has some."""

        def read() -> dict[str, set[str]]:
            return {slot: options for slot, options in asked_of(self.ctx, self.procedures).items() if options}

        # Without a mistake in the rules, a choice has its options in the world, and they are those of a step that is there.
        return read() if self.ctx.report else self.ctx.keep(("asked", *self.ctx.world.choices.values()), read)

    # ------------------------------------------------------------ what it counts

    def _judge(self, bot: Bot, score: tuple[Formula, ...]) -> ir.Procedure:
        """The sum of the score formulas of a bot, as a procedure over the deciding player and the opponent."""
        terms = [self._term(bot.id, at) for at in score]
        typed = terms[0]
        for term in terms[1:]:
            low, high = corners(typed.type, term.type, "add")
            typed = Typed(ir.Op("add", (typed.expr, term.expr)), integer(low, high))
        reads = any(map(looks, expressions(typed.expr)))
        inputs = tuple(ir.Input(side, PLAYER, None, "", bot.source) for side in SIDES)
        result = ir.Slot("score", typed.type)
        slots = (*(ir.Slot(side, PLAYER) for side in SIDES), result)
        body = (ir.Let("score", typed.expr),)
        effects = ("reads",) if reads else ()
        return ir.Procedure(BOT + bot.id, bot.name, inputs, (result,), slots, (), effects, body, bot.source)

    def _term(self, name: str, at: Formula) -> Typed:
        """One number of a score; 0 after reporting a mistake."""
        scope = Expressions(self.ctx.world, self.ctx.report, ("bot", name), dict.fromkeys(SIDES, PLAYER))
        typed = scope.read(at)
        if typed.type.kind not in ("int", "error"):
            typed = scope.problem("E403", f"a score is a number, this is {describe(typed.type)}", 0, len(at.text))
        is_read = typed.type.kind == "int"
        return Typed(typed.expr, integer(typed.type.low, typed.type.high)) if is_read else Typed(ir.Const(0), integer(0, 0))


def asked_of(ctx: Context, procedures: Mapping[str, ir.Procedure]) -> dict[str, set[str]]:
    """The options of every choice in the rules; none of a choice among cards."""
    asked: dict[str, set[str]] = {}
    known = ctx.memory.asked
    for procedure in procedures.values():
        choices = known.get(procedure.body)
        if choices is None:
            choices = known[procedure.body] = _choices(procedure)
        for slot, options in choices:
            asked.setdefault(slot, set()).update(options)
    return asked


def _choices(procedure: ir.Procedure) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The options of each step ``choose`` of a procedure."""
    found = (stmt for stmt in statements(procedure.body) if isinstance(stmt, ir.Choose | ir.Pick))
    return tuple((stmt.slot, tuple(option.id for option in stmt.options) if isinstance(stmt, ir.Choose) else ()) for stmt in found)
