"""The operators of a face with other colours: what was red, green and blue is inks, and nothing else of it changes.

It knows the operators that faces have, and refuses colours that it cannot follow: a face is never printed in part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pikepdf import ContentStreamInstruction, Dictionary, Name, Operator, parse_content_stream, unparse_content_stream

from penance_build.exits.builds import BLACK, Inks
from penance_build.exits.separation.paints import Unexplained
from penance_build.exits.separation.resources import Mode, Resources
from penance_build.exits.separation.state import Paint, State, hundredths, light, shares
from penance_build.press.faces.ink import IDENTITY, Matrix, at, grey, matrix_of, rgb, times

FINISH = "/Finish"  # marks what is printed with a finish: `/Finish <</Of /foil>> BDC`
_FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
_STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_KINDS: Mapping[str, str] = {"Tf": "/Font", "gs": "/ExtGState", "sh": "/Shading", "Do": "/XObject"}
_COLOURING = frozenset(("g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"))
_MARKS = frozenset(("BDC", "BMC", "EMC"))
_SPACES: Mapping[str, str] = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}


class Rewriting:
    """One stream on its way; ``finished`` are the streams of what is printed with each finish."""

    def __init__(self, resources: Any, named: Resources, state: State, mode: Mode) -> None:
        self._resources, self._named, self._state, self._mode = resources, named, state, mode
        self._kept: list[State] = []
        self._out: list[Any] = []
        self._used: dict[str, dict[str, Any]] = {}
        self._in_text = False
        self._pen = (0.0, 0.0)
        self._text: Matrix = IDENTITY
        self._marks: list[str] = []
        self.finished: dict[str, list[Any]] = {}

    def run(self, stream: Any) -> bytes:
        """The stream in inks."""
        if self._state.fill == "#000000" and self._mode in ("inks", "bare"):  # else it is painted as what shows it was
            self._say(shares(BLACK), "k")
            self._say(shares(BLACK), "K")
        for step in parse_content_stream(stream) if not isinstance(stream, list) else stream:
            self._step(step, str(step.operator))
        return bytes(unparse_content_stream(self._out))

    def used(self) -> Dictionary:
        """The resources that the stream still names."""
        return Dictionary({kind: Dictionary(found) for kind, found in sorted(self._used.items()) if found})

    def _say(self, operands: list[Any], name: str) -> None:
        self._out.append(ContentStreamInstruction(operands, Operator(name)))

    def _step(self, step: Any, name: str) -> None:
        self._collects(step, name)
        if name in _COLOURING:
            if self._mode != "plate":
                self._sets_color(name, list(step.operands))
            return
        self._follows(name, step.operands)
        if self._mode == "bare" and (self._in_text or name in _MARKS):
            self._ends_text(name, is_written=False)
        elif name in _KINDS:
            self._names(step, name)
        elif name == "INLINE IMAGE":
            self._named.fault("E869", "a picture stands within the operators", "save it as PNG or JPEG", *self._here())
        elif name not in _MARKS or self._mode in ("inks", "mask"):
            self._checks(name)
            self._out.append(step)
            self._begins_text(name)
            self._ends_text(name, is_written=True)

    def _checks(self, name: str) -> None:
        """A colour without inks is a fault where something is painted with it."""
        if self._mode in ("plate", "mask"):
            return
        if name in _FILLS or name in _SHOWS or name in _STROKES:
            self._named.covers(self._state, *self._here())
        if name in _FILLS or name in _SHOWS:
            self._check(self._state.fill, is_text=name in _SHOWS)
        if name in _STROKES:
            self._check(self._state.stroke, is_text=False)

    def _check(self, paint: Paint, *, is_text: bool) -> None:
        if paint != "":
            self._named.check(paint, *self._here(), is_text=is_text)

    def _begins_text(self, name: str) -> None:
        """Letters may have other inks than shapes of their colour."""
        if name == "BT" and self._mode == "inks" and self._shown(is_text=True) != self._shown(is_text=False):
            self._paint(stroke=False)

    def _ends_text(self, name: str, *, is_written: bool) -> None:
        if name != "ET":
            return
        differs = self._shown(is_text=True) != self._shown(is_text=False)
        self._in_text = False
        if self._mode in ("inks", "bare") and (differs or not is_written):
            self._paint(stroke=False)

    def _follows(self, name: str, values: Any) -> None:
        """Keep what is needed to say where something is."""
        if name == "q":
            self._kept.append(self._state.copy())
        elif name == "Q":
            self._state = self._kept.pop() if self._kept else self._state
        elif name == "cm":
            self._state.matrix = times(matrix_of(values), self._state.matrix)
        elif name in ("m", "re"):
            self._pen = (float(values[0]), float(values[1]))
        elif name == "BT":
            self._in_text, self._text = True, IDENTITY
        elif name == "Tm":
            self._text = matrix_of(values)
        elif name == "Td":
            self._text = times((1, 0, 0, 1, float(values[0]), float(values[1])), self._text)

    def _here(self) -> tuple[float, float]:
        return at(times(self._text, self._state.matrix), 0, 0) if self._in_text else at(self._state.matrix, *self._pen)

    # ------------------------------------------------------------ what operators name

    def _names(self, step: Any, name: str) -> None:
        key = str(step.operands[0])
        found = self._resources[_KINDS[name]][key]
        if self._mode == "plate" and name in ("gs", "sh"):
            return
        if self._mode == "plate" and name == "Do" and found.get("/Subtype") == "/Image":
            self._say([0, 0, 1, 1], "re")
            self._say([], "f")
            return
        if name == "sh" and self._mode != "mask":
            self._named.covers(self._state, *self._here())
        made = self._resource(_KINDS[name], key)
        if made is not None:
            self._out.append(step)

    def _resource(self, kind: str, key: str) -> Any:
        made = self._named.resource(kind, self._resources[kind][key], self._state, self._mode)
        if made is not None:
            self._used.setdefault(kind, {})[key] = made
        return made

    # ------------------------------------------------------------ colours

    def _sets_color(self, name: str, operands: list[Any]) -> None:
        state, is_stroke = self._state, name.isupper()
        if name in ("cs", "CS"):
            setattr(state, "stroke_space" if is_stroke else "fill_space", str(operands[0]))
            setattr(state, "stroke" if is_stroke else "fill", "#000000")
            return
        space = _SPACES.get(name.lower()) or (state.stroke_space if is_stroke else state.fill_space)
        if space == "/Pattern":
            self._sets_pattern(str(operands[-1]), is_stroke=is_stroke)
            return
        paint = _paint(space, operands)
        if paint is None:
            says = f"a colour is in the space {space.removeprefix('/')}, which no file for a press has"
            self._named.fault("E868", says, "write it as #rrggbb or device-cmyk()", *self._here())
            paint = "#000000"
        setattr(state, "stroke" if is_stroke else "fill", paint)
        if not (self._mode == "bare" and self._in_text):
            self._paint(stroke=is_stroke)

    def _sets_pattern(self, key: str, *, is_stroke: bool) -> None:
        if self._resource("/Pattern", key) is not None:
            self._say([Name.Pattern], "CS" if is_stroke else "cs")
            self._say([Name(key)], "SCN" if is_stroke else "scn")
        setattr(self._state, "stroke" if is_stroke else "fill", "")

    def _paint(self, *, stroke: bool) -> None:
        """Write a colour, where there are inks of it; in a mask, how light it is."""
        if self._mode == "mask":
            self._say([light(self._state.stroke if stroke else self._state.fill)], "G" if stroke else "g")
            return
        made = self._inks(self._state.stroke, is_text=False) if stroke else self._shown(is_text=self._in_text)
        if made is not None:
            self._say(shares(made), "K" if stroke else "k")

    def _shown(self, *, is_text: bool) -> Inks | None:
        return self._inks(self._state.fill, is_text=is_text)

    def _inks(self, paint: Paint, *, is_text: bool) -> Inks | None:
        if not isinstance(paint, str):
            return paint
        paints = self._named.paints
        found = None if paint == "" else paints.of_text(paint) if is_text else paints.of(paint)
        return None if isinstance(found, Unexplained) else found

    # ------------------------------------------------------------ finishes

    def _collects(self, step: Any, name: str) -> None:
        """Keep what is drawn within the marks of a finish; whoever makes the page draws it once more, in the ink of that."""
        if self._mode != "inks":
            return
        finish = next((mark for mark in reversed(self._marks) if mark), "")
        if name == "EMC" and self._marks:
            ended = self._marks.pop()
            if ended:
                self.finished[ended].append(ContentStreamInstruction([], Operator("Q")))
                return
        if finish:
            self.finished[finish].append(step)
        if name in ("BDC", "BMC"):
            begun = str(step.operands[1].Of)[1:] if str(step.operands[0]) == FINISH else ""
            self._marks.append(begun)
            if begun:
                steps = self.finished.setdefault(begun, [])
                steps.append(ContentStreamInstruction([], Operator("q")))
                steps.append(ContentStreamInstruction(list(self._state.matrix), Operator("cm")))


def _paint(space: str, operands: list[Any]) -> Paint | None:
    values = [float(value) for value in operands]
    if space == "/DeviceCMYK":
        return hundredths(operands)
    if space == "/DeviceRGB":
        return rgb(*values)
    return grey(*values) if space == "/DeviceGray" else None
