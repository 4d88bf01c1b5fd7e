"""What a command raises for wrong use."""

from __future__ import annotations

from penance_build.library.errors import WrongUse


class Wrong(WrongUse):
    """Wrong use of the command line (exit 2): the text is one or two lines for the user, without a prefix."""
