"""Figures for drawings: the text face with lining numerals in place of its old-style ones.

Text inside an SVG cannot ask a font for a feature, and an old-style 0 in a measure reads as the letter o. So the
numerals that the face substitutes under ``lnum`` become its ordinary ones, under a role of their own.
"""

from __future__ import annotations

import hashlib
import io
from functools import lru_cache

from penance_build.ir.record import replace
from penance_build.press.text.fonts import FontFile, FontSet

ROLE = "figures"


def with_figures(fonts: FontSet) -> FontSet:
    """The same fonts, and the role ``figures``."""
    extra = tuple(_lining(file) for file in fonts.files if file.family == "text" and file.style == "normal")
    digest = hashlib.sha256("\n".join((fonts.digest, *(file.digest for file in extra))).encode()).hexdigest()
    return replace(fonts, files=(*fonts.files, *extra), digest=digest)


@lru_cache(maxsize=8)
def _lining(file: FontFile) -> FontFile:
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(file.data), recalcTimestamp=False)
    swaps: dict[str, str] = {}
    if "GSUB" in font:
        table = font["GSUB"].table
        features = [record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == "lnum"]
        wanted = {index for feature in features for index in feature.LookupListIndex}
        for index in sorted(wanted):
            for subtable in table.LookupList.Lookup[index].SubTable:
                swaps.update(getattr(getattr(subtable, "ExtSubTable", subtable), "mapping", {}))
    for encoding in font["cmap"].tables:
        for code in range(ord("0"), ord("9") + 1):
            if code in encoding.cmap:
                encoding.cmap[code] = swaps.get(encoding.cmap[code], encoding.cmap[code])
    out = io.BytesIO()
    font.save(out)
    return FontFile(ROLE, file.weight, file.style, out.getvalue(), hashlib.sha256(out.getvalue()).hexdigest())
