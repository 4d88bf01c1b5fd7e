"""An ICC profile of a press that never was, in bytes: four inks by a plain model, so that tests need no file of anybody's."""

from __future__ import annotations

import struct
from functools import cache

_WHITE = (0.9642, 1.0, 0.8249)
_TO_XYZ = ((0.4361, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7141))
_TO_RGB = ((3.1339, -1.6169, -0.4906), (-0.9788, 1.9161, 0.0335), (0.0719, -0.2290, 1.4052))
_INKS, _LABS = 5, 17  # points of the grids


def _lab(red: float, green: float, blue: float) -> tuple[float, float, float]:
    linear = [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in (red, green, blue)]
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in _TO_XYZ]
    f = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (value / white for value, white in zip(xyz, _WHITE, strict=True))]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def _rgb(light: float, a: float, b: float) -> tuple[float, float, float]:
    y = (light + 16) / 116
    f = (y + a / 500, y, y - b / 200)
    xyz = [(t**3 if t > 0.2069 else (t - 16 / 116) / 7.787) * white for t, white in zip(f, _WHITE, strict=True)]
    linear = [min(1.0, max(0.0, sum(m * n for m, n in zip(row, xyz, strict=True)))) for row in _TO_RGB]
    red, green, blue = (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in linear)
    return red, green, blue


def _byte(value: float) -> int:
    return min(255, max(0, round(value)))


def _table(inputs: int, outputs: int, points: int, cells: bytes) -> bytes:
    identity = bytes(range(256))
    matrix = struct.pack(">9i", *(65536 if index % 4 == 0 else 0 for index in range(9)))
    return b"mft1" + bytes(4) + bytes((inputs, outputs, points, 0)) + matrix + identity * inputs + cells + identity * outputs


def _grid(points: int, ways: int) -> list[tuple[float, ...]]:
    found: list[tuple[float, ...]] = [()]
    for _ in range(ways):
        found = [(*start, step / (points - 1)) for start in found for step in range(points)]
    return found


def _of_inks() -> bytes:
    cells = bytearray()
    for c, m, y, k in _grid(_INKS, 4):
        light, a, b = _lab(*((1 - ink) * (1 - k) for ink in (c, m, y)))
        cells += bytes((_byte(light * 2.55), _byte(a + 128), _byte(b + 128)))
    return _table(4, 3, _INKS, bytes(cells))


def _of_labs() -> bytes:
    """Deep colours have far more ink than any press holds: black has all of all four."""
    cells = bytearray()
    for light, a, b in _grid(_LABS, 3):
        inks = [1 - channel for channel in _rgb(light * 100, a * 255 - 128, b * 255 - 128)]
        cells += bytes(_byte(ink * 255) for ink in (*inks, min(inks) ** 2))
    return _table(3, 4, _LABS, bytes(cells))


def _text(kind: bytes, text: str) -> bytes:
    if kind == b"desc":
        said = text.encode("ascii") + b"\0"
        return b"desc" + bytes(4) + struct.pack(">I", len(said)) + said + bytes(4 + 4 + 2 + 1 + 67)
    return b"text" + bytes(4) + text.encode("ascii") + b"\0"


@cache
def press_profile(space: bytes = b"CMYK") -> bytes:
    """The profile; with ``GRAY`` or another space, one that is of no press."""
    tags = {
        b"desc": _text(b"desc", "A press of the tests"),
        b"cprt": _text(b"text", "In the public domain"),
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", *(round(value * 65536) for value in _WHITE)),
        b"A2B0": _of_inks(),
        b"B2A0": _of_labs(),
    }
    offset, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, data in tags.items():
        padded = data + bytes(-len(data) % 4)
        table += name + struct.pack(">2I", offset + len(body), len(data))
        body += padded
    head = struct.pack(">I4sI4s4s4s", offset + len(body), b"test", 0x02400000, b"prtr", space, b"Lab ")
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(4 + 4 + 4 + 4 + 8 + 4)
    head += struct.pack(">3i", *(round(value * 65536) for value in _WHITE))
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body
