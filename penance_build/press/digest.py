"""The hash behind every stamp and cache key of the press: taken over named values, never over the repr of a record.

A record that gains a field, changes its order or becomes another kind of record leaves each digest as it was.
"""

from __future__ import annotations

import hashlib
import json


def digest(values: object) -> str:
    """The SHA-256 (hex) of the canonical JSON of dicts, lists, texts and integers."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
