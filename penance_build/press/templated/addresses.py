"""What a page calls the files of the game: addresses that begin nowhere else, and the names of files that these mean."""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote, urljoin

HERE: Final = "http://game.invalid/"


def name_at(url: str) -> str | None:
    """The file of the game's folder that an address means; None for an address elsewhere."""
    return unquote(url.removeprefix(HERE)) if url.startswith(HERE) else None


def name_in(written: str, base: str) -> str:
    """The same, as a page writes it, whose addresses begin at ``base``: ``./art/a%20b.png`` is ``art/a b.png``; "" for one elsewhere."""
    try:
        return name_at(urljoin(base, written.strip())) or ""
    except ValueError:
        return ""
