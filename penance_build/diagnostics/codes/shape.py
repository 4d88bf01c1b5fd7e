"""Codes 2xx: the shape of sections and entries."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = ()
