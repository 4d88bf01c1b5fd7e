"""The outline of each face of a die as SVG and as DXF: closed contours at true size, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.ir.nodes import Die, Face
from penance_build.ir.record import Record
from penance_build.press.dice.flat import Painted, symbol
from penance_build.press.dice.nets import bounds, face
from penance_build.press.dice.solids import BILLION, SOLIDS, cosine, sine
from penance_build.press.dice.spec import DieSpec, face_file
from penance_build.press.digest import digest
from penance_build.press.drawing.closed import rings, steps, unioned
from penance_build.press.drawing.dxf import dxf
from penance_build.press.drawing.lengths import mm
from penance_build.press.drawing.outline import in_mm
from penance_build.product import Artifact, Cache
from penance_build.shipped import installed


class Outline(Record):
    """What is cut into one face, in whole micrometres from the upper left corner of what the face takes up."""

    face: Face
    data: str
    width: int
    height: int


def outlines_of(spec: DieSpec) -> list[Outline]:
    """The faces of a cube for a maker."""
    return [Outline(side.face, side.outline, spec.edge, spec.edge) for side in spec.sides]


def outlines_on(one: Painted) -> list[Outline]:
    """The faces of another solid, each upright; on the die of four the three symbols of its corners, under the name of the fourth."""
    sides, found = len(one.die.faces), []
    for value in sorted(SOLIDS[sides].faces):
        panel = face(sides, one.edge, value)
        left, top, right, bottom = bounds([panel.corners])
        data = "".join(
            _placed(symbol(one, one.face(mark.value), one.edge), mark.turn, mark.at[0] - left, mark.at[1] - top) for mark in panel.marks
        )
        found.append(Outline(one.face(value), unioned(data) if data else "", right - left, bottom - top))
    return found


def _placed(data: str, turn: int, dx: int, dy: int) -> str:
    """Path data turned clockwise about the origin, and moved."""
    cos, sin = cosine(turn), sine(turn)
    out = []
    for name, points in steps(data):
        moved = [((x * cos - y * sin) // BILLION + dx, (x * sin + y * cos) // BILLION + dy) for x, y in points]
        out.append(name + " ".join(f"{x} {y}" for x, y in moved))
    return "".join(out)


def face_files(die: Die, outlines: Sequence[Outline], cache: Cache) -> list[Artifact]:
    """``dice/DIE-FACE.svg`` and ``.dxf`` of each face that has something to cut, each name once."""
    files: dict[str, Artifact] = {}
    for one in outlines:
        path = f"dice/{face_file(die, one.face)}"
        if one.data and path not in files:
            made_from = tuple(sorted((f"die {die.id}", *([f"icon {one.face.icon}"] if one.face.icon else []))))
            files[path] = Artifact(path, _svg(one), made_from)
            cut = f"dice/{face_file(die, one.face, 'dxf')}"
            files[cut] = Artifact(cut, _dxf(one, cache), made_from)
    return list(files.values())


def _svg(one: Outline) -> bytes:
    """One face for a maker: as large as the face in millimetres, and in it one closed outline, filled, without a stroke."""
    width, height = mm(one.width), mm(one.height)
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
        f'<path d="{in_mm(one.data)}" fill="#000000" fill-rule="nonzero"/></svg>\n'
    )
    return text.encode("ascii")


def _dxf(one: Outline, cache: Cache) -> bytes:
    """The same for machines: closed polylines in millimetres, the lower left corner at the origin."""
    key = digest({"dxf": one.data, "size": [one.width, one.height], "ezdxf": installed("ezdxf"), "classes": "sorted"})
    kept = cache.get(key)
    if kept is None:
        kept = dxf(rings(one.data), one.width, one.height)
        cache.put(key, kept)
    return kept
