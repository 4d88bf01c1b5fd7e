"""Functions as text while they are written, and the steps without random draws, which map one state to one state."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from msgspec import Struct

from penance_build.ir.nodes import Change, Const, Var
from penance_build.odds.functions.parts import Part, Pure
from penance_build.odds.functions.source import Library, Names, Writer
from penance_build.odds.planning.demand import STATE, operands
from penance_build.odds.planning.moments import apart, moments
from penance_build.odds.planning.plan import (
    Block,
    ChooseStep,
    EachStep,
    ForgetStep,
    IfStep,
    Layout,
    LetStep,
    PlaceStep,
    Plan,
    StateStep,
    Step,
    StopStep,
    is_pure,
)
from penance_build.odds.question.refusal import Refused, said_nothing
from penance_build.odds.rewriting.exprs import Moment, Node, mentions, normal, substitute


def tuple_of(parts: list[str]) -> str:
    """Source of a tuple."""
    return f"({', '.join(parts)},)" if parts else "()"


class Open(Struct):
    """A function being written: its lines, the indent of its innermost loop, the weight's name, the names of the items."""

    lines: list[str]
    depth: int
    weight: str
    names: Names
    make: Callable[[Callable[..., None]], Part] | None
    is_done: bool = False  # it writes its states itself


class Straight:
    """Writes functions over the states of one plan, one step after the other."""

    def __init__(self, plan: Plan, library: Library) -> None:
        self.plan = plan
        self.library = library
        self.writer = Writer(library, plan.scope)
        self.count = 0

    def fresh(self, letter: str = "x") -> str:
        """A name that this plan has not used."""
        self.count += 1
        return f"{letter}{self.count}"

    def open(self, layout: Layout, signature: str = "src, dst, fin") -> Open:
        """Begin a function over the states of a layout."""
        names = {item: self.fresh() for item in layout}
        lines = [f"def F({signature}):", f" for {tuple_of(list(names.values()))}, w in src.items():"]
        return Open(lines, 2, "w", names, None)

    def close(self, opened: Open) -> Part:
        """Compile the function."""
        run = self.library.define("F", opened.lines)
        return opened.make(run) if opened.make else Pure(run)

    def put(self, opened: Open, line: str) -> None:
        """One line at the present indent."""
        opened.lines.append(" " * opened.depth + line)

    def write_state(self, opened: Open, into: str, layout: Layout) -> None:
        """Add the weight to the state of this layout."""
        self.write_key(opened, into, tuple_of([self.writer.value(item, opened.names) for item in layout]))

    def write_key(self, opened: Open, into: str, key: str) -> None:
        """Add the weight to a state."""
        self.put(opened, f"k = {key}")
        self.put(opened, f"{into}[k] = {into}[k] + {opened.weight} if k in {into} else {opened.weight}")

    # ------------------------------------------------------------ steps that do not draw

    def pure(self, opened: Open, step: Step, after: Layout) -> Names | None:
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
            case StateStep():
                return self.state(opened, step)
            case PlaceStep():
                return self.place(opened, step, after)
            case ForgetStep(slot):
                source = f"forget({opened.names[Var(STATE)]}, {self.writer.value(Var(slot), opened.names)})"
                return {**opened.names, Var(STATE): self.named(opened, source)}
        self.write_key(opened, "fin", tuple_of([self.writer.value(normal(e), opened.names) for e in self.plan.answers]))
        self.put(opened, "continue")
        return None

    def let(self, opened: Open, slot: str, value: Node, after: Layout) -> Names:
        """The items after ``slot := value``; those that do not mention it keep their names."""
        for item in after:
            if isinstance(item, Moment) and item.slot == slot:
                self.bump(opened, item, apart(item, slot, value, self.plan.scope.growing, self.plan.procedure.id)[1])
        touched = [item for item in after if mentions(item, slot) and not isinstance(item, Moment)]
        sources = [self.writer.value(normal(substitute(item, slot, value)), opened.names) for item in touched]
        names = opened.names.copy()
        for item in [item for item in names if mentions(item, slot)]:
            del names[item]
        for item, source in zip(touched, sources, strict=True):
            names[item] = self.named(opened, source)
        return names

    def bump(self, opened: Open, item: Moment, added: Node) -> None:
        """The weight after a moment's variable was given so much."""
        source = self.writer.value(normal(added), opened.names)
        factor = "" if item.factor == 1 else f"{item.factor} * "
        self.put(opened, f"{opened.weight} = bump({opened.weight}, {factor}({source}))")

    def weight_for(self, opened: Open, here: Layout, there: Layout) -> str:
        """The weight on the way into a layout: without its slope where that asks for no moment any more."""
        return f"flat({opened.weight})" if moments(here) and not moments(there) else opened.weight

    def state(self, opened: Open, step: StateStep) -> Names:
        """Another state; a change that is illegal is caught when it happens, whether the state is asked for or not."""
        stmt, names = step.stmt, opened.names.copy()
        owner, *by = (self.writer.value(normal(e), names) for e in operands(stmt))
        worlds = self.library.worlds
        place = worlds.counter_at[stmt.counter] if isinstance(stmt, Change) else worlds.zone_at[stmt.zone]
        arguments = [names[Var(STATE)], str(place), owner, *by] + ([str(stmt.is_set)] if isinstance(stmt, Change) else [])
        names[Var(STATE)] = self.named(opened, f"{stmt.kind}({', '.join(arguments)})")
        return names

    def place(self, opened: Open, step: PlaceStep, after: Layout) -> Names:
        """A held card somewhere else; one card goes."""
        stmt, names, worlds = step.stmt, opened.names, self.library.worlds
        card, owner = (self.writer.value(normal(e), names) for e in (stmt.card or Const(-1), stmt.target_owner or Const(0)))
        source = f"place({names[Var(STATE)]}, {card}, {worlds.zone_at[stmt.target]}, {owner}, {stmt.bottom})"
        return self.extended(opened, {Var(STATE): self.named(opened, source), Var(stmt.moved): "1"}, after)

    def named(self, opened: Open, source: str) -> str:
        """A name (or literal) for a value, computed here unless it already is one."""
        if source.isalnum():
            return source
        name = self.fresh()
        self.put(opened, f"{name} = {source}")
        return name

    def steps(self, opened: Open, block: Block) -> Names | None:
        """Write a pure block in place."""
        names: Names | None = opened.names
        for step, after in zip(block.steps, afters_of(block), strict=True):
            assert names is not None
            opened.names = names
            names = self.pure(opened, step, after)
            if names is None:
                return None
        return names

    def pure_if(self, opened: Open, step: IfStep, after: Layout) -> Names | None:
        """Both sides, and one name at their end for each item."""
        outer = opened.names
        self.put(opened, f"if {self.writer.test(normal(step.test), outer)}:")
        ends: list[tuple[int, Names | None]] = []
        for block in (step.then, step.orelse):
            opened.names = outer
            opened.depth += 1
            if moments(step.before):
                self.put(opened, f"{opened.weight} = {self.weight_for(opened, step.before, block.before)}")
            names = self.steps(opened, block)
            ends.append((len(opened.lines), names))
            opened.depth -= 1
            if block is step.then:
                self.put(opened, "else:")
        return self.join(opened, ends, after)

    def join(self, opened: Open, ends: list[tuple[int, Names | None]], after: Layout) -> Names | None:
        """Give each item one name at the end of both sides."""
        (at_yes, yes), (at_no, no) = ends
        inner = " " * (opened.depth + 1)
        joined: Names = {}
        moves: tuple[list[str], list[str]] = ([], [])
        for item in after:
            if yes is None or no is None:
                live = yes if yes is not None else no
                if live is None:
                    return None
                joined[item] = self.writer.value(item, live)
                continue
            here, there = self.writer.value(item, yes), self.writer.value(item, no)
            if here == there:
                joined[item] = here
            else:
                joined[item] = name = self.fresh()
                moves[0].append(f"{inner}{name} = {here}")
                moves[1].append(f"{inner}{name} = {there}")
        if yes is None and no is None:
            return None
        opened.lines[at_no:at_no] = moves[1] or [f"{inner}pass"]
        opened.lines[at_yes:at_yes] = moves[0] or [f"{inner}pass"]
        return joined

    def pure_each(self, opened: Open, step: EachStep, after: Layout) -> Names:
        """A loop whose head items are variables of the function."""
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
        ends = [(head[item], self.writer.value(item, names)) for item in step.head]
        moved = [(a, b) for a, b in ends if a != b]
        if moved:
            self.put(opened, f"{', '.join(a for a, _ in moved)} = {', '.join(b for _, b in moved)}")
        self.put(opened, f"{index} += 1")
        opened.depth -= 1
        return {item: self.writer.value(item, head) for item in after}

    def first_legal(self, opened: Open, step: ChooseStep, after: Layout) -> Names:
        """The first option whose condition holds; an illegal choice is caught when it happens."""
        name = self.fresh("c")
        source = f"{self.illegal(step.slot, not step.options)}()"
        for option in reversed(step.options):
            test = "True" if option.test is None else self.writer.test(normal(option.test), opened.names)
            source = f"({option.value}) if {test} else ({source})"
        if step.fallback is not None:
            source = f"({source}) if {self.any_rival(opened, step)} else ({step.fallback.value})"
        self.put(opened, f"{name} = {source}")
        return self.extended(opened, {Var(step.slot): name}, after)

    def any_rival(self, opened: Open, step: ChooseStep) -> str:
        """Whether an option other than the fallback is legal."""
        tests = ["True" if option.test is None else self.writer.test(normal(option.test), opened.names) for option in step.rivals]
        return f"({' or '.join(tests) or 'False'})"

    def illegal(self, slot: str, is_unsaid: bool) -> str:
        """The name of a function that refuses: no option is legal, or the policy says nothing."""
        procedure = self.plan.procedure.id
        name = f"E{len(self.library.env)}"

        def refuse() -> int:
            if is_unsaid:
                raise said_nothing(procedure, slot)
            reason = f"The policy finds no legal option for the choice '{slot}' in '{procedure}'."
            raise Refused(reason, procedure, f"choose {slot}")

        self.library.env[name] = refuse
        return name

    def extended(self, opened: Open, new: Names, after: Layout) -> Names:
        """The items after a step that wrote the slots in ``new``."""
        names = {**opened.names, **new}
        return {item: self.named(opened, self.writer.value(item, names)) for item in after}


def afters_of(block: Block) -> list[Layout]:
    """The layout behind each step."""
    return [step.before for step in block.steps[1:]] + [block.after] * bool(block.steps)


def is_short(steps: tuple[Step, ...]) -> bool:
    """Whether the steps up to the next draw cost less than one more pass over the states."""
    ahead = list(takewhile(is_pure, steps))
    return len(ahead) <= 4 and all(isinstance(step, LetStep | StopStep) for step in ahead)
