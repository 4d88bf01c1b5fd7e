"""What a command raises for wrong use."""

from __future__ import annotations


class Wrong(Exception):
    """Wrong use (exit 2): the text is one or two lines for the user, without a prefix."""
