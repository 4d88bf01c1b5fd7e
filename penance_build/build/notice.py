"""The NOTICE of a game: whose its names and figures are goes wherever something goes that was made of them."""

from __future__ import annotations

from typing import Final

from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem, Span
from penance_build.product import Artifact, FileRefused, Produced, Settings

NAME: Final = "NOTICE"


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``NOTICE`` as it stands in the game's folder; nothing where there is none. E834 where there is one that cannot be had."""
    try:
        data = settings.files.content(NAME)
    except FileRefused as error:
        if error.is_absent:
            return Produced(())
        cure = "put the file itself there: whose the names and figures of a game are goes with all that is made of them"
        return Produced((), (Problem("E834", f"the file {NAME} {error.says}", Span(NAME, 0, 0, 0, 0), cure),))
    return Produced((Artifact(NAME, data, ("game",)),))
