"""A plan as functions over states: each takes the states of one point, with their weights, to those of the next.

A state is the tuple of its items, in the order of the layout. Steps that do not draw are fused into one function;
where a roll's answers are not added to anything carried, the steps behind it run in the same loop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import lcm
from typing import Any, Union

from penance_build.ir.nodes import Const, Die, FaceAttr, Fold, Keep, Op, Reroll, Shape, Var
from penance_build.odds.demand import expressions, flat
from penance_build.odds.exprs import Node, Rerolled, base, combination, is_atom, item_terms, normal, parameters, substitute, variables, walk
from penance_build.odds.refusal import Refused
from penance_build.odds.rolls import Faces, Question, Request, Stage
from penance_build.odds.source import Library, Names, Writer, face_columns, faces_of
from penance_build.odds.steps import (
    Block,
    CallStep,
    ChooseStep,
    EachStep,
    IfStep,
    Layout,
    LetStep,
    Plan,
    RerollStep,
    RollStep,
    Step,
    StopStep,
    is_pure,
)

States = dict[tuple[Any, ...], int]


@dataclass(frozen=True, slots=True)
class Pure:
    """``run(src, dst, fin)``: into ``dst``, or into ``fin`` where the procedure ends."""

    run: Callable[[States, States, States], None]


@dataclass(frozen=True, slots=True)
class Draw:
    """A roll. ``keys(src)`` lists (n, parameters…); ``columns``, ``numbers`` turn parameters into those of ``request``."""

    keys: Callable[[States], dict[tuple[int, ...], None]]
    run: Callable[[States, States, States, dict[tuple[int, ...], tuple[list[Any], int]]], None]
    request: Request
    columns: Callable[[tuple[int, ...]], tuple[tuple[int, ...], ...]]
    numbers: Callable[..., tuple[int, ...]]
    solid: bool
    ordered: bool
    name: str


@dataclass(frozen=True, slots=True)
class Redraw:
    """A reroll of a solid roll. ``keys(src)`` lists (faces, limit, whether each face passes)."""

    keys: Callable[[States], dict[tuple[Any, ...], None]]
    run: Callable[[States, States, States, dict[tuple[Any, ...], tuple[list[Any], int]]], None]
    sides: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A call. ``keys(src)`` lists the tuples of arguments; ``results`` are what is taken."""

    keys: Callable[[States], dict[tuple[Any, ...], None]]
    run: Callable[[States, States, States, dict[tuple[Any, ...], tuple[list[Any], int]]], None]
    procedure: str
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """A choice at random: weights are multiplied by ``scale`` and shared."""

    run: Callable[[States, States, States], None]
    scale: int


@dataclass(frozen=True, slots=True)
class Branch:
    """``run(src, yes, no, fin)``, then the parts of either side."""

    run: Callable[[States, States, States, States], None]
    then: tuple[Part, ...]
    orelse: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """``run(src, inside, done, fin)`` enters or leaves; after ``body``, ``again`` (of the same form) decides anew."""

    run: Callable[[States, States, States, States], None]
    body: tuple[Part, ...]
    again: Callable[[States, States, States, States], None]


Part = Union[Pure, Draw, Redraw, Ask, Spread, Branch, Loop]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A procedure ready to walk: ``entry`` are the items of its first states, all of them variables."""

    plan: Plan
    entry: tuple[str, ...]
    parts: tuple[Part, ...]


def compile_plan(plan: Plan, library: Library) -> Compiled:
    """Generate the functions of a plan."""
    parts = _Coder(plan, library).block(plan.body)
    return Compiled(plan, tuple(item.name if isinstance(item, Var) else "" for item in plan.body.before), parts)


def _tuple(parts: list[str]) -> str:
    return f"({', '.join(parts)},)" if parts else "()"


@dataclass(slots=True)
class _Open:
    """A function being written: its lines, the indent of its innermost loop, the weight's name, the names of the items."""

    lines: list[str]
    depth: int
    weight: str
    names: Names
    make: Callable[[Callable[..., None]], Part] | None


class _Coder:
    """Writes the functions of one plan."""

    def __init__(self, plan: Plan, library: Library) -> None:
        self.plan = plan
        self.library = library
        self.writer = Writer(library, plan.scope)
        self.count = 0

    def fresh(self, letter: str = "x") -> str:
        self.count += 1
        return f"{letter}{self.count}"

    # ------------------------------------------------------------ blocks

    def block(self, block: Block) -> tuple[Part, ...]:
        """The parts of a block whose states come in as ``block.before`` and leave as ``block.after``."""
        parts: list[Part] = []
        opened: _Open | None = None
        afters = _afters(block)
        for at, (step, after) in enumerate(zip(block.steps, afters, strict=True)):
            if is_pure(step):
                opened = opened or self.open(step.before)
                names = self.pure(opened, step, after)
                if names is None:
                    parts.append(self.close(opened))
                    return tuple(parts)
                opened.names = names
                continue
            if isinstance(step, IfStep | EachStep):
                if opened is not None and opened.make is not None:
                    self.write_state(opened, "dst", step.before)
                    parts.append(self.close(opened))
                    opened = None
                parts.append(self.split(opened or self.open(step.before), step, after))
                opened = None
                continue
            if opened is not None:
                self.write_state(opened, "dst", step.before)
                parts.append(self.close(opened))
            opened = self.random(step, after)
            if _adds(step, after) or at + 1 == len(block.steps) or not is_pure(block.steps[at + 1]):
                self.write_state(opened, "dst", after)
                parts.append(self.close(opened))
                opened = None
        if opened is not None:
            self.write_state(opened, "dst", block.after)
            parts.append(self.close(opened))
        return tuple(parts)

    def open(self, layout: Layout, signature: str = "src, dst, fin") -> _Open:
        names = {item: self.fresh() for item in layout}
        lines = [f"def F({signature}):", f" for {_tuple(list(names.values()))}, w in src.items():"]
        return _Open(lines, 2, "w", names, None)

    def close(self, opened: _Open) -> Part:
        run = self.library.define("F", opened.lines)
        return opened.make(run) if opened.make else Pure(run)

    def put(self, opened: _Open, line: str) -> None:
        opened.lines.append(" " * opened.depth + line)

    def write_state(self, opened: _Open, into: str, layout: Layout) -> None:
        self.write_key(opened, into, _tuple([self.writer.value(item, opened.names) for item in layout]))

    def write_key(self, opened: _Open, into: str, key: str) -> None:
        self.put(opened, f"k = {key}")
        self.put(opened, f"{into}[k] = {into}[k] + {opened.weight} if k in {into} else {opened.weight}")

    # ------------------------------------------------------------ steps that do not draw

    def pure(self, opened: _Open, step: Step, after: Layout) -> Names | None:
        """Write the step; the names of the items after it, or None where it never gets there."""
        match step:
            case LetStep(slot, value, _):
                return self.let(opened, slot, value, after)
            case IfStep():
                return self.pure_if(opened, step, after)
            case EachStep():
                return self.pure_each(opened, step, after)
            case ChooseStep():
                return self.first_legal(opened, step, after)
        self.write_key(opened, "fin", _tuple([self.writer.value(normal(e), opened.names) for e in self.plan.answers]))
        self.put(opened, "continue")
        return None

    def let(self, opened: _Open, slot: str, value: Node, after: Layout) -> Names:
        names: Names = {}
        for item in after:
            if slot in variables(item):
                source = self.writer.value(normal(substitute(item, slot, value)), opened.names)
                names[item] = self.named(opened, source)
            else:
                names[item] = self.writer.value(item, opened.names)
        return names

    def named(self, opened: _Open, source: str) -> str:
        """A name (or literal) for a value, computed here unless it already is one."""
        if source.isalnum():
            return source
        name = self.fresh()
        self.put(opened, f"{name} = {source}")
        return name

    def steps(self, opened: _Open, block: Block) -> Names | None:
        """Write a pure block in place."""
        names: Names | None = {item: self.writer.value(item, opened.names) for item in block.before}
        for step, after in zip(block.steps, _afters(block), strict=True):
            assert names is not None
            opened.names = names
            names = self.pure(opened, step, after)
            if names is None:
                return None
        return names

    def pure_if(self, opened: _Open, step: IfStep, after: Layout) -> Names | None:
        outer = opened.names
        self.put(opened, f"if {self.writer.test(normal(step.test), outer)}:")
        ends: list[tuple[int, Names | None]] = []
        for block in (step.then, step.orelse):
            opened.names = outer
            opened.depth += 1
            names = self.steps(opened, block)
            ends.append((len(opened.lines), names))
            opened.depth -= 1
            if block is step.then:
                self.put(opened, "else:")
        return self.join(opened, ends, after)

    def join(self, opened: _Open, ends: list[tuple[int, Names | None]], after: Layout) -> Names | None:
        """Give each item one name at the end of both sides."""
        (at_yes, yes), (at_no, no) = ends
        inner = " " * (opened.depth + 1)
        joined: Names = {}
        moves: tuple[list[str], list[str]] = ([], [])
        for item in after:
            if yes is None or no is None:
                live = yes if yes is not None else no
                if live is None:
                    return self.bare(opened, ends)
                joined[item] = live[item]
            elif yes[item] == no[item]:
                joined[item] = yes[item]
            else:
                joined[item] = name = self.fresh()
                moves[0].append(f"{inner}{name} = {yes[item]}")
                moves[1].append(f"{inner}{name} = {no[item]}")
        if yes is None and no is None:
            return self.bare(opened, ends)
        opened.lines[at_no:at_no] = moves[1] or [f"{inner}pass"]
        opened.lines[at_yes:at_yes] = moves[0] or [f"{inner}pass"]
        return joined

    def bare(self, opened: _Open, ends: list[tuple[int, Names | None]]) -> None:
        """Both sides end the procedure: nothing to join."""
        return None

    def pure_each(self, opened: _Open, step: EachStep, after: Layout) -> Names:
        index, end = self.fresh("i"), self.fresh("h")
        outer = opened.names
        self.put(opened, f"{index} = {self.writer.value(normal(step.low), outer)}")
        self.put(opened, f"{end} = {self.writer.value(normal(step.high), outer)}")
        head: Names = {}
        for item in step.head:
            head[item] = name = self.fresh()
            self.put(opened, f"{name} = {self.writer.value(item, outer)}")
        self.put(opened, f"while {index} <= {end}:")
        opened.depth += 1
        opened.names = {**head, Var(step.index): index, Var(step.end): end}
        names = self.steps(opened, step.body)
        assert names is not None
        moved = [(head[item], names[item]) for item in step.head if names[item] != head[item]]
        if moved:
            self.put(opened, f"{', '.join(a for a, _ in moved)} = {', '.join(b for _, b in moved)}")
        self.put(opened, f"{index} += 1")
        opened.depth -= 1
        return {item: self.writer.value(item, head) for item in after}

    def first_legal(self, opened: _Open, step: ChooseStep, after: Layout) -> Names:
        """The first option whose condition holds; an illegal choice is caught when it happens."""
        name = self.fresh("c")
        source = f"{self.illegal(step)}()"
        for option in reversed(step.options):
            test = "True" if option.test is None else self.writer.test(normal(option.test), opened.names)
            source = f"({option.value}) if {test} else ({source})"
        if step.fallback is not None:
            source = f"({source}) if {self.any_rival(opened, step)} else ({step.fallback.value})"
        self.put(opened, f"{name} = {source}")
        return self.extended(opened, {Var(step.slot): name}, after)

    def any_rival(self, opened: _Open, step: ChooseStep) -> str:
        """Whether an option other than the fallback is legal."""
        tests = ["True" if option.test is None else self.writer.test(normal(option.test), opened.names) for option in step.rivals]
        return f"({' or '.join(tests) or 'False'})"

    def illegal(self, step: ChooseStep) -> str:
        """The name of a function that refuses."""
        procedure = self.plan.procedure.id
        name = f"E{len(self.library.env)}"

        def refuse() -> int:
            raise Refused(f"The policy finds no legal option for the choice '{step.slot}' in '{procedure}'.", procedure, f"choose {step.slot}")

        self.library.env[name] = refuse
        return name

    def extended(self, opened: _Open, new: Names, after: Layout) -> Names:
        """The items after a step that wrote the slots in ``new``."""
        names = {**opened.names, **new}
        return {item: self.named(opened, self.writer.value(item, names)) for item in after}

    # ------------------------------------------------------------ branches and loops that draw

    def split(self, opened: _Open, step: IfStep | EachStep, after: Layout) -> Part:
        opened.lines[0] = opened.lines[0].replace("dst, fin", "dst, other, fin")
        if isinstance(step, IfStep):
            self.fork(opened, self.writer.test(normal(step.test), opened.names), opened.names, step.then.before, step.orelse.before)
            then, orelse = self.block(step.then), self.block(step.orelse)
            return Branch(self.library.define("F", opened.lines), then, orelse)
        low, high = (self.named(opened, self.writer.value(normal(e), opened.names)) for e in (step.low, step.high))
        names = {**opened.names, Var(step.index): low, Var(step.end): high}
        self.fork(opened, f"{low} <= {high}", names, step.body.before, after)
        run = self.library.define("F", opened.lines)
        again = self.open(step.body.after, "src, dst, other, fin")
        at = again.names[Var(step.index)]
        self.put(again, f"{at} += 1")
        self.fork(again, f"{at} <= {again.names[Var(step.end)]}", again.names, step.body.before, after)
        return Loop(run, self.block(step.body), self.library.define("F", again.lines))

    def fork(self, opened: _Open, test: str, names: Names, yes: Layout, no: Layout) -> None:
        opened.names = names
        self.put(opened, f"if {test}:")
        opened.depth += 1
        self.write_state(opened, "dst", yes)
        opened.depth -= 1
        self.put(opened, "else:")
        opened.depth += 1
        self.write_state(opened, "other", no)
        opened.depth -= 1

    # ------------------------------------------------------------ steps that draw

    def random(self, step: Step, after: Layout) -> _Open:
        """Open the function that loops over states and, in each, over what may come."""
        if isinstance(step, RollStep):
            return self.roll(step, after)
        if isinstance(step, CallStep):
            return self.call(step, after)
        if isinstance(step, RerollStep):
            return self.reroll(step, after)
        assert isinstance(step, ChooseStep)
        return self.spread(step, after)

    def keys(self, layout: Layout, parts: list[Node]) -> Callable[[States], dict[tuple[Any, ...], None]]:
        opened = self.open(layout, "src")
        opened.lines.insert(1, " out = {}")
        self.put(opened, f"out[{_tuple([self.writer.value(part, opened.names) for part in parts])}] = None")
        run: Callable[[States], dict[tuple[Any, ...], None]] = self.library.define("F", [*opened.lines, " return out"])
        return run

    def looped(self, layout: Layout, parts: list[Node], drawn: list[str]) -> _Open:
        """A function over states and, for each, the rows of the table under the key that ``parts`` make."""
        opened = self.open(layout, "src, dst, fin, tables")
        self.put(opened, f"rows, scale = tables[{_tuple([self.writer.value(part, opened.names) for part in parts])}]")
        self.put(opened, "w *= scale")
        self.put(opened, f"for {_tuple(drawn)}, q in rows:")
        opened.depth += 1
        opened.weight = self.fresh("w")
        self.put(opened, f"{opened.weight} = w * q")
        return opened

    def roll(self, step: RollStep, after: Layout) -> _Open:
        slot, die = step.stmt.slot, self.library.dice[step.stmt.die]
        asked = _Asking(slot)
        answers = {item: asked.terms(item) for item in after}
        names = [self.fresh("o") for _ in asked.questions] if not step.solid else [self.fresh("o")]
        params = [] if step.solid else asked.parameters()
        parts: list[Node] = [normal(step.stmt.count), *map(Var, params)]
        keys = self.keys(step.before, parts)
        opened = self.looped(step.before, parts, names)
        if step.solid:
            opened.names = self.extended(opened, {Var(slot): names[0]}, after)
        else:
            opened.names = {item: self.answer(opened, item, answers[item], names) for item in after}
        columns, numbers = self.vectors(asked, die.id, params)
        ordered = step.solid and self.order_tells(die)
        request = Request(faces_of(die), tuple(asked.stages), tuple(asked.questions))
        opened.make = lambda run: Draw(keys, run, request, columns, numbers, step.solid, ordered, step.stmt.name)
        return opened

    def order_tells(self, die: Die) -> bool:
        """Whether the procedure may tell in which order dice of this kind were rolled: by a reroll, or a keep among unlike equals."""
        stmts = list(flat(self.plan.procedure.body))
        if any(isinstance(stmt, Reroll) and stmt.die == die.id for stmt in stmts):
            return True
        faces = {(face.id, face.values) for face in die.faces}
        ties = len(faces) > len({dict(values).get("value", 0) for _, values in faces})
        return ties and any(isinstance(node, Keep) for stmt in stmts for e in expressions(stmt) for node in walk(e))

    def answer(self, opened: _Open, item: Node, terms: tuple[dict[int, int], Node | None, int], names: list[str]) -> str:
        """The value of an item from the roll's answers and what was carried."""
        answers, rest, factor = terms
        pieces = [f"{coef} * {names[at]}" if coef != 1 else names[at] for at, coef in answers.items()]
        if rest is not None:
            source = self.writer.value(rest, opened.names)
            pieces.append(f"{factor} * {source}" if factor != 1 else source)
        return self.named(opened, " + ".join(pieces) if len(pieces) == 1 else f"({' + '.join(pieces)})")

    def vectors(self, asked: _Asking, die: str, params: list[str]) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """Two functions of the parameters: the columns of every face, and the counts and limits."""
        writer = Writer(self.library, self.plan.scope, guarded=True)
        columns = face_columns(self.library.dice[die])
        names: Names = {Var(name): f"p{i}" for i, name in enumerate(params)}
        given = _tuple([names[Var(name)] for name in params])
        attrs: Names = {FaceAttr(attr): f"v{i}" for i, attr in enumerate(columns)}
        shown = [self.library.column(die, attr) for attr in columns]
        used = [writer.value(body, {**names, **attrs}) for body in asked.bodies]
        unpack = [f" {given} = p"] if params else []
        rows = f" return tuple([{_tuple(used)} for {_tuple(list(attrs.values()))} in zip({', '.join(shown)})])"
        first = self.library.define("F", ["def F(p):", *unpack, rows])
        second = self.library.define("F", ["def F(p):", *unpack, f" return {_tuple([writer.value(e, names) for e in asked.numbers])}"])
        return first, second

    def call(self, step: CallStep, after: Layout) -> _Open:
        parts = [normal(arg) for arg in step.stmt.args]
        results = list(dict.fromkeys(result for result, _ in step.take))
        drawn = {result: self.fresh("o") for result in results}
        keys = self.keys(step.before, parts)
        opened = self.looped(step.before, parts, list(drawn.values()))
        opened.names = self.extended(opened, {Var(slot): drawn[result] for result, slot in step.take}, after)
        opened.make = lambda run: Ask(keys, run, step.stmt.procedure, tuple(results))
        return opened

    def reroll(self, step: RerollStep, after: Layout) -> _Open:
        """The key holds the faces, the limit, and for every face of the die whether it passes."""
        stmt = step.stmt
        sides = len(self.library.dice[stmt.die].faces)
        tests = [_at_face(stmt.test, face_columns(self.library.dice[stmt.die]), face) for face in range(sides)]
        parts: list[Node] = [Var(stmt.slot), normal(stmt.limit), *(normal(Op("ne", (test, Const(0)))) for test in tests)]  # type: ignore[arg-type]
        keys = self.keys(step.before, parts)
        name = self.fresh("o")
        opened = self.looped(step.before, parts, [name])
        opened.names = self.extended(opened, {Var(stmt.slot): name}, after)
        opened.make = lambda run: Redraw(keys, run, sides)
        return opened

    def spread(self, step: ChooseStep, after: Layout) -> _Open:
        opened = self.open(step.before)
        scale = lcm(*range(1, len(step.options) + 1))
        legal = [
            f"[{option.value}]" if option.test is None else f"[{option.value}] * ({self.writer.test(normal(option.test), opened.names)} != 0)"
            for option in step.options
        ]
        last = f"{self.illegal(step)}()" if step.fallback is None else str(step.fallback.value)
        self.put(opened, f"c = ({' + '.join(legal)}) or [{last}]")
        if step.fallback is not None:
            self.put(opened, f"c = c if {self.any_rival(opened, step)} else [{step.fallback.value}]")
        self.put(opened, f"w *= {scale} // len(c)")
        name = self.fresh("c")
        self.put(opened, f"for {name} in c:")
        opened.depth += 1
        opened.names = self.extended(opened, {Var(step.slot): name}, after)
        opened.make = lambda run: Spread(run, scale)
        return opened


def _at_face(test: Node, columns: dict[str, tuple[int, ...]], face: int) -> Node:
    """A test with the attributes of one face put in."""
    from penance_build.odds.exprs import rebuild

    if isinstance(test, FaceAttr):
        return Const(columns.get(test.attr, (0,) * (face + 1))[face])
    if isinstance(test, Fold):
        return test
    return rebuild(test, lambda child: _at_face(child, columns, face))


def _afters(block: Block) -> list[Layout]:
    """The layout behind each step."""
    return [step.before for step in block.steps[1:]] + [block.after] * bool(block.steps)


def _adds(step: Step, after: Layout) -> bool:
    """Whether states may meet behind the step because drawn values are added to carried ones."""
    if not isinstance(step, RollStep) or step.solid:
        return False
    for item in after:
        own = [is_atom(atom) and base(atom.roll) == step.stmt.slot for atom, _ in item_terms(item)]  # type: ignore[union-attr]
        if any(own) and not all(own):
            return True
    return False


class _Asking:
    """What items ask of one roll, as the columns, numbers, stages and questions of a request."""

    def __init__(self, slot: str) -> None:
        self.slot = slot
        self.bodies: list[Node] = []
        self.numbers: list[Node] = []
        self.stages: list[Stage] = []
        self.marks: list[int] = []
        self.questions: list[Question] = []
        self.atoms: list[Node] = []

    def terms(self, item: Node) -> tuple[dict[int, int], Node | None, int]:
        """An item as (question: coefficient), the item carried for the rest of it, and that one's factor."""
        folds: dict[Node, list[tuple[Node, int]]] = {}
        answers: dict[int, int] = {}
        rest: dict[Node, int] = {}
        for atom, coef in item_terms(item):
            if not is_atom(atom) or base(atom.roll) != self.slot:  # type: ignore[union-attr]
                rest[atom] = coef
            elif isinstance(atom, Fold):
                self.atoms.append(atom)
                folds.setdefault(atom.roll, []).append((atom.body, coef))
            else:
                assert isinstance(atom, Shape)
                self.atoms.append(atom)
                answers[self.question(atom.what, atom.roll, Const(0))] = coef
        for roll, bodies in folds.items():
            args = tuple(body if coef == 1 else Op("mul", (Const(coef), body)) for body, coef in bodies)  # type: ignore[arg-type]
            answers[self.question("fold", roll, args[0] if len(args) == 1 else Op("add", args))] = 1  # type: ignore[arg-type]
        carried, factor = combination(rest) if rest else (None, 1)
        return answers, carried, factor

    def question(self, kind: str, roll: Node, body: Node) -> int:
        keeps: list[tuple[int, bool]] = []
        while isinstance(roll, Keep):
            keeps.append((self.at(self.numbers, roll.count), roll.high))
            roll = roll.roll
        asked = Question(kind, self.stage(roll), tuple(reversed(keeps)), self.at(self.bodies, body))
        if asked not in self.questions:
            self.questions.append(asked)
        return self.questions.index(asked)

    def stage(self, roll: Node) -> int:
        if not isinstance(roll, Rerolled):
            return 0
        parent = self.stage(roll.roll)
        if roll.mark not in self.marks:
            self.marks.append(roll.mark)
            self.stages.append(Stage(parent, self.at(self.bodies, roll.test), self.at(self.numbers, roll.limit)))
        return 1 + self.marks.index(roll.mark)

    def at(self, into: list[Node], e: Node) -> int:
        e = normal(e)
        if e not in into:
            into.append(e)
        return into.index(e)

    def parameters(self) -> list[str]:
        """The slots that the answers depend on."""
        return list(dict.fromkeys(name for atom in self.atoms for name in parameters(atom)))
