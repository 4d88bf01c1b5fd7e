"""A file that asks to be printed at 100 %."""

from __future__ import annotations

import io


def at_true_size(pdf: bytes) -> bytes:
    """The same document asking the printer's dialogue not to scale it."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as document:
        wishes = {"/PrintScaling": pikepdf.Name("/None"), "/PickTrayByPDFSize": True, "/DisplayDocTitle": True}
        document.Root.ViewerPreferences = pikepdf.Dictionary(wishes)
        out = io.BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue()
