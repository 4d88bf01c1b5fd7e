"""Codes 9xx: the machine and the build."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = ()
