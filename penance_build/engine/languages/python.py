"""The Python engine: one file, no dependency, nothing evaluated at run time, Python 3.8 and later."""

from __future__ import annotations

from penance_build.engine.languages.python_expressions import PythonExprs
from penance_build.engine.languages.python_public import API, public_function
from penance_build.engine.planning import lower
from penance_build.engine.planning.data import engine_data
from penance_build.engine.planning.guards import Body, places
from penance_build.engine.planning.plan import Nested, Plan
from penance_build.engine.planning.remembered import Remembered
from penance_build.engine.writing.assemble import python_literal, runtime_source
from penance_build.engine.writing.choices import conditions, filled, prompt_text
from penance_build.engine.writing.module import Module, quoted
from penance_build.engine.writing.names import PUBLIC, PYTHON_BUILTINS, PYTHON_WORDS, Names
from penance_build.engine.writing.statements import BodyWriter, Code
from penance_build.ir import nodes

FEW = 4  # blocks that are told apart one after the other


class PythonBody(BodyWriter):
    """Statements in Python."""

    else_if = "elif"

    def parens(self, text: str) -> str:
        """None are needed."""
        return text

    def open(self, head: str) -> None:
        """A head and a colon."""
        self.code.line(f"{head}:")

    def again(self, head: str) -> None:
        """The next head."""
        self.code.line(f"{head}:")

    def close(self) -> None:
        """Indentation says it."""

    def inner(self, body: tuple[nodes.Stmt, ...]) -> None:
        """One level in; an empty body is ``pass``."""
        self.code.indent += 1
        before = len(self.code.lines)
        self.body(body)
        if len(self.code.lines) == before:
            self.code.line("pass")
        self.code.indent -= 1

    def declare(self, name: str, value: str) -> None:
        """A plain assignment."""
        self.code.line(f"{name} = {value}")

    def write_each(self, stmt: nodes.Each) -> None:
        """``for`` over a range, which reads both ends once."""
        self.temporaries += 1
        name = f"_e{self.temporaries}"
        high = self.exprs.number(lower.fold(nodes.Op("add", (stmt.high, nodes.Const(1)))))
        self.code.line(f"for {name} in _range({self.exprs.number(stmt.low)}, {high}):")
        self.code.indent += 1
        self.put(stmt.slot, name)
        self.code.indent -= 1
        self.inner(stmt.body) if stmt.body else None

    def write_repeat(self, stmt: nodes.Repeat) -> None:
        """An endless loop, or one over a range, with a break at its end."""
        head = "while True" if stmt.limit is None else f"for _ in _range({self.exprs.number(stmt.limit)})"
        self.open(head)
        self.inner(stmt.body) if stmt.body else None
        self.code.indent += 1
        self.code.line(f"if {self.exprs.test(stmt.until)}:")
        self.code.line("    break")
        self.code.indent -= 1

    def go(self, target: str) -> None:
        """The dispatch loop goes round."""
        self.code.line(f"_pc = {target}")

    def leave(self, call: str) -> None:
        """The engine takes over."""
        self.code.line(f"return {call}")

    def record(self, items: list[tuple[str, str]]) -> str:
        """A dict."""
        return "{" + ", ".join(f"{quoted(name)}: {value}" for name, value in items) + "}"


class PythonBlocks(PythonBody):
    """Statements in the resumable form: the results go to the engine in their order."""

    asks_to_tell = True
    inline: frozenset[int] = frozenset()  # blocks that are written where they are reached

    def block(self, number: int) -> None:
        """Write a block."""
        block = self.plan.blocks[self.procedure.id][number]
        self.body(block.body)
        self.write_end(block.end.kind, block.end.targets, block.end.stmt)

    def write_end(self, kind: str, targets: tuple[int, ...], stmt: nodes.Stmt | None) -> None:
        """How a block ends; what nothing else leads to, and an end of the procedure, stands where it is reached."""
        match kind, stmt:
            case "branch", nodes.If() if any(map(self.stands_here, targets)):
                self.ways([stmt.test], targets)
            case "switch", nodes.Match() if any(map(self.stands_here, targets)):
                value = self.temporary(stmt.on)
                self.ways([self.case_test(value, case.values) for case in stmt.cases], targets)
            case "jump", _:
                self.way(targets[0])
            case _:
                super().write_end(kind, targets, stmt)

    def ways(self, tests: list[nodes.Expr], targets: tuple[int, ...]) -> None:
        """The way of the first test that holds, else the last."""
        for place, target in enumerate(targets):
            if place == len(tests):
                self.again("else")
            else:
                self.again(f"{self.else_if if place else 'if'} {self.exprs.test(tests[place])}")
            self.code.indent += 1
            self.way(target)
            self.code.indent -= 1

    def way(self, target: int) -> None:
        """What is done at a block: by going there, or here."""
        target = self.plan.behind_jumps(self.procedure.id, target)
        if self.stands_here(target):
            self.block(target)
        else:
            self.go(str(target))

    def stands_here(self, target: int) -> bool:
        """Whether a block can be written where it is reached."""
        target = self.plan.behind_jumps(self.procedure.id, target)
        block = self.plan.blocks[self.procedure.id][target]
        return target in self.inline or (block.end.kind == "finish" and not block.body)

    def finish(self) -> None:
        """Leave the frame."""
        self.leave(f"_g.leave({self.exprs.list_text([self.exprs.slot(item.name) for item in self.procedure.results])})")


def _declare(name: str, value: Nested) -> str:
    return f"{name} = {python_literal(value)}"


def _function(module: Module, procedure: nodes.Procedure, traced: bool) -> str:
    """The private form: integers in, integers out."""
    names = Names(PYTHON_WORDS)
    exprs = PythonExprs(module, names.of)
    code = Code()
    params = [names.of(item.name) for item in procedure.inputs]
    if traced or procedure.id in module.plan.needs_game:
        params.insert(0, "_g")
    code.line(f"def {module.names.of(procedure.id, '_t_' if traced else '_s_')}({', '.join(params)}):")
    code.indent += 1
    writer = PythonBody(module, procedure, exprs, code, traced)
    writer.whole(lower.folded(procedure.body) if traced else lower.straight(procedure))
    return code.text()


def _remembering(module: Module, found: Remembered) -> str:
    """The private form of a procedure that is remembered by what it reads: what it reads, and what it makes of that."""
    names, procedure = Names(PYTHON_WORDS), found.procedure
    exprs = PythonExprs(module, names.of)
    given = [names.of(item.name) for item in procedure.inputs]
    own, exprs.rows = given[: len(given) - len(found.reads)], {name: f"_l{place}" for place, name in enumerate(found.rows)}
    name = module.names.of(procedure.id, "_m_")
    memory, code = Code(), Code()
    memory.line(f"def {name}({', '.join([*given, *exprs.rows.values()])}):")
    memory.indent += 1
    PythonBody(module, procedure, exprs, memory, False).whole(lower.straight(procedure))
    code.line(f"def {module.names.of(procedure.id, '_s_')}({', '.join(['_g', *own])}):")
    code.line("    _c = _g.counters")
    numbers = module.plan.counter_numbers
    read = [*own, *(f"_c[{numbers[item.counter]}][{exprs.owner(item.owner)}]" for item in found.reads)]
    rows = [f"_c[{numbers[counter]}]" for counter in found.rows]
    if not rows:
        code.line(f"    return {name}({', '.join(read)})")
        return "@_remembered\n" + memory.text() + "\n" + code.text()
    kept = module.names.of(procedure.id, "_M_")
    code.line(f"    _k = ({', '.join([*read, *(f'_id({row})' for row in rows)])},)")
    code.line(f"    _a = {kept}.get(_k)")
    code.line(f"    return _kept({kept}, _k, {name}({', '.join([*read, *rows])}), {exprs.row_text(rows)}) if _a is None else _a[0]")
    return f"{kept}: Any = {{}}\n\n" + memory.text() + "\n" + code.text()


def _block_function(module: Module, procedure: nodes.Procedure) -> str:
    slots = module.plan.slot_numbers[procedure.id]
    exprs = PythonExprs(module, lambda id: f"_v[{slots[id]}]")
    code = Code()
    code.line(f"def {module.names.of(procedure.id, '_b_')}(_g, _f):")
    code.indent += 1
    code.line('_v = _f["v"]')
    code.line('_pc = _f["pc"]')
    code.line("_n = _g.noting")
    code.line("while True:")
    code.indent += 1
    inline = module.plan.stands_in_place(procedure.id)
    numbers = [number for number in range(len(module.plan.blocks[procedure.id])) if number not in inline]
    _dispatch(module, procedure, exprs, code, numbers, inline)
    return code.text()


def _dispatch(
    module: Module, procedure: nodes.Procedure, exprs: PythonExprs, code: Code, numbers: list[int], inline: frozenset[int]
) -> None:
    """The blocks with these numbers: few one after the other, many by halves; those ``inline`` are written where they are reached."""
    if len(numbers) > FEW:
        half = len(numbers) // 2
        for head, part in ((f"if _pc < {numbers[half]}:", numbers[:half]), ("else:", numbers[half:])):
            code.line(head)
            code.indent += 1
            _dispatch(module, procedure, exprs, code, part, inline)
            code.indent -= 1
        return
    for place, number in enumerate(numbers):
        code.line(f"{'elif' if place else 'if'} _pc == {number}:")
        code.indent += 1
        writer = PythonBlocks(module, procedure, exprs, code, True)
        writer.inline = inline
        writer.block(number)
        code.indent -= 1
    code.line("else:")
    code.line('    raise StateError("the saved place does not exist in these rules")')


def _guard_function(module: Module, number: int) -> str:
    """What would be refused of a choice: the game, the slots of the frame that asks, and what would be chosen, to 0, 1 or 2."""
    procedure, end = module.plan.asking[number]
    assert isinstance(end.stmt, nodes.Choose | nodes.Pick)
    return _guard(module, procedure, module.plan.guards[number], end.stmt.slot, f"_x_{number}(_g, _v, _o)")


def _guard(module: Module, procedure: nodes.Procedure, body: Body, chosen: str, head: str) -> str:
    """A guard as a function with this head."""
    texts, first = places(body, chosen, module.plan.slot_numbers[procedure.id])
    code = Code()
    code.line(f"def {head}:")
    code.indent += 1
    for name, value in first.items():
        if value:
            code.line(f"{name} = {value}")
    exprs = PythonExprs(module, lambda id: texts[id])
    PythonBody(module, procedure, exprs, code, False).guard(body)
    return code.text()


def _asks(module: Module, functions: list[str]) -> str:
    """What an engine has of each choice, by its number; the functions that it names go to the others."""
    plan, prompts = module.plan, filled(module.plan)
    functions += [_guard_function(module, number) for number in plan.guards]
    functions += [
        _guard(module, plan.procedures[id], body, "", f"_y_{place}(_g, _v)") for place, ((id, _), body) in enumerate(plan.behind.items())
    ]
    behind = [f"({quoted(id)}, {pc}): _y_{place}" for place, (id, pc) in enumerate(plan.behind)]
    functions += [f"def _p_{number}(_g, _v):\n    return {prompt_text(module, number, PythonExprs)}\n" for number in prompts]
    lines: list[str] = []
    for place, key, tree, values in conditions(module, PythonExprs, "lambda: "):
        functions.append(f"def _w_{place}(_g, _v, _o):\n    return {values}\n")
        lines.append(f"        {quoted(key)}: ({python_literal(tree)}, _w_{place}),\n")
    return (
        "_ASKS: Any = {\n"
        f'    "guards": {{{", ".join(f"{number}: _x_{number}" for number in plan.guards)}}},\n'
        f'    "behind": {{{", ".join(behind)}}},\n'
        f'    "prompts": {{{", ".join(f"{number}: _p_{number}" for number in prompts)}}},\n'
        f'    "conditions": {{\n{"".join(lines)}    }},\n}}\n'
    )


def emit_python(program: nodes.Played, digest: str = "") -> str:
    """The source text of ``engine.py``; ``digest`` is the hash that its states bear, where it is not that of the program."""
    plan = Plan(program, digest)
    module = Module(plan, PYTHON_WORDS | PYTHON_BUILTINS | PUBLIC, _declare)
    functions: list[str] = []
    tables: dict[str, list[str]] = {"_STRAIGHT": [], "_TRACED": [], "_BLOCKS": []}
    for procedure in program.procedures:
        key = quoted(procedure.id)
        if procedure.id in plan.choosers:
            functions.append(_block_function(module, procedure))
            tables["_BLOCKS"].append(f"    {key}: {module.names.of(procedure.id, '_b_')},")
            continue
        memory = plan.remembered.get(procedure.id)
        functions.append(_function(module, procedure, False) if memory is None else _remembering(module, memory))
        functions.append(_function(module, procedure, True))
        tables["_STRAIGHT"].append(f"    {key}: {module.names.of(procedure.id, '_s_')},")
        tables["_TRACED"].append(f"    {key}: {module.names.of(procedure.id, '_t_')},")
        if procedure.id not in plan.stateful:
            functions.append(public_function(module, procedure, PythonExprs, PythonBody))
    asks = _asks(module, functions)
    head = (
        f'"""The rules of {_plain(program.name)}, version {_plain(program.version)}: generated by Penance Build, not to be edited."""\n\n'
    )
    imports = "from functools import lru_cache\nfrom itertools import compress as _compress\nfrom typing import Any\n"
    parts = [head + "from __future__ import annotations\n\n" + imports]
    parts.append(runtime_source("py"))
    parts.append(f"_DATA: Any = {python_literal(engine_data(plan), 0)}\n")
    parts.append("\n".join(module.constants) + "\n")
    parts += module.functions + functions
    parts += [f"{name} = {{\n" + "".join(f"{line}\n" for line in lines) + "}\n" for name, lines in tables.items()]
    parts.append(asks)
    parts.append("_ENGINE = _Engine(_DATA, _STRAIGHT, _TRACED, _BLOCKS, _ASKS)\n_FACES = _ENGINE.faces\n")
    parts.append(API)
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


def _plain(text: str) -> str:
    """Text that is safe inside a docstring."""
    return quoted(text)[1:-1].replace("\\", "/").replace('"', "'")
