"""The settings of printing by name: the same on the command line and in ``print.yaml``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from penance_build.build.inputs import grid_id, length_um, paper_form, paper_id
from penance_build.product import Printing

MOST_BLANKS = 99
LONGEST_WATERMARK = 40
WIDEST_GAP_UM = 50_000
FARTHEST_UM = 10_000
MOST_TWIST = 200
SCALES = (9_500, 10_500)
_DECIMAL = re.compile(r"([+-]?)(\d{1,3})(?:\.(\d{1,2}))?", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_ .-]{0,39}")


class Key(Struct, frozen=True):
    """A setting: what it may be in words, the words of which it is one, and what a text means, None for what is none of these."""

    says: str
    words: tuple[str, ...]
    read: Callable[[str], Any]


def _one_of(*words: str) -> Key:
    return Key(f"one of {', '.join(words)}", words, lambda text: text if text in words else None)


def _gap(text: str) -> int | str | None:
    if text in ("auto", "abut"):
        return text if text == "auto" else 0
    length = length_um(text)
    return length if length is not None and length <= WIDEST_GAP_UM else None


def _blanks(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,2}", text, re.ASCII) else None


def _watermark(text: str) -> str | None:
    return text.strip() if len(text) <= LONGEST_WATERMARK and text.isprintable() else None


def _named(text: str) -> str | None:
    return text if text == "" or _NAME.fullmatch(text) else None


KEYS: Mapping[str, Key] = {
    "pages": _one_of("interleaved", "backs_last", "fronts", "fold"),
    "flip": _one_of("long", "short"),
    "turn": _one_of("auto", "upright", "lying"),
    "gap": Key(f"auto, abut, or a length up to {WIDEST_GAP_UM // 1000} mm such as 4 mm", ("auto", "abut"), _gap),
    "marks": _one_of("on", "off", "lines"),
    "ink": _one_of("full", "low"),
    "watermark": Key(f"a text of at most {LONGEST_WATERMARK} characters on one line", (), _watermark),
    "blanks": Key(f"a whole number from 0 to {MOST_BLANKS}", (), _blanks),
    "paper": Key(paper_form(), (), paper_id),
    "grid": Key("columns and rows, such as 3x3, or auto", ("auto",), lambda text: "" if text == "auto" else grid_id(text)),
    "printer": Key("the name of a printer in print.yaml", (), _named),
}


class Device(Struct, frozen=True):
    """What one printer does to a page, as it is written against: see ``Printing``."""

    offset: tuple[int, int] = (0, 0)
    twist: int = 0
    scale: tuple[int, int] = (10_000, 10_000)


def hundredths(text: str) -> int | None:
    """A decimal number with at most two decimals, in hundredths; None for what is none."""
    found = _DECIMAL.fullmatch(text.strip())
    if found is None:
        return None
    value = int(found[2]) * 100 + int((found[3] or "").ljust(2, "0"))
    return -value if found[1] == "-" else value


def _millimetres(text: str) -> int | None:
    value = hundredths(text.strip().removesuffix("mm"))
    return None if value is None or abs(value) * 10 > FARTHEST_UM else value * 10


def _degrees(text: str) -> int | None:
    value = hundredths(text)
    return None if value is None or abs(value) > MOST_TWIST else value


def _percent(text: str) -> int | None:
    value = hundredths(text.strip().removesuffix("%"))
    return None if value is None or not SCALES[0] <= value <= SCALES[1] else value


class Figure(Struct, frozen=True):
    """A figure of a printer: in words, whether it is a pair, and what a text means."""

    says: str
    is_pair: bool
    read: Callable[[str], int | None]


_OFFSET = f"two lengths in millimetres, [x, y], each at most {FARTHEST_UM // 1000} either way, such as [0.35, -0.2]"
_SCALE = f"two percentages, [across, down], each from {SCALES[0] // 100} to {SCALES[1] // 100}, such as [100, 100.4]"
FIGURES: Mapping[str, Figure] = {
    "offset": Figure(_OFFSET, True, _millimetres),
    "turn": Figure(f"degrees with the clock, at most {MOST_TWIST // 100} either way, such as 0.3", False, _degrees),
    "scale": Figure(_SCALE, True, _percent),
}


class Settings(Struct, frozen=True):
    """All that is said of printing; ``paper`` and ``grid`` are "" where nothing is said of them."""

    printing: Printing = Printing()
    paper: str = ""
    grid: str = ""


def settings_of(values: Mapping[str, Any], devices: Mapping[str, Device]) -> Settings:
    """What values mean that were read by their keys, and the printer that they name."""
    own = {name: value for name, value in values.items() if name not in ("paper", "grid")}
    if own.get("gap") == "auto":
        own["gap"] = None
    printing = replace(Printing(), **own)
    device = devices.get(printing.printer, Device())
    printing = replace(printing, offset=device.offset, twist=device.twist, scale=device.scale)
    return Settings(printing, str(values.get("paper", "")), str(values.get("grid", "")))
