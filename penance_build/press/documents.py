"""PDFs in memory: opened from their bytes, and written as bytes that are equal where documents are."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pikepdf import Pdf

# How objects lie in a file: as they did when it was opened, packed together, or each by itself.
Objects = Literal["preserve", "generate", "disable"]


def opened(data: bytes) -> Pdf:
    """A document; what is copied from it is read when the other file is written, so that it has to live as long."""
    import pikepdf

    return pikepdf.open(io.BytesIO(data))


def written(pdf: Pdf, objects: Objects = "preserve", version: str = "") -> bytes:
    """The file, of exactly this version of the format if one is named."""
    from pikepdf import ObjectStreamMode

    out = io.BytesIO()
    mode = getattr(ObjectStreamMode, objects)
    pdf.save(out, deterministic_id=True, object_stream_mode=mode, min_version=version, force_version=version)
    return out.getvalue()
