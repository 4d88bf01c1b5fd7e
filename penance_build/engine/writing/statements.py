"""Statements as source text: what Python and JavaScript have in common, in both the straight and the resumable form."""

from __future__ import annotations

from itertools import groupby
from typing import assert_never

from penance_build.engine.planning import lower
from penance_build.engine.planning.guards import ANSWER
from penance_build.engine.planning.table_rows import within
from penance_build.engine.writing.expressions import LOCAL, ExprWriter
from penance_build.engine.writing.module import Module, quoted
from penance_build.ir import nodes
from penance_build.ir.ops import COND
from penance_build.ir.record import replace

Placed = nodes.Note | nodes.Report | nodes.Roll | nodes.Reroll | nodes.Change | nodes.Move | nodes.Shuffle


class Code:
    """Lines of source with their indentation."""

    def __init__(self, indent: int = 0) -> None:
        self.lines: list[str] = []
        self.indent = indent

    def line(self, text: str) -> None:
        """Append one line."""
        self.lines.append("    " * self.indent + text)

    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines) + "\n"


class BodyWriter:
    """Writes the statements of one procedure. ``traced`` keeps the notes, and calls the traced form of others.

    Where it ``asks_to_tell``, a variable ``_n`` says at run time whether notes are kept, and which form is called.
    """

    asks_to_tell = False

    def __init__(self, module: Module, procedure: nodes.Procedure, exprs: ExprWriter, code: Code, traced: bool) -> None:
        self.module, self.plan = module, module.plan
        self.procedure, self.exprs, self.code, self.traced = procedure, exprs, code, traced
        self.temporaries = 0

    # ------------------------------------------------------------ statements

    def body(self, body: tuple[nodes.Stmt, ...]) -> None:
        """Write a list of statements; those that only tell stand together under one test where they may be left out."""
        for told, group in groupby(body, lambda stmt: self.asks_to_tell and isinstance(stmt, nodes.Note | nodes.Report)):
            if told:
                self.open(f"if {self.parens('_n')}")
            self.code.indent += told
            for stmt in group:
                self.statement(stmt)
            self.code.indent -= told
            if told:
                self.close()

    def statement(self, stmt: nodes.Stmt) -> None:
        """Write one statement that does not pause."""
        match stmt:
            case nodes.Let():
                self.write_let(stmt)
            case nodes.If():
                self.write_if(stmt)
            case nodes.Note():
                self.write_note(stmt)
            case nodes.Match():
                self.write_match(stmt)
            case nodes.Call():
                self.write_call(stmt)
            case nodes.Roll():
                self.write_roll(stmt)
            case nodes.Reroll():
                self.write_reroll(stmt)
            case nodes.Each():
                self.write_each(stmt)
            case nodes.Repeat():
                self.write_repeat(stmt)
            case nodes.Report():
                self.write_report(stmt)
            case nodes.Change():
                self.write_change(stmt)
            case nodes.Move():
                self.write_move(stmt)
            case nodes.Shuffle():
                self.write_shuffle(stmt)
            case nodes.Stop():
                self.write_stop(stmt)
            case nodes.Choose() | nodes.Pick():
                raise AssertionError(f"{stmt.kind} ends a block")
            case _:
                assert_never(stmt)

    def put(self, slot: str, value: str) -> None:
        """Write an assignment."""
        self.code.line(f"{self.exprs.slot(slot)} = {value}{self.semicolon}")

    def at(self, stmt: Placed) -> str:
        """The last arguments of a call that may be traced: procedure and step of its statement. The straight form passes none."""
        return f", {quoted(self.procedure.id)}, {stmt.step}" if self.traced else ""

    def write_let(self, stmt: nodes.Let) -> None:
        """A plain assignment."""
        self.put(stmt.slot, self.exprs.number(stmt.value))
        if stmt.checked:
            text = quoted(f"{self.procedure.id}: '{stmt.slot}'")
            self.code.line(f"_counted({self.exprs.slot(stmt.slot)}, {text}){self.semicolon}")

    def write_note(self, stmt: nodes.Note) -> None:
        """A line of the derivation."""
        if not self.traced:
            return
        label = " + ".join(self.exprs.part(part) for part in stmt.label) or quoted("")
        value, running = self.exprs.printed(stmt.value, stmt.type), self.exprs.printed(stmt.running, stmt.type)
        self.code.line(f"_g.note({label}, {value}, {running}, {quoted(stmt.source)}{self.at(stmt)}){self.semicolon}")

    def write_report(self, stmt: nodes.Report) -> None:
        """A line that is told, or a record."""
        if not self.traced:
            return
        if stmt.name:
            fields = [(field.name, self.exprs.printed(field.value, field.type)) for field in stmt.fields]
            self.code.line(f"_g.record({quoted(stmt.name)}, {self.record(fields)}{self.at(stmt)}){self.semicolon}")
        else:
            text = " + ".join(self.exprs.part(part) for part in stmt.text) or quoted("")
            self.code.line(f"_g.say({text}{self.at(stmt)}){self.semicolon}")

    def write_roll(self, stmt: nodes.Roll) -> None:
        """Dice into a slot."""
        faces = len(self.plan.dice[stmt.die].faces)
        count = self.exprs.number(stmt.count)
        self.put(stmt.slot, f"_g.roll({quoted(stmt.name)}, {quoted(stmt.die)}, {faces}, {count}{self.at(stmt)})")

    def write_reroll(self, stmt: nodes.Reroll) -> None:
        """Some of the dice again."""
        faces = len(self.plan.dice[stmt.die].faces)
        roll = self.exprs.slot(stmt.slot)
        tests = self.exprs.listed(roll, self.exprs.with_face(stmt.die, stmt.test, self.exprs.test))
        limit = self.exprs.number(stmt.limit)
        self.put(stmt.slot, f"_g.reroll({quoted(stmt.name)}, {quoted(stmt.die)}, {faces}, {roll}, {tests}, {limit}{self.at(stmt)})")

    def write_if(self, stmt: nodes.If) -> None:
        """A branch; a chain of them in the else part stays flat."""
        self.open(f"if {self.parens(self.exprs.test(stmt.test))}")
        self.inner(stmt.then)
        while len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], nodes.If):
            stmt = stmt.orelse[0]
            self.again(f"{self.else_if} {self.parens(self.exprs.test(stmt.test))}")
            self.inner(stmt.then)
        if stmt.orelse:
            self.again("else")
            self.inner(stmt.orelse)
        self.close()

    def write_match(self, stmt: nodes.Match) -> None:
        """A chain of comparisons on a value that is read once."""
        value = self.temporary(stmt.on)
        bodies = [(self.case_test(value, case.values), case.body) for case in stmt.cases]
        if not bodies:
            self.body(stmt.orelse)
            return
        for place, (test, body) in enumerate(bodies):
            text = self.parens(self.exprs.test(test))
            if place == 0:
                self.open(f"if {text}")
            else:
                self.again(f"{self.else_if} {text}")
            self.inner(body)
        if stmt.orelse:
            self.again("else")
            self.inner(stmt.orelse)
        self.close()

    def case_test(self, value: nodes.Expr, values: tuple[int, ...]) -> nodes.Expr:
        """Whether a value is one of these; runs of neighbours become a range."""
        return within(value, runs(values))

    def temporary(self, expr: nodes.Expr) -> nodes.Expr:
        """An expression that is cheap to read again: itself, or a fresh local that holds it."""
        if isinstance(expr, nodes.Var | nodes.Const):
            return expr
        self.temporaries += 1
        name = f"_m{self.temporaries}"
        self.declare(name, self.exprs.number(expr))
        return nodes.Var(LOCAL + name)

    def write_call(self, stmt: nodes.Call) -> None:
        """A call of the straight or the traced form."""
        callee = self.plan.procedures[stmt.procedure]
        call = self.call(callee, [self.exprs.number(arg) for arg in stmt.args])
        slots = [slot for _, slot in stmt.take]
        if not stmt.take:
            self.code.line(call + self.semicolon)
        elif len(callee.results) == 1:
            for _, slot in stmt.take[:1]:
                self.put(slot, call)
            for _, slot in stmt.take[1:]:
                self.put(slot, self.exprs.slot(slots[0]))
        else:
            self.temporaries += 1
            name = f"_r{self.temporaries}"
            self.declare(name, call)
            order = [result.name for result in callee.results]
            for result, slot in stmt.take:
                self.put(slot, f"{name}[{order.index(result)}]")

    def call(self, callee: nodes.Procedure, args: list[str]) -> str:
        """The text of a call."""
        traced, plain = self.module.names.of(callee.id, "_t_"), self.module.names.of(callee.id, "_s_")
        if not self.asks_to_tell:
            name, needs_game = (traced, True) if self.traced else (plain, callee.id in self.plan.needs_game)
            return f"{name}({', '.join(['_g', *args] if needs_game else args)})"
        if callee.id in self.plan.needs_game:
            return f"({self.exprs.cond('_n', traced, plain)})({', '.join(['_g', *args])})"
        return self.exprs.cond("_n", f"{traced}({', '.join(['_g', *args])})", f"{plain}({', '.join(args)})")

    def write_change(self, stmt: nodes.Change) -> None:
        """A counter moves."""
        owner, by, is_set = self.exprs.owner(stmt.owner), self.exprs.number(stmt.by), self.exprs.truth(stmt.is_set)
        self.code.line(f"_g.change({self.plan.counter_numbers[stmt.counter]}, {owner}, {by}, {is_set}{self.at(stmt)}){self.semicolon}")

    def write_move(self, stmt: nodes.Move) -> None:
        """Cards move."""
        numbers = self.plan.zone_numbers
        target = f"{numbers[stmt.target]}, {self.exprs.owner(stmt.target_owner)}, {self.exprs.truth(stmt.bottom)}{self.at(stmt)}"
        if stmt.card is not None:
            call = f"_g.move_card({self.exprs.number(stmt.card)}, {target})"
        else:
            source = f"{numbers[stmt.source]}, {self.exprs.owner(stmt.source_owner)}"
            call = f"_g.move({source}, {self.exprs.number(stmt.count)}, {target})"
        if stmt.moved:
            self.put(stmt.moved, call)
        else:
            self.code.line(call + self.semicolon)

    def write_shuffle(self, stmt: nodes.Shuffle) -> None:
        """A pile is shuffled."""
        self.code.line(f"_g.shuffle({self.plan.zone_numbers[stmt.zone]}, {self.exprs.owner(stmt.owner)}{self.at(stmt)}){self.semicolon}")

    def write_stop(self, stmt: nodes.Stop) -> None:
        """The end of the procedure."""
        self.finish()

    def whole(self, body: tuple[nodes.Stmt, ...]) -> None:
        """Write a whole procedure, its end included; what is read often, and changed by nothing here, is read once."""
        for counter, owner in lower.shared_reads(self.procedure, body, self.plan.changed[self.procedure.id]):
            name = f"_k{len(self.exprs.shared)}"
            self.declare(name, self.exprs.number(nodes.Counter(counter, nodes.Var(owner))))
            self.exprs.shared[counter, owner] = name
        self.body(body)
        if not body or not isinstance(body[-1], nodes.Stop):
            self.finish()

    def guard(self, body: tuple[nodes.Stmt, ...]) -> None:
        """Write a guard, every way through which ends with its answer."""
        self.procedure = replace(self.procedure, results=(nodes.Slot(ANSWER, nodes.Type("int")),))
        self.body(body)

    def finish(self) -> None:
        """Give the results back."""
        self.code.line(f"return {self.results()}{self.semicolon}")

    def results(self) -> str:
        """The text of the results: nothing, the one, or a fixed list of them."""
        found = [self.exprs.slot(item.name) for item in self.procedure.results]
        return self.exprs.row_text(found) if len(found) != 1 else found[0]

    # ------------------------------------------------------------ the resumable form

    def write_end(self, kind: str, targets: tuple[int, ...], stmt: nodes.Stmt | None) -> None:
        """How a block ends."""
        match kind, stmt:
            case "branch", nodes.If():
                self.go(self.exprs.cond(self.exprs.test(stmt.test, COND + 1), self.to(targets[0]), self.to(targets[1])))
            case "switch", nodes.Match():
                value = self.temporary(stmt.on)
                text = self.to(targets[-1])
                for case, target in reversed(list(zip(stmt.cases, targets[:-1], strict=True))):
                    text = self.exprs.cond(self.exprs.test(self.case_test(value, case.values), COND + 1), self.to(target), text)
                self.go(text)
            case "ask", nodes.Choose():
                flags = [self.exprs.truth(True) if item.test is None else self.exprs.test(item.test) for item in stmt.options]
                number = self.plan.ask_numbers[self.procedure.id, targets]
                call = f"{number}, {targets[0]}, {self.exprs.number(stmt.by)}, {self.exprs.list_text(flags)}"
                self.leave(f"_g.ask(_f, {call})")
            case "ask_card", nodes.Pick():
                pile = self.exprs.pile(stmt.zone, stmt.owner)
                flags_text = self.exprs.listed(pile, self.exprs.with_card(stmt.test or nodes.Const(1), self.exprs.test))
                where = f"{targets[0]}, {targets[1]}, {self.exprs.number(stmt.by)}, {self.exprs.owner(stmt.owner)}"
                number = self.plan.ask_numbers[self.procedure.id, targets]
                self.leave(f"_g.ask_card(_f, {number}, {where}, {flags_text})")
            case "enter", nodes.Call():
                args = self.exprs.list_text([self.exprs.number(arg) for arg in stmt.args])
                self.leave(f"_g.enter(_f, {self.plan.calls[self.procedure.id][targets[0]]}, {args})")
            case "finish", _:
                self.finish()
            case _:
                self.go(self.to(targets[0]))

    def to(self, target: int) -> str:
        """The number of the block to go on at."""
        return str(self.plan.behind_jumps(self.procedure.id, target))

    # ------------------------------------------------------------ what the languages say differently

    semicolon = ""
    else_if = "else if"

    def parens(self, text: str) -> str:
        """A condition as it stands after ``if``."""
        raise NotImplementedError

    def open(self, head: str) -> None:
        """Begin a compound statement."""
        raise NotImplementedError

    def again(self, head: str) -> None:
        """Go on with its next part."""
        raise NotImplementedError

    def close(self) -> None:
        """End it."""
        raise NotImplementedError

    def inner(self, body: tuple[nodes.Stmt, ...]) -> None:
        """Write what stands inside."""
        raise NotImplementedError

    def declare(self, name: str, value: str) -> None:
        """Declare a local that is not a slot."""
        raise NotImplementedError

    def write_each(self, stmt: nodes.Each) -> None:
        """A counted loop."""
        raise NotImplementedError

    def write_repeat(self, stmt: nodes.Repeat) -> None:
        """Passes until a condition holds, or so many are done."""
        raise NotImplementedError

    def go(self, target: str) -> None:
        """Go on at a block."""
        raise NotImplementedError

    def leave(self, call: str) -> None:
        """Hand over to the engine."""
        raise NotImplementedError

    def record(self, items: list[tuple[str, str]]) -> str:
        """A record literal."""
        raise NotImplementedError


def runs(values: tuple[int, ...]) -> list[tuple[int, int]]:
    """Values as closed intervals, sorted."""
    found: list[tuple[int, int]] = []
    for value in sorted(set(values)):
        if found and found[-1][1] == value - 1:
            found[-1] = (found[-1][0], value)
        else:
            found.append((value, value))
    return found
