"""Messages between the process that fills templates and its parent: a head in JSON and some bytes.

What comes from the child is read as numbers, texts and bytes, and nothing else: it is never unpickled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

LARGEST = 256_000_000  # bytes of a message


class Broken(Exception):
    """The other side is gone, or says what is no message."""


def send(to: IO[bytes], head: Mapping[str, Any], data: bytes = b"") -> None:
    """Write one message. Raises ``Broken``."""
    text = json.dumps(head, ensure_ascii=True, sort_keys=True).encode("ascii")
    try:
        to.write(len(text).to_bytes(4, "big") + len(data).to_bytes(4, "big") + text + data)
        to.flush()
    except (OSError, ValueError) as error:
        raise Broken from error


def receive(source: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """Read one message. Raises ``Broken``."""
    lengths = source.read(8)
    if len(lengths) < 8:
        raise Broken
    first, second = int.from_bytes(lengths[:4], "big"), int.from_bytes(lengths[4:], "big")
    if first + second > LARGEST:
        raise Broken
    text, data = source.read(first), source.read(second)
    try:
        head = json.loads(text)
    except ValueError as error:
        raise Broken from error
    if len(data) < second or not isinstance(head, dict):
        raise Broken
    return head, data
