"""The errors that end a build before the rules are read."""

from __future__ import annotations


class FolderRefused(Exception):
    """Wrong use: the output folder is refused (exit 2). The text is one or two sentences for the user."""


class NothingCalled(Exception):
    """Wrong use: the game has no such card or deck. ``known`` are those that it has."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no {kind} {name}")
        self.kind, self.name, self.known = kind, name, known


class CannotBuild(Exception):
    """The machine fails (exit 3): a disk, a permission, a missing system library. ``code`` is for ``explain``."""

    def __init__(self, text: str, code: str = "E901") -> None:
        super().__init__(text)
        self.code = code


def because(error: OSError) -> str:
    """The reason of an operating-system error, in lower case, without its number: ``no space left on device``."""
    text = error.strerror or type(error).__name__
    return text[:1].lower() + text[1:]
