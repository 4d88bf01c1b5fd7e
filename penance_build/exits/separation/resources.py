"""What operators name, in inks: forms, pictures, gradients, patterns, and the states that let something through."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Literal

from pikepdf import Dictionary, Name, Pdf, Stream

from penance_build.exits.builds import WHITE, Inks, total
from penance_build.exits.separation.gradients import NoGradient, light_shading, separated_shading
from penance_build.exits.separation.paints import Paints, Unexplained
from penance_build.exits.separation.pictures import NotSeparated, separated
from penance_build.exits.separation.state import Paint, State
from penance_build.ir.record import Record
from penance_build.press.faces.ink import at

_UNBLENDED = "give it a colour of its own"
# Faces in inks; the same without their text; what they cover, in whatever ink is set; or masks, which are no ink, but how much shows.
Mode = Literal["inks", "bare", "plate", "mask"]


class Fault(Record):
    """What cannot be printed: the code, a sentence, the cure, and where on the page, in points."""

    code: str
    says: str
    cure: str
    x: float
    y: float


class Resources:
    """What the streams of one file name. ``follow`` turns a form into inks; ``may_be_clear``: the standard has transparency."""

    def __init__(self, pdf: Pdf, paints: Paints, follow: Callable[[Any, State, Mode], Any], *, may_be_clear: bool) -> None:
        self._pdf, self.paints, self._follow, self._may_be_clear = pdf, paints, follow, may_be_clear
        self._pictures: dict[Any, Any] = {}
        self.faults: list[Fault] = []

    def fault(self, code: str, says: str, cure: str, x: float, y: float) -> None:
        """Note a fault; the same of one face is said once."""
        if not any((known.code, known.says) == (code, says) for known in self.faults):
            self.faults.append(Fault(code, says, cure, x, y))

    def check(self, paint: Paint, x: float, y: float, *, is_text: bool) -> None:
        """Note what is wrong with a colour that paints something at this place."""
        if not isinstance(paint, str):
            if total(paint) > self.paints.most:
                says = f"a colour has {total(paint) // 100} % of ink, and at most {self.paints.most // 100} % hold"
                self.fault("E873", says, "mix it of less ink", x, y)
            return
        found = self.paints.of_text(paint) if is_text else self.paints.of(paint)
        if isinstance(found, Unexplained):
            self.fault(found.code, found.says, found.cure, x, y)

    def resource(self, kind: str, found: Any, state: State, mode: Mode) -> Any:
        """What an operator names, in inks; None where it says nothing that this file may say."""
        x, y = at(state.matrix, 0, 0)
        if kind == "/Font":
            return found
        if kind == "/ExtGState":
            return self._graphics(found, state, mode)
        if kind == "/Shading":
            return self._shading(found, x, y, mode)
        if kind == "/Pattern":
            return self._pattern(found, state, mode)
        if mode == "mask" and found.get("/Subtype") != "/Form":
            return self._masking(found, x, y)
        self.covers(state, *at(state.matrix, 0.5, 0.5))
        if found.get("/Subtype") == "/Form":
            return self._follow(found, State(state.matrix, "", ""), mode)
        return self._picture(found, *at(state.matrix, 0.5, 0.5))

    def group(self, form: Any, mode: Mode) -> Dictionary | None:
        """The group of a form, in inks; None where nothing in the file is clear."""
        if "/Group" not in form or not self._may_be_clear:
            return None
        space = Name.DeviceGray if mode == "mask" else Name.DeviceCMYK
        return Dictionary(Type=Name.Group, S=Name.Transparency, CS=space, I=bool(form.Group.get("/I", False)))

    def _graphics(self, found: Any, state: State, mode: Mode) -> Any:
        """A state; whether something clear is painted in it is seen when that is painted."""
        covering: dict[str, Any] = {"/SMask": lambda value: value == "/None", "/BM": lambda value: value in ("/Normal", "/Compatible")}
        for key in ("/ca", "/CA", "/SMask", "/BM"):
            if key in found:
                covers = covering.get(key, lambda value: float(value) >= 1)(found[key])
                state.clear = state.clear - {key} if covers else state.clear | {key}
        if not self._may_be_clear:
            return None
        if not isinstance(found.get("/SMask"), Dictionary) or mode == "mask":
            return found
        made, mask = Dictionary(found), Dictionary(found.SMask)
        mask.G = self._follow(mask.G, State(state.matrix, "", ""), "mask")
        made.SMask = mask
        return self._pdf.make_indirect(made)

    def _masking(self, found: Any, x: float, y: float) -> Any:
        """A picture in a mask: it is grey, or what it hides cannot be told."""
        if found.get("/ColorSpace") != Name.DeviceGray:
            self.fault("E877", "a mask is a picture in colours", "save it in grey", x, y)
        return found

    def covers(self, state: State, x: float, y: float) -> None:
        """Note what is painted in a state that lets something through, where the standard has no such thing.

        What is multiplied has the ink of both, of which no standard says that a paper holds it.
        """
        if "/BM" in state.clear and self._may_be_clear:
            self.fault("E877", "something is blended with what is behind it, and both inks together are no limit's", _UNBLENDED, x, y)
        if state.clear and not self._may_be_clear:
            cure = "give it a colour of its own, or name the ICC profile of the press, where its printer takes PDF/X-4"
            self.fault("E877", "something lets through what is behind it, and PDF/X-1a has nothing that does", cure, x, y)

    def _shading(self, found: Any, x: float, y: float, mode: Mode) -> Any:
        try:
            if mode == "mask":
                return light_shading(self._pdf, found)
            return separated_shading(self._pdf, found, _Stops(self, x, y))
        except NoGradient as error:
            self.fault("E869", f"a gradient {error}", "save the drawing with plain gradients, or as pixels", x, y)
            return found

    def _pattern(self, found: Any, state: State, mode: Mode) -> Any:
        if found.get("/PatternType") == 1:
            return self._follow(found, State(state.base), mode)
        made = Dictionary(found)
        made.Shading = self._shading(found.Shading, *at(state.matrix, 0, 0), mode)
        return self._pdf.make_indirect(made)

    def _picture(self, found: Any, x: float, y: float) -> Any:
        key = _digest(found)
        if key not in self._pictures:
            try:
                self._pictures[key] = separated(self._pdf, found, self.paints.icc, self.paints.most, may_be_clear=self._may_be_clear)
            except NotSeparated as error:
                self._pictures[key] = error
        made = self._pictures[key]
        if isinstance(made, NotSeparated):
            self.fault(made.code, f"a picture {made.says}", made.cure, x, y)
            return found
        return made


def _digest(found: Any) -> str:
    """What tells a picture from others: faces that show the same one bring an object each."""
    mask = found.get("/SMask")
    said = sorted((str(key), str(value)) for key, value in found.stream_dict.items() if key != "/SMask")
    digest = hashlib.sha256(found.read_raw_bytes() + str(said).encode("utf-8"))
    return f"{digest.hexdigest()} {'' if mask is None else _digest(mask)}"


class _Stops:
    """The inks of a gradient; a colour without any is a fault at its place."""

    def __init__(self, named: Resources, x: float, y: float) -> None:
        self._named, self._x, self._y = named, x, y

    def inks(self, color: str) -> Inks:
        self._named.check(color, self._x, self._y, is_text=False)
        made = self._named.paints.of(color)
        return WHITE if isinstance(made, Unexplained) else made

    def is_curved(self, color: str) -> bool:
        return not self._named.paints.is_build(color)


def copied(pdf: Pdf, form: Any, content: bytes, named: Dictionary, group: Dictionary | None) -> Any:
    """A form or pattern with another content and other resources."""
    made = Stream(pdf, content)
    for key, value in form.stream_dict.items():
        if key not in ("/Length", "/Filter", "/DecodeParms", "/Resources", "/Group"):
            made.stream_dict[key] = value
    made.stream_dict.Resources = named
    if group is not None:
        made.stream_dict.Group = group
    return pdf.make_indirect(made)
