"""A file that asks to be printed at 100 %, and says what its figures are of."""

from __future__ import annotations

import io

from penance_build.press.imposition.tags import name_figures


def at_true_size(pdf: bytes) -> bytes:
    """The same document asking the printer's dialogue not to scale it."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as document:
        wishes = {"/PrintScaling": pikepdf.Name("/None"), "/PickTrayByPDFSize": True, "/DisplayDocTitle": True}
        document.Root.ViewerPreferences = pikepdf.Dictionary(wishes)
        name_figures(document, str(document.docinfo.get("/Title", "")))
        out = io.BytesIO()
        document.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
