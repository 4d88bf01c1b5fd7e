"""The faces of one file in inks: each form once, however many pages show it."""

from __future__ import annotations

from typing import Any

from pikepdf import Dictionary, Pdf

from penance_build.exits.separation.operators import Rewriting
from penance_build.exits.separation.paints import Paints
from penance_build.exits.separation.resources import Fault, Mode, Resources, copied
from penance_build.exits.separation.state import State, matrix_of
from penance_build.ir.record import Record
from penance_build.press.faces.ink import IDENTITY, times


class Separated(Record):
    """A face in inks: the form, the same without text, and of each finish a form that covers what has it."""

    form: Any
    bare: Any
    finished: tuple[tuple[str, Any], ...]


class Separator:
    """Turns the faces of a file into inks; ``may_be_clear``: the standard of the file has transparency."""

    def __init__(self, pdf: Pdf, paints: Paints, *, may_be_clear: bool) -> None:
        self._pdf = pdf
        self._named = Resources(pdf, paints, self._follow, may_be_clear=may_be_clear)
        self._made: dict[tuple[Any, Mode], Any] = {}

    def face(self, form: Any) -> tuple[Separated, tuple[Fault, ...]]:
        """A face, a form of this file, and what is wrong with it: the file is not to be written then."""
        self._named.faults.clear()
        work = self._rewriting(form, State(), "inks")
        made = copied(self._pdf, form, work.run(form), work.used(), self._named.group(form))
        faults = tuple(self._named.faults)
        finished = tuple((name, self._finished(form, steps)) for name, steps in sorted(work.finished.items()))
        return Separated(made, self._follow(form, State(), "bare"), finished), faults

    def _finished(self, form: Any, steps: list[Any]) -> Any:
        work = self._rewriting(form, State(IDENTITY, "", ""), "plate")
        return copied(self._pdf, form, work.run(steps), work.used(), None)

    def _follow(self, form: Any, state: State, mode: Mode) -> Any:
        """A form that another shows."""
        key = (form.objgen, mode)
        if key not in self._made:
            work = self._rewriting(form, state, mode)
            self._made[key] = copied(self._pdf, form, work.run(form), work.used(), self._named.group(form))
        return self._made[key]

    def _rewriting(self, form: Any, state: State, mode: Mode) -> Rewriting:
        matrix = times(matrix_of(form.get("/Matrix", IDENTITY)), state.matrix)
        begun = State(matrix if mode != "plate" else IDENTITY, state.fill, state.stroke)
        return Rewriting(form.get("/Resources", Dictionary()), self._named, begun, mode)
