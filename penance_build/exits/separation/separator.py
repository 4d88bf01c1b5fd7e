"""The faces of one file in inks: each form once, however many pages show it."""

from __future__ import annotations

from typing import Any

from pikepdf import Dictionary, Pdf

from penance_build.exits.separation.operators import Rewriting
from penance_build.exits.separation.paints import Paints
from penance_build.exits.separation.resources import Fault, Mode, Resources, copied
from penance_build.exits.separation.state import State
from penance_build.ir.record import Record
from penance_build.press.faces.ink import IDENTITY, matrix_of, times

# What makes a form or pattern beside its content and its resources.
_OWN = ("/BBox", "/Matrix", "/Group", "/PatternType", "/XStep", "/YStep", "/PaintType", "/TilingType")


class Separated(Record):
    """A face in inks: the form, and of each finish a form that covers what has it."""

    form: Any
    finished: tuple[tuple[str, Any], ...]


class Separator:
    """Turns the faces of a file into inks; ``may_be_clear``: the standard of the file has transparency."""

    def __init__(self, pdf: Pdf, paints: Paints, *, may_be_clear: bool) -> None:
        self._pdf = pdf
        self._named = Resources(pdf, paints, self._follow, may_be_clear=may_be_clear)
        self._made: dict[tuple[Any, Mode], Any] = {}
        self._alike: dict[tuple[Any, ...], Any] = {}

    def face(self, form: Any) -> tuple[Separated, tuple[Fault, ...]]:
        """A face, a form of this file, and what is wrong with it: the file is not to be written then."""
        self._named.faults.clear()
        work = self._rewriting(form, State(), "inks")
        made = copied(self._pdf, form, work.run(form), work.used(), self._named.group(form, "inks"))
        faults = tuple(self._named.faults)
        finished = tuple((name, self._finished(form, steps)) for name, steps in sorted(work.finished.items()))
        return Separated(made, finished), faults

    def bare(self, form: Any) -> Any:
        """A face in inks without its text."""
        return self._follow(form, State(), "bare")

    def _finished(self, form: Any, steps: list[Any]) -> Any:
        work = self._rewriting(form, State(IDENTITY, "", ""), "plate")
        return copied(self._pdf, form, work.run(steps), work.used(), None)

    def _follow(self, form: Any, state: State, mode: Mode) -> Any:
        """A form that another shows."""
        key = (form.objgen, mode)
        if key not in self._made:
            work = self._rewriting(form, state, mode)
            content, used = work.run(form), work.used()
            named = tuple((kind, name, found.objgen) for kind, items in used.items() for name, found in items.items())
            own = tuple((name, str(form.get(name))) for name in _OWN)
            alike = (content, named, own)
            if alike not in self._alike or any(objgen == (0, 0) for _, _, objgen in named):
                self._alike[alike] = copied(self._pdf, form, content, used, self._named.group(form, mode))
            self._made[key] = self._alike[alike]
        return self._made[key]

    def _rewriting(self, form: Any, state: State, mode: Mode) -> Rewriting:
        matrix = times(matrix_of(form.get("/Matrix", IDENTITY)), state.matrix)
        matrix = matrix if mode != "plate" else IDENTITY
        begun = State(matrix, state.fill, state.stroke, base=matrix)
        return Rewriting(form.get("/Resources", Dictionary()), self._named, begun, mode)
