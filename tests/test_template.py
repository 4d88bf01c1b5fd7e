"""Texts with holes: the parts of each mode with their offsets, what is no hole, and that no text is lost or makes an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from penance_build.formula import FormulaError, parse, template
from penance_build.formula.syntax import Node
from penance_build.formula.template import Argument, Brace, Hole, Icon, Part, Parts, Plain, Row, Thing, Unread
from penance_build.source import read_game
from penance_build.surface.cards import ToldText
from penance_build.surface.from_tree import from_tree
from penance_build.surface.nodes import At, Template

ROOT = Path(__file__).resolve().parent.parent
Content = Node | FormulaError | Row | Thing | Icon | Argument | Unread
Mode = Callable[[str], Parts[Content]]

LABEL: Mode = template.label
TOLD: Mode = template.told
PRINTED: Mode = template.printed
PHRASE: Mode = template.phrase
CARD: Mode = template.card
MODES = (LABEL, TOLD, PRINTED, PHRASE, CARD)


def content(found: Content) -> str:
    """What a hole holds, in a word and the characters that it stands for."""
    match found:
        case Node():
            return f"formula {found.start}:{found.end}"
        case FormulaError():
            return f"error {found.code} {found.start}:{found.end}"
        case Row():
            return f"row {found.node.start}:{found.node.end}"
        case Unread():
            return "unread"
        case Thing(kind=kind, path=path):
            return f"thing {kind} {path}"
        case Icon() | Argument():
            return f"{type(found).__name__.lower()} {found.name}"


def shown(part: Part[Content]) -> str:
    """A part in a line: ``text`` for plain characters, ``lone {``, and for a hole its span, source and content."""
    match part:
        case Plain():
            return f"{part.start} {part.text!r}"
        case Brace():
            return f"{part.start} lone {part.text}"
        case Hole():
            words = "" if part.words is None else f" {part.words[0]!r} {part.words[1]!r}"
            return f"{part.start}:{part.end} {part.source!r} at {part.at}, {content(part.content)}{words}"


def lines(mode: Mode, text: str) -> list[str]:
    return [shown(part) for part in mode(text)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("no hole", ["0 'no hole'"]),
        ("{", ["0 lone {"]),
        ("}", ["0 lone }"]),
        ("a } b { c", ["0 'a '", "2 lone }", "3 ' b '", "6 lone {", "7 ' c'"]),
        ("}{", ["0 lone }", "1 lone {"]),
    ],
)
def test_texts_without_a_hole_are_the_same_in_every_mode(mode: Mode, text: str, parts: list[str]) -> None:
    assert lines(mode, text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("{x}", ["0:3 'x' at 1, formula 0:1"]),
        ("to hit {player.life + 2}!", ["0 'to hit '", "7:24 'player.life + 2' at 8, formula 0:15", "24 '!'"]),
        ("{a}{b}", ["0:3 'a' at 1, formula 0:1", "3:6 'b' at 4, formula 0:1"]),
        ("{die red}", ["0:9 'red' at 5, thing die red"]),
        ("{die }", ["0:6 '' at 5, thing die "]),
        ("{dice}", ["0:6 'dice' at 1, formula 0:4"]),
        ("{row hits(x)}", ["0:13 'hits(x)' at 5, row 0:7"]),
        ("{row hits(}", ["0:11 'hits(' at 5, error E401 5:6"]),
        ("{rows}", ["0:6 'rows' at 1, formula 0:4"]),
        # no icons here, no words: they are formulas that cannot be read
        ("{icon:sword}", ["0:12 'icon:sword' at 1, error E401 4:5"]),
        ("{x|one|many}", ["0:12 'x|one|many' at 1, error E401 1:2"]),
        # nothing in it
        ("{}", ["0:2 '' at 1, error E401 0:1"]),
        ("{ }", ["0:3 ' ' at 1, error E401 1:2"]),
        # of nested braces the innermost pair; two braces are no escape
        ("{a {b} c}", ["0 lone {", "1 'a '", "3:6 'b' at 4, formula 0:1", "6 ' c'", "8 lone }"]),
        ("{{x}}", ["0 lone {", "1:4 'x' at 2, formula 0:1", "4 lone }"]),
        # nor is a backslash one
        (r"\{x\}", ["0 '\\\\'", "1:5 'x\\\\' at 2, error E401 1:2"]),
        # characters are counted, not bytes and not columns on a screen
        (
            "für \U0001f5e1\ufe0f {x}…{é}",
            ["0 'für \U0001f5e1\ufe0f '", "7:10 'x' at 8, formula 0:1", "10 '…'", "11:14 'é' at 12, error E401 0:1"],
        ),
        ("a\n{x}\n", ["0 'a\\n'", "2:5 'x' at 3, formula 0:1", "5 '\\n'"]),
    ],
)
def test_labels(text: str, parts: list[str]) -> None:
    assert lines(LABEL, text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("{n}", ["0:3 'n' at 1, formula 0:1"]),
        ("{n|wound|wounds}.", ["0:16 'n' at 1, formula 0:1 'wound' 'wounds'", "16 '.'"]),
        ("{n + 1||s}", ["0:10 'n + 1' at 1, formula 0:5 '' 's'"]),
        ("{die red|a|b}", ["0:13 'red' at 5, thing die red 'a' 'b'"]),
        ("{row t(n)|a|b}", ["0:14 't(n)' at 5, row 0:4 'a' 'b'"]),
        ("{|a|b}", ["0:6 '' at 1, error E401 0:1 'a' 'b'"]),
        ("{n|a}", ["0:5 'n|a' at 1, unread"]),
        ("{n|a|b|c}", ["0:9 'n|a|b|c' at 1, unread"]),
        ("a|b {n}", ["0 'a|b '", "4:7 'n' at 5, formula 0:1"]),
    ],
)
def test_told_lines(text: str, parts: list[str]) -> None:
    assert lines(TOLD, text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("{hit} of {max}", ["0:5 'hit' at 1, formula 0:3", "5 ' of '", "9:14 'max' at 10, formula 0:3"]),
        ("{hit|die|dice}", ["0:14 'hit' at 1, formula 0:3 'die' 'dice'"]),
        ("{icon:sword} 2", ["0:12 'sword' at 6, icon sword", "12 ' 2'"]),
        ("{icon:}", ["0:7 '' at 6, icon "]),
        ("{icon:a|b|c}", ["0:12 'a' at 6, icon a 'b' 'c'"]),
        ("{icon:a|b}", ["0:10 'icon:a|b' at 1, unread"]),
        ("{a|b}", ["0:5 'a|b' at 1, unread"]),
        ("{die red}", ["0:9 'red' at 5, thing die red"]),
        ("{counter heat|a|b}", ["0:18 'heat' at 9, thing counter heat 'a' 'b'"]),
    ],
)
def test_printed_texts(text: str, parts: list[str]) -> None:
    assert lines(PRINTED, text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Deal *{damage}* damage.", ["0 'Deal *'", "6:14 'damage' at 7, argument damage", "14 '* damage.'"]),
        ("{by|card|cards}", ["0:15 'by' at 1, argument by 'card' 'cards'"]),
        ("{N}", ["0:3 'N' at 1, argument N"]),
        ("{if}", ["0:4 'if' at 1, argument if"]),
        ("{icon:a|b}", ["0:10 'a|b' at 6, icon a|b"]),
        ("{by|a}", ["0:6 'by|a' at 1, unread"]),
        ("{}", ["0:2 '' at 1, unread"]),
        ("{ by}", ["0:5 ' by' at 1, unread"]),
        ("{by + 1}", ["0:8 'by + 1' at 1, unread"]),
        ("{NM}", ["0:4 'NM' at 1, unread"]),
        ("{é}", ["0:3 'é' at 1, unread"]),
    ],
)
def test_phrases(text: str, parts: list[str]) -> None:
    assert lines(PHRASE, text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("*2* {icon:sword}", ["0 '*2* '", "4:16 'sword' at 10, icon sword"]),
        ("{icon:a\nb}", ["0:10 'a\\nb' at 6, icon a\nb"]),
        ("{x}", ["0:3 'x' at 1, thing  x"]),
        ("{X}", ["0:3 'X' at 1, unread"]),
        ("{x|a|b}", ["0:7 'x|a|b' at 1, unread"]),
    ],
)
def test_texts_of_cards(text: str, parts: list[str]) -> None:
    assert lines(CARD, text) == parts


# Texts of the pieces that mean something, for letters alone rarely make a hole.
PIECES = st.sampled_from(
    ["{", "}", "|", "icon:", "die ", "row ", "{x}", "{by|one|many}", "{icon:s}", "t(a)", "A", "3", " ", "\\", "é", "\U0001f5e1\ufe0f", "\n"]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES).map("".join))


@pytest.mark.parametrize("mode", MODES)
@given(text=TEXTS)
def test_parts_join_to_the_text(mode: Mode, text: str) -> None:
    """Each part stands where it says, the next one behind it; a hole is where its source says; nothing is cut in two without need."""
    parts, at = mode(text), 0
    for part in parts:
        assert part.start == at and part.text and text.startswith(part.text, at)
        at += len(part.text)
        if isinstance(part, Hole):
            assert part.end == at and part.text[0] == "{" and part.text[-1] == "}" and not set("{}") & set(part.text[1:-1])
            assert text[part.at : part.at + len(part.source)] == part.source
            behind = "" if part.words is None else "".join(f"|{word}" for word in part.words)
            assert text[part.at + len(part.source) : part.end] == behind + "}"
            if isinstance(part.content, Node):
                assert part.content is parse(part.source)
    assert at == len(text)
    assert not any(isinstance(left, Plain) and isinstance(right, Plain) for left, right in pairwise(parts))
    kinds = "".join("h" if isinstance(part, Hole) else part.text if isinstance(part, Brace) else "" for part in parts)
    assert "{}" not in kinds  # two lone braces that would have been a hole


@given(text=TEXTS)
def test_modes_divide_a_text_alike(text: str) -> None:
    """What is a hole and what is a lone brace does not depend on the mode; only what a hole holds does."""
    divided = [[(type(part), part.start, part.text) for part in mode(text)] for mode in MODES]
    assert all(other == divided[0] for other in divided)


def templates(value: object) -> Iterator[Template[Content]]:
    """Every text with holes in a record and in all that it holds."""
    if isinstance(value, Template):
        yield value
    elif isinstance(value, Struct) and not isinstance(value, At):
        for name in value.__struct_fields__:
            yield from templates(getattr(value, name))
    elif isinstance(value, Mapping | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from templates(item)


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "mode"),
    [("procedure", LABEL), ("wording", PHRASE), ("wording", TOLD), ("die", PRINTED), ("reference", PRINTED)],
)
def test_the_surface_tree_holds_the_parts_of_its_texts(kind: str, mode: Mode) -> None:
    source, _ = read_game(ROOT / "rules" / "penance")
    game = from_tree(source)
    entries = game.reference if kind == "reference" else tuple(game.of(kind).values())
    if kind == "wording":
        entries = tuple(entry for entry in entries if isinstance(entry, ToldText) == (mode is TOLD))
    found = [item for entry in entries for item in templates(entry)]
    assert found
    for item in found:
        assert item.text == "".join(part.text for part in item.parts)
        for part, alone in zip(item.parts, mode(item.text), strict=True):
            if isinstance(part, Hole) and isinstance(part.content, Thing):  # what names a thing knows its name by then
                assert part.content.text and part.source == alone.source
            else:
                assert shown(part) == shown(alone)
