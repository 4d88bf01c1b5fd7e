"""Codes 4xx: formulas and types."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = ()
