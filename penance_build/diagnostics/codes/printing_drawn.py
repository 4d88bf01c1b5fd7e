"""Codes 82x and 84x: dice sheets and the quick reference."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

DRAWN: tuple[Code, ...] = (
    Code(
        code="E820",
        title="Die without a net",
        cause="A die has a size to be made in, but not six physical faces. Only six-sided dice can be drawn for a maker.",
        bad="dice: {oracle: {name: Oracle, faces: [{id: yes_face, icon: sun, copies: 4}], print: {edge: 16 mm}}}",
        good="dice: {oracle: {name: Oracle, faces: [{id: yes_face, icon: sun, copies: 6}], print: {edge: 16 mm}}}",
    ),
    Code(
        code="E821",
        title="Icon without a drawing",
        cause="A face of a die that is to be made shows an icon that the game does not draw, or whose path is not one.",
        bad="dice: {oracle: {faces: [{id: dawn, icon: sun}]}}\nicons: {moon: M4 4L20 4L12 20Z}",
        good="dice: {oracle: {faces: [{id: dawn, icon: sun}]}}\nicons: {sun: M4 4L20 4L12 20Z}",
    ),
    Code(
        code="W822",
        title="Symbol too fine to cut",
        cause="At the size of the die a line or a gap of the symbol is under 0.3 mm, where engraving tools and inks fail.",
        bad="icons: {rule: M2 12L22 12L22 12.2L2 12.2Z}",
        good="icons: {rule: M2 11L22 11L22 13L2 13Z}",
    ),
    Code(
        code="W824",
        title="A die that no sheet is made of",
        cause="The die says how it is made, but none of its faces has an icon to cut.",
        bad="dice: {omen: {faces: [{id: sun, name: Sun}], print: {edge: 16 mm}}}",
        good="dice: {omen: {faces: [{id: sun, name: Sun, icon: sun}], print: {edge: 16 mm}}}",
    ),
    Code(
        code="E823",
        title="Texts of a die do not fit on its sheet",
        cause="The texts of the faces are so long that the table of faces would run into the drawing, or off the page.",
        bad="dice: {oracle: {faces: [{id: dawn, text: A page of rules for one face}]}}",
        good="dice: {oracle: {faces: [{id: dawn, text: Draw 1 card}]}}",
    ),
    Code(
        code="E840",
        title="Quick reference does not fit",
        cause="A side of the quick reference holds more than its three columns take. The sheet has two sides and no more.",
        bad="reference: [{title: Turn, blocks: [{title: Every table, show: table, ref: far_too_long}]}]",
        good="reference: [{title: Turn, blocks: [{title: Range, show: table, ref: range_modifier}]}]",
    ),
    Code(
        code="E841",
        title="Quick reference needs two sides",
        cause="The quick reference is one sheet printed on both sides, so it has two sides: each may hold any number of blocks that fit.",
        bad="reference: [{title: Turn, blocks: []}]",
        good="reference: [{title: Turn, blocks: []}, {title: Tables, blocks: []}]",
    ),
    Code(
        code="E842",
        title="Block of the quick reference shows nothing",
        cause="A block names a table, die, counter or enum that these options do not have, or a column that its table has not.",
        bad="reference: [{title: Turn, blocks: [{title: Range, show: table, ref: rnage}]}, {title: Rest, blocks: []}]",
        good="reference: [{title: Turn, blocks: [{title: Range, show: table, ref: range_modifier}]}, {title: Rest, blocks: []}]",
    ),
)
