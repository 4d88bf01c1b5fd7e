"""A file that asks to be printed at 100 %, and says what its figures are of."""

from __future__ import annotations

from penance_build.press.documents import opened, written
from penance_build.press.imposition.tags import name_figures


def at_true_size(pdf: bytes) -> bytes:
    """The same document asking the printer's dialogue not to scale it."""
    import pikepdf

    with opened(pdf) as document:
        wishes = {"/PrintScaling": pikepdf.Name("/None"), "/PickTrayByPDFSize": True, "/DisplayDocTitle": True}
        document.Root.ViewerPreferences = pikepdf.Dictionary(wishes)
        name_figures(document, str(document.docinfo.get("/Title", "")))
        return written(document, "generate")
