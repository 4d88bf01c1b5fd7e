"""Codes 1xx: reading bytes and YAML."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = ()
