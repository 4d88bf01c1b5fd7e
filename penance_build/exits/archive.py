"""Archives with the same bytes for the same files: stored, at one time, in the order given."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

# The earliest time that the format knows.
_TIME = (1980, 1, 1, 0, 0, 0)


def stored(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip whose files are not compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files:
            entry = zipfile.ZipInfo(name, _TIME)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, data)
    return out.getvalue()
