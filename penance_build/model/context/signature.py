"""What a caller must know of a rule."""

from __future__ import annotations

from msgspec import Struct

from penance_build.ir import nodes as ir


class Signature(Struct, frozen=True):
    """The inputs and results of a rule, the rolls it makes with what it calls, and its effects."""

    inputs: tuple[ir.Input, ...]
    results: tuple[ir.Slot, ...]
    rolls: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]
