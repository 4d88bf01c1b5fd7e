"""Where the steps of a game stand: for each line of a derivation the line of the rules that made it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from penance_build.compilation import Compilation
from penance_build.shipped import data_folder


class Where(Struct, frozen=True):
    """The places of the steps of the game in ``folder``."""

    compilation: Compilation
    folder: Path

    def at(self, procedure: str, step: int) -> dict[str, Any] | None:
        """File (from the game's folder), line and column of a step; None for what no step made."""
        span = self.compilation.steps.get((procedure, step))
        return None if span is None else {"file": span.file, "line": span.line, "column": span.column}

    def shown(self, procedure: str, step: int) -> list[str]:
        """The file and line of a step, and the text that stands there."""
        span = self.compilation.steps.get((procedure, step))
        if span is None:
            return ["no line of the rules made it"]
        text = self.compilation.texts[span.file].split("\n")[span.line - 1]
        folder = Path(self.folder.name) if self.folder.parent == data_folder("rules") else self.folder
        return [f"{(folder / span.file).as_posix()}:{span.line}", f"  {text.strip()}"]
