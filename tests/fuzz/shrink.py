"""Make an input that breaks a promise smaller, as long as it breaks the same promise."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from tests.fuzz.target import Case

Fails = Callable[[Case], bool]


class _Spent(Exception):
    """The time for it is over."""


def shrunk(case: Case, fails: Fails, seconds: float) -> Case:
    """The smallest input that was found in so many seconds; ``fails`` says whether an input still breaks the promise."""
    end, best = time.monotonic() + seconds, dict(case)

    def keep(tried: Case) -> bool:
        nonlocal best
        if time.monotonic() > end:
            raise _Spent
        if not fails(tried):
            return False
        best = tried
        return True

    try:
        is_smaller = True
        while is_smaller:
            before = sum(map(len, best.values())), len(best)
            for name in list(best):
                keep({key: data for key, data in best.items() if key != name})
            for name in list(best):
                _file(name, lambda: best, keep)
            is_smaller = (sum(map(len, best.values())), len(best)) < before
    except _Spent:
        pass
    return best


def _file(name: str, best: Callable[[], Case], keep: Callable[[Case], bool]) -> None:
    try:
        data = json.loads(best()[name])
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict | list):
        is_smaller = True
        while is_smaller:
            is_smaller = False
            data = json.loads(best()[name])
            for smaller in _data(data):
                if keep({**best(), name: json.dumps(smaller).encode()}):
                    is_smaller = True
                    break
        return
    for unit in (b"\n", b""):
        _parts(name, unit, best, keep)


def _data(value: Any) -> Iterator[Any]:
    """Plain data with one thing less, the largest first."""
    if isinstance(value, dict):
        for key in value:
            yield {other: item for other, item in value.items() if other != key}
        for key, item in value.items():
            for smaller in _data(item):
                yield {**value, key: smaller}
    elif isinstance(value, list):
        size = len(value) // 2
        while size:
            for at in range(0, len(value), size):
                yield value[:at] + value[at + size :]
            size //= 2
        for at, item in enumerate(value):
            for smaller in _data(item):
                yield [*value[:at], smaller, *value[at + 1 :]]
    elif isinstance(value, str) and len(value) > 1:
        yield value[: len(value) // 2]
        yield value[len(value) // 2 :]


def _parts(name: str, unit: bytes, best: Callable[[], Case], keep: Callable[[Case], bool]) -> None:
    """Take away rows of parts, ever shorter ones."""

    def split(data: bytes) -> list[bytes]:
        return data.split(unit) if unit else [bytes([byte]) for byte in data]

    size = max(1, len(split(best()[name])) // 2)
    while True:
        at = 0
        while at < len(parts := split(best()[name])):
            if not keep({**best(), name: unit.join(parts[:at] + parts[at + size :])}):
                at += size
        if size == 1:
            return
        size //= 2
