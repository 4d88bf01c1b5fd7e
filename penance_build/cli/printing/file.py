"""``print.yaml``: how a user prints. It lies where the command runs, or else in the user's folder of settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from penance_build.cli.calling.folders import why_no_file
from penance_build.cli.errors import Wrong
from penance_build.cli.printing.settings import FIGURES, KEYS, Device
from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean

if TYPE_CHECKING:  # most builds have no such file
    from penance_build.source import SourceFile

NAME = "print.yaml"
PRINTERS = "printers"
LARGEST = 100_000
# What is no mistake here: `off` is a word of ours, and lengths have decimals.
_ALLOWED = ("E110", "E117", "E118")


class PrintFile(Struct, frozen=True):
    """What a file says: its settings by name, its printers, the problems that it has, and its text for showing them."""

    name: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    devices: Mapping[str, Device] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    text: str = ""


def find_file(named: str | None) -> Path | None:
    """The file that is named, or the one that holds here; None where there is none. Raises Wrong."""
    if named is not None:
        path = Path(named) if named and "\0" not in named else None
        if path is None or not os.path.isfile(path):
            raise Wrong(f"--print-file: {why_no_file(named)}")
        return path
    base = os.environ.get("XDG_CONFIG_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path(os.path.expanduser("~")) / ".config"
    # One that lies where we may not look is none of ours.
    return next((path for path in (Path(NAME), home / "penance" / NAME) if os.path.isfile(path)), None)


def read_file(path: Path | None) -> PrintFile:
    """What a file says, or the problems that it has. Raises OSError where it cannot be read."""
    if path is None:
        return PrintFile()
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    name = path.as_posix()
    if len(data) > LARGEST:
        return PrintFile(name, problems=(Problem("E870", f"this file has more than {LARGEST:,} bytes", Span(name, 0, 0, 0, 0)),))
    from penance_build.source import read_text
    from penance_build.source.text.decode import decode

    source, problems = read_text(name, data)
    problems = [problem for problem in problems if problem.code not in _ALLOWED]
    if source is None or any(problem.severity == "error" for problem in problems):
        return PrintFile(name, problems=tuple(problems), text=source.text if source is not None else decode(name, data)[0] or "")
    reader = _Reader(source)
    values, devices = reader.values(), reader.devices()
    if "printer" in values and values["printer"] and values["printer"] not in devices and not reader.problems:
        reader.wrong(source.root, "printer", f"there is no printer `{values['printer']}` under `{PRINTERS}:`", list(devices))
    return PrintFile(name, values, devices, (*problems, *reader.problems), source.text)


class _Reader:
    """Turns a file into settings, and says what of it is none."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._root: Any = file.root
        self.problems: list[Problem] = []

    def wrong(self, container: Any, key: Any, says: str, known: list[str]) -> None:
        """Say what is wrong with a value."""
        found = container[key]
        cure = did_you_mean(found, known) if isinstance(found, str) else ""
        self.problems.append(Problem("E870", says, self._file.positions.value(container, key), cure))

    def values(self) -> dict[str, Any]:
        """The settings of all printers, by name."""
        found: dict[str, Any] = {}
        for name, value in self._root.items():
            key = KEYS.get(name)
            if name == PRINTERS:
                continue
            if key is None:
                self._unknown(self._root, name, [*KEYS, PRINTERS], "setting of printing")
                continue
            meant = key.read(str(value)) if _is_plain(value) else None
            if meant is None:
                self.wrong(self._root, name, f"`{name}` is {_shown(value)}; expected {key.says}", list(key.words))
            else:
                found[name] = meant
        return found

    def devices(self) -> dict[str, Device]:
        """The printers by name."""
        printers = self._root.get(PRINTERS, {})
        if not isinstance(printers, dict):
            self.wrong(self._root, PRINTERS, f"`{PRINTERS}` is {_shown(printers)}; expected printers by name", [])
            return {}
        return {str(name): self._device(printers, name) for name in printers}

    def _device(self, printers: Any, name: Any) -> Device:
        given = printers[name]
        if not isinstance(given, dict):
            says = f"the printer `{name}` is {_shown(given)}; expected {', '.join(FIGURES)}, such as offset: [0.35, -0.2]"
            self.wrong(printers, name, says, [])
            return Device()
        read: dict[str, Any] = {}
        for key, value in given.items():
            figure = FIGURES.get(key)
            if figure is None:
                self._unknown(given, key, list(FIGURES), "figure of a printer")
                continue
            parts = value if isinstance(value, list) else [value]
            meant = [figure.read(str(part)) if _is_plain(part) else None for part in parts]
            if None in meant or len(meant) != (2 if figure.is_pair else 1) or isinstance(value, list) != figure.is_pair:
                self.wrong(given, key, f"`{key}` of the printer `{name}` is {_shown(value)}; expected {figure.says}", [])
                continue
            read["twist" if key == "turn" else key] = tuple(meant) if figure.is_pair else meant[0]
        return Device(**read)

    def _unknown(self, container: Any, name: str, known: list[str], what: str) -> None:
        cure = did_you_mean(name, known) or f"there is {', '.join(known)}"
        self.problems.append(Problem("E870", f"`{name}` is no {what}", self._file.positions.key(container, name), cure))


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    if isinstance(value, dict):
        return "a mapping"
    return "`true`" if value is True else "`false`" if value is False else f"`{value}`"
