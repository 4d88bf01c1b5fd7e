"""The interface of a rule, as a caller needs it."""

from __future__ import annotations

from msgspec import Struct

from penance_build.ir import nodes as ir


class Signature(Struct, frozen=True):
    """The inputs and results of a rule; its rolls and effects, callees' included."""

    inputs: tuple[ir.Input, ...]
    results: tuple[ir.Slot, ...]
    rolls: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]
