"""The operators of a page, followed through all that it shows: what is painted with which ink, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pikepdf import Array, Dictionary, Name, Stream, parse_content_stream

from penance_build.ir.record import Record, replace
from penance_build.press.faces.ink import IDENTITY, Matrix, at, is_number, matrix_of, times

_SPACES: Mapping[str, str] = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}
_COLOURING = frozenset(("g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"))
_PAINTS: Mapping[str, str] = {
    "f": "f", "F": "f", "f*": "f", "S": "s", "s": "s", "B": "fs", "B*": "fs", "b": "fs", "b*": "fs", "n": "",
}  # fmt: skip
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_DEEPEST = 12
Edges = tuple[float, float, float, float]


class Color(Record):
    """A colour as it was set: its space (``/DeviceCMYK``, ``/Separation plate``), its values, and a pattern where it is one."""

    space: str
    values: tuple[float, ...]
    pattern: Any = None


_BLACK = Color("/DeviceGray", (0.0,))


class Painted(Record):
    """Something painted: ``kind`` is fill, stroke, text, image, gradient or clear (a state that lets through what is behind).

    ``edges`` are left, low, right and high in points of the page; ``width`` is that of a line, ``item`` the picture, gradient, font
    (with the mode of its letters) or state.
    """

    kind: str
    color: Color
    edges: Edges
    width: float = 0
    over: bool = False
    item: Any = None
    codes: bytes = b""


class _State(Record):
    matrix: Matrix = IDENTITY
    fill: Color = _BLACK
    stroke: Color = _BLACK
    width: float = 1
    over: bool = False
    font: Any = None
    size: float = 1
    mode: int = 0


def painted_on(page: Any) -> list[Painted]:
    """Everything that a page paints, in order."""
    found: list[Painted] = []
    _Walk(found, 0).run(page, page.get("/Resources", Dictionary()), _State())
    return found


class _Walk:
    """One stream."""

    def __init__(self, found: list[Painted], depth: int) -> None:
        self._found, self._depth = found, depth
        self._path: list[tuple[float, float]] = []
        self._text: Matrix = IDENTITY

    def run(self, stream: Any, resources: Any, state: _State) -> None:
        kept: list[_State] = []
        for step in parse_content_stream(stream):
            name, values = str(step.operator), step.operands
            if name == "q":
                kept.append(state)
            elif name == "Q":
                state = kept.pop() if kept else state
            elif name in ("m", "l", "c", "v", "y", "re"):
                self._moves(name, [float(value) for value in values], state.matrix)
            elif name in _PAINTS:
                self._paints(_PAINTS[name], state)
            elif name in _COLOURING:
                state = self._colors(name, list(values), resources, state)
            elif name in _SHOWS:
                self._shows(values, state)
            else:
                state = self._sets(name, step, resources, state)

    def _add(self, kind: str, color: Color, edges: Edges, state: _State, **more: Any) -> None:
        self._found.append(Painted(kind, color, edges, over=state.over, **more))

    # ------------------------------------------------------------ paths

    def _moves(self, name: str, values: list[float], matrix: Matrix) -> None:
        if name == "re":
            x, y, w, h = values
            values = [x, y, x + w, y, x + w, y + h, x, y + h]
        self._path += [at(matrix, x, y) for x, y in zip(values[::2], values[1::2], strict=True)]

    def _paints(self, how: str, state: _State) -> None:
        if self._path and how:
            edges = _edges(self._path)
            if "f" in how:
                self._add("fill", state.fill, edges, state, item=self._pattern(state.fill, state))
            if "s" in how:
                a, b, c, d, _, _ = state.matrix
                self._add("stroke", state.stroke, edges, state, width=state.width * abs(a * d - b * c) ** 0.5)
        self._path = []

    def _pattern(self, color: Color, state: _State) -> Any:
        """What a pattern is made of is painted too."""
        found = color.pattern
        if found is None:
            return None
        if found.get("/PatternType") == 1:
            if self._depth < _DEEPEST:
                matrix = matrix_of(found.get("/Matrix", IDENTITY))
                _Walk(self._found, self._depth + 1).run(found, found.get("/Resources", Dictionary()), _State(matrix))
            return None
        self._add("gradient", _BLACK, _edges(self._path), state, item=found.Shading)
        return None

    # ------------------------------------------------------------ colours

    def _colors(self, name: str, operands: list[Any], resources: Any, state: _State) -> _State:
        is_stroke = name.isupper()
        before = state.stroke if is_stroke else state.fill
        if name in ("cs", "CS"):
            color = Color(space_of(str(operands[0]), resources), (0.0,))
        elif name.lower() in _SPACES:
            color = Color(_SPACES[name.lower()], tuple(float(value) for value in operands))
        elif before.space == "/Pattern":
            color = Color("/Pattern", (), resources.Pattern[str(operands[-1])])
        else:
            color = Color(before.space, tuple(float(value) for value in operands))
        return replace(state, stroke=color) if is_stroke else replace(state, fill=color)

    # ------------------------------------------------------------ text

    def _shows(self, values: Any, state: _State) -> None:
        items = list(values[-1]) if isinstance(values[-1], Array) else [values[-1]]
        codes = b"".join(bytes(item) for item in items if not is_number(item))
        x, y = at(times(self._text, state.matrix), 0, 0)
        self._add("text", state.fill if state.mode != 3 else _BLACK, (x, y, x, y), state, item=(state.font, state.mode), codes=codes)

    # ------------------------------------------------------------ all else

    def _sets(self, name: str, step: Any, resources: Any, state: _State) -> _State:
        values = step.operands
        if name == "cm":
            return replace(state, matrix=times(matrix_of(values), state.matrix))
        if name == "w":
            return replace(state, width=float(values[0]))
        if name == "Tr":
            return replace(state, mode=int(values[0]))
        if name == "Tf":
            return replace(state, font=resources.Font[str(values[0])], size=float(values[1]))
        if name == "gs":
            return self._graphics(resources.ExtGState[str(values[0])], state)
        if name == "BT":
            self._text = IDENTITY
        elif name == "Tm":
            self._text = matrix_of(values)
        elif name == "Td":
            self._text = times((1, 0, 0, 1, float(values[0]), float(values[1])), self._text)
        elif name == "sh":
            self._add("gradient", _BLACK, _square(state.matrix), state, item=resources.Shading[str(values[0])])
        elif name == "INLINE IMAGE":
            self._add("image", _BLACK, _square(state.matrix), state, item=None)
        elif name == "Do":
            self._does(resources.XObject[str(values[0])], resources, state)
        return state

    def _graphics(self, found: Any, state: _State) -> _State:
        is_clear = any(float(found.get(key, 1)) < 1 for key in ("/ca", "/CA")) or found.get("/SMask", Name("/None")) != Name("/None")
        if is_clear or str(found.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            self._add("clear", _BLACK, _square(state.matrix), state, item=found)
        over = bool(found.get("/op", found.get("/OP", state.over)))
        return replace(state, over=over, width=float(found.get("/LW", state.width)))

    def _does(self, found: Any, resources: Any, state: _State) -> None:
        if found.get("/Subtype") == "/Image":
            self._add("image", state.fill, _square(state.matrix), state, item=found)
        elif found.get("/Subtype") == "/Form" and self._depth < _DEEPEST:
            if "/Group" in found:
                self._add("group", _BLACK, _square(state.matrix), state, item=found)
            matrix = times(matrix_of(found.get("/Matrix", IDENTITY)), state.matrix)
            _Walk(self._found, self._depth + 1).run(found, found.get("/Resources", resources), replace(state, matrix=matrix))


def space_of(name: str, resources: Any) -> str:
    """A colour space by its kind; that of a plate with its name."""
    if name in ("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern"):
        return name
    found = resources.get("/ColorSpace", {}).get(name)
    if found is None:
        return name
    return kind_of(found)


def kind_of(space: Any) -> str:
    """The kind of a colour space, with the plate of a spot colour: ``/Separation die-cut``."""
    if isinstance(space, Name | str):
        return str(space)
    kind = str(space[0])
    return f"{kind} {str(space[1])[1:]}" if kind == "/Separation" else kind


def stops_of(shading: Any) -> list[tuple[float, ...]]:
    """The colours at the stops of a gradient."""
    found: list[tuple[float, ...]] = []
    waiting = [shading.get("/Function")]
    while waiting:
        function = waiting.pop()
        if function is None or isinstance(function, Stream):
            continue
        if not isinstance(function, Dictionary):
            waiting += list(function)
        elif function.get("/FunctionType") == 3:
            waiting += list(function.Functions)
        else:
            found += [tuple(float(value) for value in function[key]) for key in ("/C0", "/C1") if key in function]
    return found


def _edges(points: list[tuple[float, float]]) -> Edges:
    return (min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points))


def _square(matrix: Matrix) -> Edges:
    return _edges([at(matrix, x, y) for x in (0, 1) for y in (0, 1)])
