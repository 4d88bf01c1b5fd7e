"""What every record of the IR is: frozen, compared and hashed by its fields, cheap to make.

There are a hundred classes of records and hundreds of thousands of objects. A ``msgspec.Struct`` is declared twenty times as
fast as a dataclass, and made, hashed and compared ten times as fast; its hash is kept. Nothing in a record leads back to it,
so that the garbage collector need not look inside.
"""

from __future__ import annotations

from typing import dataclass_transform

import msgspec
from msgspec.structs import replace

__all__ = ["Record", "replace"]


@dataclass_transform(frozen_default=True)
class Record(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A frozen record; ``replace`` gives another one that differs in some fields."""
