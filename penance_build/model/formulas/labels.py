"""Labels, prompts and told lines: literal text with ``{formula}``, ``{row table(args)}`` and names in it.

In a line of a step ``tell`` a hole may pick a word by its number, ``{formula|one|many}``.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias, assert_never

from penance_build.formula import FormulaError
from penance_build.formula.syntax import Apply, Name, Node
from penance_build.formula.template import Brace, Hole, LabelContent, Plain, Row, Thing, Unread
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.formulas import functions, rolls
from penance_build.model.formulas.bounds import describe
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.nodes import Label

# A text behind which a number is read as that of a player: "player ", "seats {one} and ", "P", "#".
_SAYS_SEAT: Final = re.compile(r"(?:\b(?:player|seat)s?[\s:*(]+(?:\{[^{}]*\}(?:,?\s+(?:and|or|&)\s+|\s*[,/]\s*))*|[\w#])$", re.IGNORECASE)
Parts: TypeAlias = tuple[ir.Part, ...]


def label_parts(scope: Expressions, text: Label) -> tuple[ir.Part, ...]:
    """The parts of a label or of a line that is told; reports holes with mistakes, and a lone brace behind the last hole."""
    scope.place = text
    parts: list[ir.Part] = []
    plain, braces = "", list[Brace]()  # since the last hole
    before = ""
    for part in text.parts:
        match part:
            case Plain():
                plain += part.text
            case Brace():
                plain += part.text
                braces.append(part)
            case Hole():
                filled = _hole(scope, part) if part.words is None else _pick(scope, part, *part.words)
                if any(one.type is not None and one.type.kind == "player" for one in filled):
                    plain += _seat_word(scope, before)
                if plain:
                    parts.append(ir.Part(plain))
                plain, braces = "", []
                parts += filled
            case _:
                assert_never(part)
        before += part.text
    if braces:
        brace = next((brace for brace in braces if brace.text == "{"), braces[0])
        scope.problem("E401", f"a lone `{brace.text}` in a label", brace.start, brace.start + 1, "write {formula}")
    elif plain:
        parts.append(ir.Part(plain))
    return tuple(parts)


def asked(scope: Expressions, text: Label) -> str:
    """A prompt. Its holes are filled when it is shown, so they may hold names but no formulas; a constant is filled in here."""
    label_parts(scope, text)
    found, before = "", ""
    for part in text.parts:
        named = scope.env.get(part.text[1:-1])
        if isinstance(part, Hole) and named is not None and named.kind == "player":
            found += _seat_word(scope, before)
        found += part.text
        before += part.text
        if not isinstance(part, Hole):
            continue
        name, content = part.text[1:-1], part.content
        thing = content.text if isinstance(content, Thing) else _named(scope, content) if isinstance(content, Node) else None
        if thing is not None:
            found = found.removesuffix(part.text) + thing
        elif not _is_named(name):
            message, hint = (
                "a text that is put to a player holds names, no formulas",
                "give it a name with `let`, and write {name} or {player.counter}",
            )
            scope.problem("E401", message, part.start, part.end, hint)
        elif name in scope.world.constants and name not in scope.env:
            found = found.removesuffix(part.text) + str(scope.world.constants[name].value)
    return found


def _seat_word(scope: Expressions, before: str) -> str:
    """What stands before the number of a player, whose name no text knows; nothing where the text says it itself, or is not English."""
    return "Player " if scope.world.is_english and _SAYS_SEAT.search(before) is None else ""


def _is_named(inner: str) -> bool:
    """Whether this is one word, or two with a dot between them."""
    words = inner.split(".")
    return len(words) <= 2 and all(word.replace("_", "a").isalnum() for word in words)


def _hole(scope: Expressions, hole: Hole[LabelContent]) -> Parts:
    """The parts of a hole: one, or none after reporting; of a roll whose die is a value one for each die, of which one shows faces."""
    match hole.content:
        case Thing(text=text):
            return (ir.Part(hole.text if text is None else text),)
        case Row(node=node):
            return _row(scope, node, hole.at)
        case Node() as node:
            named = _named(scope, node)
            return _value(scope, node, hole.at) if named is None else (ir.Part(named),)
        case FormulaError() as error:
            scope.problem(error.code, error.message, hole.at + error.start, hole.at + error.end, error.hint)
            return ()
        case Unread():
            bar = hole.start + hole.text.index("|")
            scope.problem("E401", "a hole picks one of two words", bar, bar + 1, "write {formula|one|many}")
            return ()
        case _:
            assert_never(hole.content)


def _value(scope: Expressions, node: Node, start: int) -> Parts:
    inner = _shifted(scope, start)
    typed = inner.node(node)
    if typed.type.kind == "list" and typed.type.ref:
        one = "{seats[1]}" if typed.type.ref == "player" else "{pool[1]}"
        inner.wrong(node, "E403", f"{describe(typed.type)} has no name to print", f"write one of them, {one}")
        return ()
    if typed.type.kind == "roll_of":
        return tuple(ir.Part("", part.expr, part.type) for part, _ in rolls.parts(scope.world, typed))
    return () if typed.type.kind == "error" else (ir.Part("", typed.expr, typed.type),)


def _named(scope: Expressions, node: Node) -> str | None:
    """The printed name of a thing that a hole names by its id alone, where that is nothing else here."""
    world, names = scope.world, scope.world.names
    if not isinstance(node, Name) or names is None or node.id in scope.env or node.id in scope.maybe or node.id in world.constants:
        return None
    counter = world.counters.get(node.id)
    found = [] if counter is not None and counter.owner == "game" else names.keys("", node.id)
    return names.text(found[0]) if len(found) == 1 else None


def _pick(scope: Expressions, hole: Hole[LabelContent], one: str, many: str) -> Parts:
    """One of two words by number, as a member of an enum that consists of the two words."""
    part = next(iter(_hole(scope, hole)), None)
    if part is None or part.value is None or part.type is None:
        return ()
    if part.type.kind != "int":
        message = f"`{{…|one|many}}` picks by a number, this is {describe(part.type)}"
        scope.problem("E403", message, hole.at, hole.at + len(hole.source))
        return ()
    enum = ir.Enum(f"{ir.SPOKEN}{one}|{many}", "", (ir.Member("one", one), ir.Member("many", many)))
    scope.world.choices[enum.id] = enum
    picked = ir.Cond(ir.Op("eq", (part.value, ir.Const(1))), ir.Const(0), ir.Const(1))
    return (ir.Part("", picked, Type("enum", enum.id, 0, 1)),)


def _row(scope: Expressions, node: Node, start: int) -> Parts:
    if not isinstance(node, Apply) or node.name not in scope.world.tables:
        scope.problem("E403", "`row` takes a table with its inputs", start + node.start, start + node.end, "write {row table(a, b)}")
        return ()
    inner = _shifted(scope, start)
    if not functions.arity(inner, node, len(scope.world.tables[node.name].inputs), len(scope.world.tables[node.name].inputs)):
        return ()
    arguments = functions.table_arguments(inner, node)
    if arguments is None:
        return ()
    return (ir.Part("", None, None, node.name, tuple(item.expr for item in arguments)),)


def _shifted(scope: Expressions, shift: int) -> Expressions:
    """The scope of a formula that begins ``shift`` characters into its text."""
    return Expressions(scope.world, scope.report, scope.entity, scope.env, scope.maybe, scope.place, scope.own, scope.hints, shift=shift)
