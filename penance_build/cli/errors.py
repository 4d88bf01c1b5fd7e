"""What a command raises for wrong use, and what a signal that ends it raises."""

from __future__ import annotations

from penance_build.library.errors import WrongUse


class Wrong(WrongUse):
    """Wrong use of the command line (exit 2): the text is one or two lines for the user, without a prefix."""


class Terminated(BaseException):
    """SIGTERM or SIGHUP came: unwind, so that temporary files go away. ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = int(number)
