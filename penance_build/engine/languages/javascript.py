"""The JavaScript engine: one ES module, no dependency, nothing evaluated at run time, for browsers and Node alike."""

from __future__ import annotations

from penance_build.engine.languages.javascript_public import API, die_name, public_function, record, unset
from penance_build.engine.planning import lower
from penance_build.engine.planning.data import engine_data
from penance_build.engine.planning.guards import Body, places
from penance_build.engine.planning.plan import Nested, Plan
from penance_build.engine.writing.assemble import javascript_literal, runtime_source
from penance_build.engine.writing.choices import conditions, filled, prompt_text
from penance_build.engine.writing.expressions import ExprWriter, Text
from penance_build.engine.writing.module import Module, quoted
from penance_build.engine.writing.names import JAVASCRIPT_GLOBALS, JAVASCRIPT_WORDS, PUBLIC, Names
from penance_build.engine.writing.statements import BodyWriter, Code
from penance_build.ir import nodes
from penance_build.ir.ops import ADD, ATOM, COMPARISONS, COND, MUL, UNARY


class JavaScriptExprs(ExprWriter):
    """Expressions in JavaScript. No operation may leave a negative zero behind."""

    def boolean(self, expr: nodes.Op) -> Text:
        """Comparisons are made numbers by a unary plus; ``&&`` and ``||`` may give any of their sides."""
        text, _ = self.condition(expr)
        if expr.op in ("and", "or"):
            return f"{text} ? 1 : 0", COND
        return f"+({text})", UNARY

    def cond(self, test: str, yes: str, no: str) -> str:
        """A conditional expression."""
        return f"{test} ? {yes} : {no}"

    def truth(self, value: bool) -> str:
        """True or false."""
        return "true" if value else "false"

    def negation(self, text: str) -> str:
        """``!``."""
        return f"!{text}"

    def not_level(self) -> int:
        """``!`` binds as tightly as a sign."""
        return UNARY

    def comparison(self, op: str) -> str:
        """Strict where it matters."""
        return {"eq": "===", "ne": "!=="}.get(op, COMPARISONS[op])

    def logic(self, op: str) -> str:
        """The signs for and, or."""
        return " && " if op == "and" else " || "

    def extreme(self, op: str, args: tuple[nodes.Expr, ...]) -> Text:
        """``Math.min`` and ``Math.max``."""
        return f"Math.{op}({', '.join(map(self.number, args))})", ATOM

    def special(self, expr: nodes.Op) -> Text:
        """Floored division has helpers; a product and a negation add 0, which turns -0 into 0."""
        args = expr.args
        if expr.op == "mul":
            return f"{' * '.join([self.number(args[0], MUL), *(self.number(arg, UNARY) for arg in args[1:])])} + 0", ADD
        if expr.op == "neg":
            return f"0 - {self.number(args[0], MUL)}", ADD
        return f"_{expr.op}({self.number(args[0])}, {self.number(args[1])})", ATOM

    def builtin(self, name: str) -> str:
        """The functions of the language."""
        return "Math.abs" if name == "abs" else "String"

    def length(self, text: str) -> str:
        """``length``."""
        return f"{_receiver(text)}.length"

    def counted(self, roll: str, face: int, weight: int) -> Text:
        """A count of one face."""
        text = f"_count({roll}, {face})"
        return (text, ATOM) if weight == 1 else (f"{text} * {weight} + 0", ADD)

    def weighed(self, roll: str, weights: str) -> str:
        """A sum over the faces."""
        return f"_weigh({roll}, {weights})"

    def summed(self, items: str, body: tuple[str, str]) -> str:
        """A sum over items; a condition counts as a number here."""
        return f"_sum({items}, ({body[0]}) => {body[1]})"

    def top(self, items: str, test: tuple[str, str]) -> str:
        """The last item that passes a test, or -1."""
        return f"_top({items}, ({test[0]}) => {test[1]})"

    def listed(self, items: str, body: tuple[str, str]) -> str:
        """``map``."""
        return f"{_receiver(items)}.map(({body[0]}) => {body[1]})"

    def joined(self, roll: str, words: str) -> str:
        """``join``."""
        return f'{_receiver(roll)}.map((_f) => {words}[_f]).join(", ")'

    def joined_numbers(self, numbers: str) -> str:
        """``join``."""
        return f'{_receiver(numbers)}.join(", ")'

    def picked(self, roll: str, tokens: str) -> str:
        """``map``."""
        return f"{_receiver(roll)}.map((_f) => {tokens}[_f])"

    def to_bool(self, expr: nodes.Expr) -> str:
        """Comparisons are booleans already."""
        if isinstance(expr, nodes.Const) or (isinstance(expr, nodes.Op) and (expr.op in COMPARISONS or expr.op == "not")):
            return self.test(expr)
        return f"{self.number(expr, ADD)} !== 0"

    def row_text(self, items: list[str]) -> str:
        """An array."""
        return f"[{', '.join(items)}]"

    def cases_function(self, name: str, params: list[str], lines: list[tuple[str, str]]) -> str:
        """A chain of early returns."""
        code = Code()
        code.line(f"function {name}({', '.join(params)}) {{")
        code.indent += 1
        for test, value in lines:
            code.line(f"if ({test}) {{")
            code.line(f"    return {value};")
            code.line("}")
        code.line(f"throw new StateError({quoted('no row of ' + name)});")
        code.indent -= 1
        code.line("}")
        return code.text()

    def value_function(self, name: str, params: list[str], value: str) -> str:
        """One return."""
        return f"function {name}({', '.join(params)}) {{\n    return {value};\n}}\n"

    def remembering_function(self, name: str, plain: str, bounds: list[tuple[int | None, int | None]]) -> str:
        """A map from the number of a cell; without bounds, or with too many cells for a number, it remembers nothing."""
        params = [f"_i{place}" for place in range(len(bounds))]
        call = f"{plain}({', '.join(params)})"
        key, cells = "", 1
        for param, (low, high) in zip(params, bounds, strict=True):
            if low is None or high is None or (cells := cells * (high - low + 1)) > 2**53:
                return self.value_function(name, params, call)
            place = param if low == 0 else f"{param} - {low}" if low > 0 else f"{param} + {-low}"
            key = f"({key}) * {high - low + 1} + {place}" if key else place
        kept = name.replace("_T_", "_M_", 1)
        return (
            f"const {kept} = /* @__PURE__ */ new Map();\n"
            f"function {name}({', '.join(params)}) {{\n"
            f"    const _k = {key or 0};\n"
            f"    const _r = {kept}.get(_k);\n"
            f"    return _r === undefined ? _remember({kept}, _k, {call}) : _r;\n}}\n"
        )


def _receiver(text: str) -> str:
    """Text that a method can be called on: a conditional expression needs parentheses."""
    return f"({text})" if " ? " in text else text


class JavaScriptBody(BodyWriter):
    """Statements in JavaScript."""

    semicolon = ";"

    def parens(self, text: str) -> str:
        """The language asks for them."""
        return f"({text})"

    def open(self, head: str) -> None:
        """A head and a brace."""
        self.code.line(f"{head} {{")

    def again(self, head: str) -> None:
        """The next head."""
        self.code.line(f"}} {head} {{")

    def close(self) -> None:
        """The last brace."""
        self.code.line("}")

    def inner(self, body: tuple[nodes.Stmt, ...]) -> None:
        """One level in."""
        self.code.indent += 1
        self.body(body)
        self.code.indent -= 1

    def declare(self, name: str, value: str) -> None:
        """A constant of the block."""
        self.code.line(f"const {name} = {value};")

    def write_each(self, stmt: nodes.Each) -> None:
        """A counted loop that reads both ends once."""
        self.temporaries += 1
        at, end = f"_e{self.temporaries}", f"_h{self.temporaries}"
        low, high = self.exprs.number(stmt.low), self.exprs.number(stmt.high)
        self.open(f"for (let {at} = {low}, {end} = {high}; {at} <= {end}; {at}++)")
        self.code.indent += 1
        self.put(stmt.slot, at)
        self.code.indent -= 1
        self.inner(stmt.body)
        self.close()

    def write_repeat(self, stmt: nodes.Repeat) -> None:
        """An endless loop, or one that counts down, with a break at its end."""
        self.temporaries += 1
        left = f"_e{self.temporaries}"
        self.open("for (;;)" if stmt.limit is None else f"for (let {left} = {self.exprs.number(stmt.limit)}; {left} > 0; {left}--)")
        self.inner(stmt.body)
        self.code.indent += 1
        self.code.line(f"if ({self.exprs.test(stmt.until)}) {{")
        self.code.line("    break;")
        self.code.line("}")
        self.code.indent -= 1
        self.close()

    def go(self, target: str) -> None:
        """The dispatch loop goes round."""
        self.code.line(f"_pc = {target};")
        self.code.line("continue;")

    def leave(self, call: str) -> None:
        """The engine takes over."""
        self.code.line(f"return {call};")

    def record(self, items: list[tuple[str, str]]) -> str:
        """An object; no key may reach its prototype."""
        if not items:
            return "{}"
        keys = [f"[{quoted(name)}]" if name == "__proto__" else quoted(name) for name, _ in items]
        return "{ " + ", ".join(f"{key}: {value}" for key, (_, value) in zip(keys, items, strict=True)) + " }"


class JavaScriptBlocks(JavaScriptBody):
    """Statements in the resumable form: the results go to the engine in their order."""

    asks_to_tell = True

    def finish(self) -> None:
        """Leave the frame."""
        self.leave(f"_g.leave({self.exprs.list_text([self.exprs.slot(item.name) for item in self.procedure.results])})")


def _declare(name: str, value: Nested) -> str:
    return f"const {name} = {javascript_literal(value)};"


def _function(module: Module, procedure: nodes.Procedure, traced: bool) -> str:
    """The private form: integers in, integers out."""
    names = Names(JAVASCRIPT_WORDS)
    exprs = JavaScriptExprs(module, names.of)
    params = [names.of(item.name) for item in procedure.inputs]
    body = lower.folded(procedure.body) if traced else lower.straight(procedure)
    local = unset(procedure, body, names)
    if traced or procedure.id in module.plan.needs_game:
        params.insert(0, "_g")
    code = Code()
    code.line(f"function {module.names.of(procedure.id, '_t_' if traced else '_s_')}({', '.join(params)}) {{")
    code.indent += 1
    if local:
        code.line(f"let {', '.join(local)};")
    writer = JavaScriptBody(module, procedure, exprs, code, traced)
    writer.whole(body)
    code.indent -= 1
    code.line("}")
    return code.text()


def _block_function(module: Module, procedure: nodes.Procedure) -> str:
    numbers = module.plan.slot_numbers[procedure.id]
    exprs = JavaScriptExprs(module, lambda id: f"_v[{numbers[id]}]")
    code = Code()
    code.line(f"function {module.names.of(procedure.id, '_b_')}(_g, _f) {{")
    code.lines += ["    const _v = _f.v;", "    let _pc = _f.pc;", "    const _n = _g.noting;", "    for (;;) {", "        switch (_pc) {"]
    code.indent = 3
    for number, block in enumerate(module.plan.blocks[procedure.id]):
        code.line(f"case {number}: {{")
        code.indent += 1
        writer = JavaScriptBlocks(module, procedure, exprs, code, True)
        writer.body(block.body)
        writer.write_end(block.end.kind, block.end.targets, block.end.stmt)
        code.indent -= 1
        code.line("}")
    code.line("default:")
    code.line('    throw new StateError("the saved place does not exist in these rules");')
    code.lines += ["        }", "    }", "}"]
    return code.text()


def _data(module: Module) -> str:
    """What the engine knows of its game. Each die is a constant of its own, and so is what is exported: who needs one needs not all."""
    data = engine_data(module.plan)
    dice = [f"const {die_name(module, die)} = {javascript_literal(known)};" for die, known in data["dice"].items()]
    entries = {key: javascript_literal(value, 1) for key, value in data.items()}
    entries["dice"] = record((die, die_name(module, die)) for die in data["dice"])
    lines = [f"    {quoted(key)}: {text},\n" for key, text in entries.items()]
    exported = {"GAME": data["game"], "VERSION": data["texts"]["version"], "RULES": data["rules"]}
    constants = [f"export const {name} = {quoted(value)};" for name, value in exported.items()]
    return "\n".join([*dice, "const _DATA = {\n" + "".join(lines) + "};", *constants]) + "\n"


def _guard_function(module: Module, number: int) -> str:
    """What would be refused of a choice: the game, the slots of the frame that asks, and what would be chosen, to 0, 1 or 2."""
    procedure, end = module.plan.asking[number]
    assert isinstance(end.stmt, nodes.Choose | nodes.Pick)
    return _guard(module, procedure, module.plan.guards[number], end.stmt.slot, f"_x_{number}(_g, _v, _o)")


def _guard(module: Module, procedure: nodes.Procedure, body: Body, chosen: str, head: str) -> str:
    """A guard as a function with this head."""
    texts, first = places(body, chosen, module.plan.slot_numbers[procedure.id])
    code = Code()
    code.line(f"function {head} {{")
    code.indent += 1
    code.line(f"let {', '.join(['_a', *(f'{name} = {value}' if value else name for name, value in first.items())])};")
    exprs = JavaScriptExprs(module, lambda id: texts[id])
    JavaScriptBody(module, procedure, exprs, code, False).guard(body)
    code.indent -= 1
    code.line("}")
    return code.text()


def _map(name: str, lines: list[str]) -> str:
    return f"const {name} = /* @__PURE__ */ new Map([\n" + "".join(f"{line}\n" for line in lines) + "]);\n"


def _asks(module: Module, functions: list[str]) -> str:
    """What an engine has of each choice, by its number; the functions that it names go to the others."""
    plan, prompts = module.plan, filled(module.plan)
    functions += [_guard_function(module, number) for number in plan.guards]
    functions += [
        _guard(module, plan.procedures[id], body, "", f"_y_{place}(_g, _v)") for place, ((id, _), body) in enumerate(plan.behind.items())
    ]
    behind = [f"[{quoted(f'{id} {pc}')}, _y_{place}]" for place, (id, pc) in enumerate(plan.behind)]
    asked = {number: prompt_text(module, number, JavaScriptExprs) for number in prompts}
    functions += [f"function _p_{number}(_g, _v) {{\n    return {text};\n}}\n" for number, text in asked.items()]
    lines: list[str] = []
    for place, key, tree, values in conditions(module, JavaScriptExprs, "() => "):
        functions.append(f"function _w_{place}(_g, _v, _o) {{\n    return {values};\n}}\n")
        lines.append(f"        [{quoted(key)}, [{javascript_literal(tree)}, _w_{place}]],\n")
    return (
        "const _ASKS = {\n"
        f"    guards: /* @__PURE__ */ new Map([{', '.join(f'[{number}, _x_{number}]' for number in plan.guards)}]),\n"
        f"    behind: /* @__PURE__ */ new Map([{', '.join(behind)}]),\n"
        f"    prompts: /* @__PURE__ */ new Map([{', '.join(f'[{number}, _p_{number}]' for number in prompts)}]),\n"
        f"    conditions: /* @__PURE__ */ new Map([\n{''.join(lines)}    ]),\n}};\n"
    )


def emit_javascript(program: nodes.Played) -> str:
    """The source text of ``engine.mjs``."""
    plan = Plan(program)
    module = Module(plan, JAVASCRIPT_WORDS | JAVASCRIPT_GLOBALS | PUBLIC, _declare)
    functions: list[str] = []
    public: list[str] = []
    tables: dict[str, list[str]] = {"_STRAIGHT": [], "_TRACED": [], "_BLOCKS": []}
    for procedure in program.procedures:
        key = quoted(procedure.id)
        if procedure.id in plan.choosers:
            functions.append(_block_function(module, procedure))
            tables["_BLOCKS"].append(f"    [{key}, {module.names.of(procedure.id, '_b_')}],")
            continue
        functions += [_function(module, procedure, False), _function(module, procedure, True)]
        tables["_STRAIGHT"].append(f"    [{key}, {module.names.of(procedure.id, '_s_')}],")
        tables["_TRACED"].append(f"    [{key}, {module.names.of(procedure.id, '_t_')}],")
        if procedure.id not in plan.stateful:
            public.append(public_function(module, procedure, JavaScriptExprs, JavaScriptBody))
    asks = _asks(module, functions)
    title = quoted(f"{program.name}, version {program.version}")[1:-1]
    parts = [f"// The rules of {title}: generated by Penance Build, not to be edited.\n"]
    parts.append(runtime_source("mjs"))
    parts.append(_data(module))
    parts.append("\n".join(module.constants) + "\n")
    parts += module.functions + functions
    parts += [_map(name, lines) for name, lines in tables.items()]
    parts.append(asks)
    parts.append("const _ENGINE = /* @__PURE__ */ new _Engine(_DATA, _STRAIGHT, _TRACED, _BLOCKS, _ASKS);\n")
    parts += [API, *public]
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"
