"""Codes of keys, anchors, tags, documents and the size of trees."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E124",
        title="Key twice",
        cause="One map holds the same key twice. Most YAML readers silently drop the first value.",
        bad="cost: 1\ncost: 2",
        good="cost: 2",
    ),
    Code(
        code="E125",
        title="Anchor or alias",
        cause="Anchors and aliases (& and *) share values unseen, and can make a small file endless. Rules are written where they stand.",
        bad="a: &shared {cost: 1}\nb: *shared",
        good="a: {cost: 1}\nb: {cost: 1}",
    ),
    Code(
        code="E126",
        title="Merge key",
        cause="<< merges another map into this one, so that a reader does not see what stands there.",
        bad="thrust:\n  <<: {cost: 1}",
        good="thrust:\n  cost: 1",
    ),
    Code(
        code="E127",
        title="Tag",
        cause="An exclamation mark begins a tag, which makes readers build other things than text and numbers.",
        bad="text: !important",
        good='text: "!important"',
    ),
    Code(
        code="E128",
        title="Key that is no text",
        cause="A key is one line of text; a list, a map or a text of several lines cannot be one.",
        bad="? [a, b]\n: 1",
        good="a: 1",
    ),
    Code(
        code="E129",
        title="Key to be quoted",
        cause="A key is text as written, and some YAML readers take this one for something else.",
        bad="off: Static modifiers",
        good='"off": Static modifiers',
    ),
    Code(
        code="E132",
        title="Nested too deep",
        cause="Lists and maps stand in each other deeper than any rule needs: most often brackets are left open.",
        bad="[[[[[[[[ and so on, more than 64 times",
        good="a: [[1, 2], [3, 4]]",
    ),
    Code(
        code="E133",
        title="Too many nodes",
        cause="The file has more keys, values and items than one file may have.",
        bad="a list of three million numbers",
        good="several files",
    ),
    Code(
        code="E134",
        title="Second document",
        cause="--- begins a second YAML document. Some readers silently drop it; a file holds one.",
        bad="a: 1\n---\nb: 2",
        good="a: 1\nb: 2",
    ),
    Code(
        code="E135",
        title="Directive",
        cause="A line that begins with % is an instruction to the YAML reader. Only %YAML 1.1 and 1.2 are known, and mean nothing here.",
        bad="%TAG ! tag:example.com,2024:\n---\na: 1",
        good="a: 1",
    ),
    Code(
        code="E136",
        title="No sections",
        cause="A file is a map of sections: names with a colon at the left edge. This one is a list or a single value.",
        bad="- faithful_thrust\n- shield_wall",
        good="cards:\n  faithful_thrust: {name: Faithful Thrust}",
    ),
    Code(
        code="E139",
        title="Empty key",
        cause="A colon stands without a name before it.",
        bad='"": 1',
        good="cost: 1",
    ),
    Code(
        code="W162",
        title="Dash in a range",
        cause="A key that is a range is written with two dots. A long dash is read as them.",
        bad="1\u20135: goblin",
        good="1..5: goblin",
        suppress="Write the two dots, or the usual comment.",
    ),
)
