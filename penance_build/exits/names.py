"""Which profiles there are: the command line asks, and does not wait for what reads them."""

from __future__ import annotations

from penance_build.shipped import data_folder

FOLDER = "profiles"


def shipped_names() -> tuple[str, ...]:
    """The profiles that ship with the program."""
    return tuple(sorted(path.name.removesuffix(".yaml") for path in data_folder(FOLDER).glob("*.yaml")))
