"""What is wrong with a phrase by itself, whatever card it is used for: ids that are not there, holes that nothing fills."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula import FormulaError, parse
from penance_build.model.place import Place
from penance_build.wording.phrases import HOLE

_FIELDS: Final = (("counter", "counter"), ("procedure", "procedure"), ("zone", "zone"), ("from", "zone"), ("to", "zone"))
_HOLES: Final = {"change": ("by", "to"), "move": ("count",), "shuffle": ()}
_ICON: Final = re.compile(r"\{icon:[a-z0-9_]*\}")


def check_phrase(name: str, place: Place, known: Mapping[str, list[str]], inputs: Mapping[str, list[str]]) -> list[Problem]:
    """The problems of one entry of ``wording``; ``known[kind]`` are the ids there are, ``inputs`` those of each procedure."""
    return [
        Problem(code, message, at.key_span if is_key else at.span, hint, entity=("wording", name), path=at.path)
        for code, message, at, hint, is_key in _found(place, known, inputs)
    ]


def _found(place: Place, known: Mapping[str, list[str]], inputs: Mapping[str, list[str]]) -> Iterator[tuple[str, str, Place, str, bool]]:
    for field, kind in _FIELDS:
        at = place.get(field)
        if at is not None and at.text not in known[kind]:
            yield "E301", f"there is no {kind} `{at.text}`", at, did_you_mean(at.text, known[kind]), False
    condition, step = place.get("condition"), place.word("step")
    callee = place.word("procedure")
    if step == "call" and callee not in inputs:
        return  # there is no such procedure, or it cannot be read: both are reported
    holes = _HOLES.get(step, inputs.get(callee, ()))
    if condition is not None:
        try:
            parse(condition.text)
        except FormulaError as error:
            yield error.code, error.message, condition, error.hint, False
            return
        holes = re.findall(r"\b[A-Z]\b", condition.text)
    also = place.get("also")
    for key, at in also.entries() if also is not None else []:
        if key not in holes:
            yield "E603", f"`{callee}` has no input `{key}`", at, did_you_mean(key, list(holes)), True
    for at in (place.need("say"), *((at for key, at in also.entries() if key in holes) if also is not None else ())):
        yield from _filled(at, list(holes))


def _filled(at: Place, holes: list[str]) -> Iterator[tuple[str, str, Place, str, bool]]:
    known = ", ".join(f"{{{hole}}}" for hole in holes) or "none"
    for hole in HOLE.finditer(_ICON.sub("", at.text)):
        if hole[1] not in holes:
            yield "E707", f"nothing fills `{{{hole[1]}}}` here", at, did_you_mean(hole[1], holes) or f"its holes are: {known}", False
    rest = HOLE.sub("", _ICON.sub("", at.text))
    brace = re.search(r"[{}]", rest)
    if brace is not None:
        yield "E707", f"a lone `{brace[0]}`, or a hole that cannot be read", at, "write {name}, {name|one|many} or {icon:name}", False
