"""Codes 3xx: names and links."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = ()
