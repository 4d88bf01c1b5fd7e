"""The NOTICE of a game: whose its names and figures are goes wherever something goes that was made of them."""

from __future__ import annotations

from typing import Final

from penance_build.compilation import Compilation
from penance_build.product import Artifact, FileRefused, Produced, Settings

NAME: Final = "NOTICE"


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``NOTICE`` as it stands in the game's folder; nothing where there is none."""
    try:
        data = settings.files.content(NAME)
    except FileRefused:
        return Produced(())
    return Produced((Artifact(NAME, data, ("game",)),))
