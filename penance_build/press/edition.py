"""The version on a title block: with the chosen options while there is room for their names, else with how many there are."""

from __future__ import annotations

from typing import Final

from penance_build.press.text.strings import Strings

_LONGEST: Final = 48  # characters, which every title block has room for


def edition(version: str, strings: Strings) -> str:
    """``1.0 + winter on`` as it is; ``1.0 + 5 options`` where the names of the options would not fit. The build's folder names them all."""
    base, *chosen = version.split(" + ")
    return version if len(version) <= _LONGEST else f"{base} + {strings.say('options', count=len(chosen))}"
