"""Outlines as DXF for machines that cut: R2010 in millimetres, closed polylines on one layer, nothing else."""

from __future__ import annotations

import io
from collections.abc import Iterable

from penance_build.press.drawing.closed import Ring

LAYER = "SYMBOL"


def dxf(rings: Iterable[Ring], width: int, height: int) -> bytes:
    """A drawing of this size in micrometres, its lower left corner at the origin, y upwards. The same rings give the same bytes."""
    from ezdxf import options, units  # type: ignore[attr-defined]
    from ezdxf.filemanagement import new

    # The date, the random ids and the version of the writer would differ from build to build.
    before, options.write_fixed_meta_data_for_testing = options.write_fixed_meta_data_for_testing, True
    try:
        document = new("R2010", units=units.MM)
        document.layers.add(LAYER, color=7)
        document.header["$MEASUREMENT"] = 1
        space = document.modelspace()
        space.reset_limits((0, 0), (width / 1000, height / 1000))
        space.reset_extents((0, 0, 0), (width / 1000, height / 1000, 0))
        for ring in rings:
            space.add_lwpolyline([(x / 1000, (height - y) / 1000) for x, y in ring], close=True, dxfattribs={"layer": LAYER})
        for name in sorted(document.entitydb.dxf_types_in_use()):  # the writer takes them in the order of a set, which hangs on hashes
            document.classes.add_class(name)
        out = io.StringIO(newline="")
        document.write(out)
    finally:
        options.write_fixed_meta_data_for_testing = before
    return out.getvalue().encode("ascii")
