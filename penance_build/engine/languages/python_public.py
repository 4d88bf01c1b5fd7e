"""The public functions of a Python engine: one a procedure that needs no game state, and the fixed ones."""

from __future__ import annotations

from penance_build.engine.planning import lower
from penance_build.engine.planning.data import printed_default
from penance_build.engine.writing.expressions import ExprWriter
from penance_build.engine.writing.module import Module, quoted
from penance_build.engine.writing.names import PYTHON_WORDS, Names
from penance_build.engine.writing.statements import BodyWriter, Code
from penance_build.ir import nodes
from penance_build.ir.ops import LIMIT

API = '''
GAME = _DATA["game"]
VERSION = _DATA["texts"]["version"]
RULES = _DATA["rules"]
PROCEDURES = tuple(_DATA["procedures"])


def _options(options: Any, **named: Any) -> Any:
    merged = dict(_record(options, "options"))
    merged.update({name: value for name, value in named.items() if value is not None})
    for name in merged:
        if name not in ("dice", "seed", "setup", "state"):
            raise InputError("there is no option " + _shown(name) + "; there are dice, seed, setup and state")
    return merged


def run(
    procedure: str, inputs: Any = None, options: Any = None, *, dice: Any = None, seed: Any = None, setup: Any = None, state: Any = None
) -> dict[str, Any]:
    """Run a procedure that never chooses: {"inputs", "dice", "result", "seed"}."""
    return _ENGINE.run(procedure, inputs, _options(options, dice=dice, seed=seed, setup=setup, state=state), False)


def trace(
    procedure: str, inputs: Any = None, options: Any = None, *, dice: Any = None, seed: Any = None, setup: Any = None, state: Any = None
) -> dict[str, Any]:
    """Like run, with "trace": the derivation as a list of {"label", "value", "running", "source",
    "procedure", "step"}.
    """
    return _ENGINE.run(procedure, inputs, _options(options, dice=dice, seed=seed, setup=setup, state=state), True)


def new_game(setup: Any = None, seed: Any = None) -> dict[str, Any]:
    """A state with the counters and zones of a setup, {"players", "zones", "counters"}; or a game at its first choice: {"setup", "decks"}.
    """
    return _ENGINE.new_game(setup, seed)


def start(
    procedure: str, inputs: Any = None, options: Any = None, *, dice: Any = None, seed: Any = None, setup: Any = None, state: Any = None
) -> dict[str, Any]:
    """The state paused at the first choice of a procedure, or after its end."""
    return _ENGINE.start(procedure, inputs, _options(options, dice=dice, seed=seed, setup=setup, state=state))[0]


def legal(state: Any) -> list[dict[str, Any]]:
    """The actions that may be applied, as data."""
    return _ENGINE.legal(_ENGINE.game(state))


def why_not(state: Any, action: Any, player: Any = None) -> Any:
    """Why an action may not be applied, as {"reason", "source", "procedure", "step"}; None where it may. A player who is named must
    be the one who is asked.
    """
    return _ENGINE.why_not(_ENGINE.game(state), action, player)


def apply(state: Any, action: Any, player: Any = None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The state after an action, and the events on the way. The state that was given stays as it is. A player who is named must be
    the one who is asked.
    """
    return _ENGINE.apply(state, action, player)


def concede(state: Any, player: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The state after a player of a game of at most two has given up, whoever is asked, and the events. The other one wins, if a setup
    of the rules names the result that says who; all other results are None.
    """
    return _ENGINE.concede(state, player)


def imagine(state: Any, player: Any, seed: Any) -> dict[str, Any]:
    """A state as a player, or a spectator (None), may imagine it: what he does not see is dealt anew. It has no chance and no log."""
    game = _ENGINE.game(state)
    _seat(player, game.players)
    return _state_of(_imagine(_ENGINE, game, player, seed))


def compatible(rules: Any) -> bool:
    """Whether states and logs that bear this hash are of these rules, and go on as they are."""
    return bool(rules == RULES)


def layout() -> dict[str, Any]:
    """What engines of other rules must know of these to carry over their states: to be kept beside the states."""
    return _layout(_DATA)


def migrate(state: Any, layout: Any) -> tuple[dict[str, Any], list[str]]:
    """A state of these rules made from one of others, and what changed on the way, as sentences; ``layout`` is that of the others.

    Raises StateError where the rules have lost what the state stands at.
    """
    return _migrate(_ENGINE, state, layout)


def default_action(state: Any) -> Any:
    """What may be applied for a player whose time is up: the fallback where it is legal, else the first legal action; None at the end."""
    return _default_action(_ENGINE, _ENGINE.game(state))


def events_for(events: Any, player: Any) -> list[dict[str, Any]]:
    """Events as a player, or a spectator (None), may see them: cards that are not seen are None, and so is how a pile was shuffled."""
    return _events_for(_ENGINE, events, player)


def reseed(state: Any, seed: Any) -> dict[str, Any]:
    """The same state with another source of chance; none where the seed is None."""
    return _ENGINE.reseed(state, seed)


def open(state: Any) -> Live:
    """A game that goes on from a state in place, for programs that play many."""
    return Live(_ENGINE, _ENGINE.game(state).fork())


def describe(state: Any, player: Any) -> dict[str, Any]:
    """What is asked, for a player or a spectator (None): the prompt filled in, and all answers by name, those that are not legal with the
    reason. Others than the player who is asked learn only that.
    """
    return _describe(_ENGINE, _ENGINE.game(state), player)


def replay(log: Any, options: Any = None, *, dice: Any = None, seed: Any = None) -> dict[str, Any]:
    """The state that a log leads to. No generator is needed; one that is given serves what comes after."""
    return _ENGINE.replay(log, _options(options, dice=dice, seed=seed))


def retell(log: Any, options: Any = None, **named: Any) -> list[dict[str, Any]]:
    """All events of a log, from the first: also those on the way to the first choice.

    Options, which may be given by name: since, so many entries of the log are known already; player, who is to see them (None is a
    spectator; without it nothing is hidden).
    """
    given = dict(_record(options, "options"), **named)
    for name in given:
        if name not in ("player", "since"):
            raise InputError("there is no option " + _shown(name) + "; there are player and since")
    _ENGINE.check_log(log)
    game = _ENGINE.retold(log, True, given.get("since", 0))
    found: list[dict[str, Any]] = game.events or []
    if "player" not in given:
        return found
    _seat(given["player"], game.players)
    return _events_for(_ENGINE, found, given["player"])


def undo(state: Any, player: Any = None) -> dict[str, Any]:
    """The state before the last action, where no die was rolled and no card revealed since. A player who is named undoes only what
    is his own.
    """
    return _ENGINE.undo(state, player)


def view(state: Any, player: int) -> dict[str, Any]:
    """What a player may see of a state."""
    return _ENGINE.view(_ENGINE.game(state), player)
'''


def signature(module: Module, procedure: nodes.Procedure, names: Names, ends: str) -> str:
    """The head of a public function: inputs by position or keyword, those without a default first."""
    needed = [f"{names.of(item.name)}: {_annotation(item)}" for item in procedure.inputs if item.default is None]
    given = [item for item in procedure.inputs if item.default is not None]
    optional = [f"{names.of(item.name)}: {_annotation(item)} = {python_default(printed_default(module.plan, item))}" for item in given]
    return f"def {module.names.of(procedure.id)}({', '.join([*needed, *optional])}{ends}) -> dict[str, Any]:"


def _annotation(item: nodes.Input) -> str:
    return {"bool": "bool", "enum": "str", "roll": "list[Any]"}.get(item.type.kind, "int")


def python_default(value: int | bool | str | None) -> str:
    """What an input is when it is not given, in Python."""
    return quoted(value) if isinstance(value, str) else str(value)


def public_function(module: Module, procedure: nodes.Procedure, exprs: type[ExprWriter], body: type[BodyWriter]) -> str:
    """A procedure that needs no state: checks, the body itself, and the results as a dict, in one function.

    Its dice are given as faces, or drawn from a seed or a Generator.
    """
    rolls = procedure.id in module.plan.needs_game
    names = Names(PYTHON_WORDS | ({"dice", "seed"} if rolls else frozenset()))
    code = Code()
    code.line(signature(module, procedure, names, _dice_parameters(procedure) if rolls else ""))
    code.indent += 1
    code.line(quoted(f"{procedure.name}: {', '.join(item.name for item in procedure.results)}."))
    for item in procedure.inputs:
        _check(module, procedure, item, names.of(item.name), code)
    if rolls:
        code.line("_g = _Chance(_FACES, None if seed is None else _generator(seed), _script(dice))")
    writer_class = _with_results(body, rolls)
    writer = writer_class(module, procedure, exprs(module, names.of), code, False)
    writer.whole(lower.straight(procedure))
    return code.text()


def _dice_parameters(procedure: nodes.Procedure) -> str:
    return (", " if procedure.inputs else "") + "*, dice: Any = None, seed: Any = None"


def _with_results(body: type[BodyWriter], rolls: bool) -> type[BodyWriter]:
    class WithResults(body):  # type: ignore[valid-type, misc]
        """Ends with the printed results, once all scripted dice are used."""

        def finish(self) -> None:
            """A dict of printed values."""
            if rolls:
                self.code.line("if dice is not None:")
                self.code.line("    _g.finish()")
            items = [(item.name, self.exprs.printed(nodes.Var(item.name), item.type)) for item in self.procedure.results]
            self.code.line(f"return {self.record(items)}")

    return WithResults


def _check(module: Module, procedure: nodes.Procedure, item: nodes.Input, name: str, code: Code) -> None:
    """An input is held against its bounds; an enum becomes its index."""
    refuse = f"_ENGINE.refuse({quoted(procedure.id)}, {quoted(item.name)}, {name})"
    kind = item.type
    if kind.kind == "enum":
        members = module.plan.program.by_id.enums[kind.ref].members
        places = module.names.of(kind.ref, "_P_")
        if module.once(places):
            module.constants.append(f"{places} = {{{', '.join(f'{quoted(member.id)}: {place}' for place, member in enumerate(members))}}}")
        code.line("try:")
        code.line(f"    {name} = {places}[{name}]")
        code.line("except (KeyError, TypeError):")
        code.line(f"    {refuse}")
        return
    if kind.kind == "bool":
        code.line(f"if {name} is not True and {name} is not False:")
    else:
        low = -LIMIT if kind.low is None else kind.low
        high = LIMIT if kind.high is None else kind.high
        code.line(f"if _type({name}) is not int or not {low} <= {name} <= {high}:")
    code.line(f"    {refuse}")
