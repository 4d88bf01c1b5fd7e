"""Codes of YAML that cannot be read at all. A file with one of these has no tree; the others are still checked."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E140",
        title="Unreadable YAML",
        cause="Something stands here that YAML does not expect: most often a comma is missing, or a text needs quotes.",
        bad="traits: ['sacred' 'heavy']",
        good="traits: ['sacred', 'heavy']",
    ),
    Code(
        code="E141",
        title="Bracket never closed",
        cause="A list or a map in brackets is begun and not ended.",
        bad="traits: [sacred, heavy\ncost: 2",
        good="traits: [sacred, heavy]\ncost: 2",
    ),
    Code(
        code="E142",
        title="Colon in a text",
        cause="A colon and a space begin a map, also in the middle of a text.",
        bad="text: Deal 2: draw",
        good='text: "Deal 2: draw"',
    ),
    Code(
        code="E143",
        title="Special first character",
        cause="A text begins with a character that has a meaning of its own in YAML: * & ! @ ` % > | [ { - ? or a comma.",
        bad="text: [Fire] Ball",
        good='text: "[Fire] Ball"',
    ),
    Code(
        code="E144",
        title="Braces around a name",
        cause="A brace begins a map. A text that begins with one needs quotes.",
        bad="text: {{ name }}",
        good='text: "{{ name }}"',
    ),
    Code(
        code="E145",
        title="Quote not closed, or too early",
        cause="A quoted text never ends, or ends before its line does: a quote inside the text counts as the end.",
        bad="name: 'it's'",
        good='name: "it\'s"',
    ),
    Code(
        code="E146",
        title="Space or colon missing",
        cause="A key needs a colon and a space behind it, an item a dash and a space before it.",
        bad="cost:1\nname: Thrust",
        good="cost: 1\nname: Thrust",
    ),
    Code(
        code="E147",
        title="Indentation",
        cause="A line stands in a column that fits nothing above it.",
        bad="thrust:\n  cost: 1\n name: Thrust",
        good="thrust:\n  cost: 1\n  name: Thrust",
    ),
    Code(
        code="E148",
        title="Wrong closing bracket",
        cause="A list in [ ] is closed by }, or a map in { } by ].",
        bad="traits: [sacred, heavy}",
        good="traits: [sacred, heavy]",
    ),
    Code(
        code="E149",
        title="Unknown escape",
        cause="A backslash in double quotes begins an escape, and this is none.",
        bad='text: "a\\q"',
        good="text: 'a\\q'",
    ),
)
