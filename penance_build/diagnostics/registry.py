"""Every code there is, and what its letter means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from penance_build.diagnostics.code import Code
from penance_build.diagnostics.codes import cards, formulas, machine, names, playing, printing, procedures, reading, shape, tables

CODES: tuple[Code, ...] = (
    *reading.CODES,
    *shape.CODES,
    *names.CODES,
    *formulas.CODES,
    *tables.CODES,
    *procedures.CODES,
    *playing.CODES,
    *cards.CODES,
    *printing.CODES,
    *machine.CODES,
)

_BY_CODE: Mapping[str, Code] = MappingProxyType({item.code: item for item in CODES})
_SEVERITIES: Mapping[str, str] = MappingProxyType({"E": "error", "W": "warning", "H": "hint"})


def severity(code: str) -> str:
    """``error``, ``warning`` or ``hint``, from the code's letter. Raises KeyError for another letter."""
    return _SEVERITIES[code[:1]]


def get(code: str) -> Code | None:
    """The record of a code, or None where there is no such code."""
    return _BY_CODE.get(code)
