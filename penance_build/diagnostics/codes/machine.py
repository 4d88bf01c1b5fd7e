"""Codes 9xx: the machine and the build. They end a command with exit code 3 before any rule is to blame."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E901",
        title="The output cannot be written",
        cause="The output folder is a file, lies on a read-only or full disk, or may not be written by you. "
        "Nothing was written, and what was built before is unchanged.",
        bad="# penance build -o /dev/null",
        good="# penance build -o output",
    ),
    Code(
        code="E902",
        title="A print library is missing",
        cause="Sheets are laid out with Pango and HarfBuzz, which come from the system and not from Python. "
        "Engines and reports need neither: `penance build --only engine,report`.",
        bad="# penance build            (without libpango)",
        good="# apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    ),
)
