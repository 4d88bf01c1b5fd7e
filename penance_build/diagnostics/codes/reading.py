"""Codes 1xx: reading bytes and YAML. Split by topic; this file collects them and holds the suppression comments."""

from __future__ import annotations

from penance_build.diagnostics.code import Code
from penance_build.diagnostics.codes import reading_files, reading_nodes, reading_scalars, reading_syntax

_SUPPRESSIONS: tuple[Code, ...] = (
    Code(
        code="W190",
        title="Nothing to allow here",
        cause="A comment allows a warning that does not appear on its line or the one below: the mistake was mended, or the comment moved.",
        bad="name: Confessor  # penance: allow W161 the number sign is meant",
        good="name: Confessor",
        suppress="It cannot be allowed; remove the comment.",
    ),
    Code(
        code="W191",
        title="Allowed without a reason",
        cause="A comment that allows a warning says why, so that the next reader can judge it. Without a reason it has no effect.",
        bad="text: Draw #2 card  # penance: allow W161",
        good='text: "Draw #2 card"',
        suppress="It cannot be allowed; write the reason.",
    ),
    Code(
        code="W192",
        title="This code cannot be allowed",
        cause="Only warnings can be allowed, and only by a code that exists; errors must be mended.",
        bad="light: off  # penance: allow E110 it is only a lamp",
        good='light: "off"',
        suppress="It cannot be allowed; remove the comment.",
    ),
)

CODES: tuple[Code, ...] = (
    *reading_files.CODES,
    *reading_scalars.CODES,
    *reading_nodes.CODES,
    *reading_syntax.CODES,
    *_SUPPRESSIONS,
)
