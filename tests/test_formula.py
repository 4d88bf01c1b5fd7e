"""The formula parser: binding, columns, bounds, and that no text makes it do anything but parse or refuse."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penance_build.formula import FormulaError, Node, parse
from penance_build.formula.syntax import Apply, Binary, Boolean, Choice, Dot, Interval, Name, Number, Unary, Within, same_shape


def show(node: Node) -> str:
    """The tree with all its brackets, so that binding can be read."""
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Boolean):
        return "true" if node.value else "false"
    if isinstance(node, Name):
        return node.id
    if isinstance(node, Dot):
        return f"{show(node.base)}.{node.name}"
    if isinstance(node, Apply):
        return f"{node.name}({', '.join(map(show, node.arguments))})"
    if isinstance(node, Unary):
        return f"({node.op} {show(node.operand)})"
    if isinstance(node, Binary):
        return f"({show(node.left)} {node.op} {show(node.right)})"
    if isinstance(node, Interval):
        return f"({'' if node.low is None else show(node.low)}..{'' if node.high is None else show(node.high)})"
    if isinstance(node, Within):
        return f"({show(node.subject)} in ({', '.join(map(show, node.items))}))"
    assert isinstance(node, Choice)
    return f"(if {show(node.test)} then {show(node.yes)} else {show(node.no)})"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1 + 2 * 3", "(1 + (2 * 3))"),
        ("1 - 2 - 3", "((1 - 2) - 3)"),
        ("12 // 5 % 3", "((12 // 5) % 3)"),
        ("-a * b", "((- a) * b)"),
        ("-3", "-3"),
        ("--3", "3"),
        ("a or b and not c == d", "(a or (b and (not (c == d))))"),
        ("not a in 1..3 and b", "((not (a in ((1..3)))) and b)"),
        ("x in (a, 7..9, ..2)", "(x in (a, (7..9), (..2)))"),
        ("if a then b else if c then d else e", "(if a then b else (if c then d else e))"),
        ("facing(side).damage + 1", "(facing(side).damage + 1)"),
        ("count(roll, 8..10 or 1)", "count(roll, ((8..10) or 1))"),
        ("7..", "(7..)"),
        ("low + 1..high", "((low + 1)..high)"),
        ("(a or b) and c", "((a or b) and c)"),
    ],
)
def test_binding(text: str, tree: str) -> None:
    assert show(parse(text)) == tree


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [
        ("2 +", "E401", 3, 4),
        ("", "E401", 0, 1),
        ("a = b", "E401", 2, 3),
        ("a b", "E401", 2, 3),
        ("(a", "E401", 2, 3),
        ("min(1, 2", "E401", 8, 9),
        ("if a then b", "E401", 11, 12),
        ("1 < x < 5", "E413", 6, 7),
        ("99999999999999999999", "E408", 0, 20),
        ("a.1", "E401", 2, 3),
        ("a & b", "E401", 2, 3),
        ("not " * 40 + "a", "E415", 128, 131),
        ("-" * 40 + "a", "E415", 32, 33),
        ("1+" * 300 + "1", "E415", 0, 601),
    ],
)
def test_what_is_wrong_and_where(text: str, code: str, start: int, end: int) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.start, caught.value.end) == (code, start, end)


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet="abx01 .,()+-*/%<>=!~if then else and or not in\t\n\0é{}", max_size=60))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    """Nothing but FormulaError comes out, and its columns are within the text."""
    try:
        node = parse(text)
    except FormulaError as error:
        assert 0 <= error.start <= error.end <= len(text) + 1
        assert error.message
    else:
        assert same_shape(parse(show(node)), node), "the printed tree reads back as itself"


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("x \N{GREATER-THAN OR EQUAL TO} 4", 2, "write >="),
        ("x \N{MINUS SIGN} 4", 2, "write -, the hyphen"),
        ("x \N{MULTIPLICATION SIGN} 4", 2, "write *"),
        ("1\N{EN DASH}4", 1, "a range is written 1..3"),
        ("x > 1.5", 4, "a range is 1..5"),
        ("2d6 + 1", 1, "{roll: d6, count: 2}"),
        ("sum(2d6)", 5, "{roll: d6, count: 2}"),
        ("x + \N{FULLWIDTH DIGIT ONE}", 4, "type an ordinary 1"),
        ("sum(\N{LEFT DOUBLE QUOTATION MARK}d6\N{RIGHT DOUBLE QUOTATION MARK})", 4, "without quotes"),
        ("x <> 2", 3, "write !="),
        ("x => 2", 2, "write >="),
        ("x ** 2", 3, "multiply"),
        ("x\N{SUPERSCRIPT TWO}", 1, "multiply"),
        ("1,5", 1, "whole numbers only"),
        ("3,", 1, "leave the comma out"),
        ("x in 1,5", 6, "in (a, b)"),
        ("1 gold", 2, "write 1 alone"),
        ("2 x 3", 2, "write *"),
        ("2 num + 1", 2, "write 2 * num"),
        ("50%", 3, "no percentages"),
        ("\N{VULGAR FRACTION ONE HALF}", 0, "whole numbers only"),
        ("x\N{NO-BREAK SPACE}+ 1", 1, "type an ordinary space"),
        ("x \N{FULLWIDTH PLUS SIGN} 1", 2, "type an ordinary +"),
        ("n\N{CYRILLIC SMALL LETTER O}m", 1, "the letters a to z"),
    ],
)
def test_signs_of_print_have_a_hint(text: str, column: int, says: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.start) == ("E401", column)
    assert says in caught.value.hint


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x\N{NO-BREAK SPACE}+ 1", "a no-break space (U+00A0) stands in this formula"),
        ("n\N{CYRILLIC SMALL LETTER O}m", "`\N{CYRILLIC SMALL LETTER O}` (cyrillic small letter o, U+043E) has no meaning in a formula"),
    ],
)
def test_a_character_that_looks_like_another_is_named(text: str, says: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert caught.value.message == says
