"""Whether the process that left something behind is still at work."""

from __future__ import annotations

import os


def is_alive(process: str) -> bool:
    """Whether there is a process of this number; none has a name that is no number."""
    if not (process.isascii() and process.isdigit()):
        return False
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
