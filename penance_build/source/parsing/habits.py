"""What other notations write where YAML writes otherwise: commas at ends of lines, bullets, other comments, marks of a merge."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from penance_build.source.parsing.judge import BULLET_CURE, BULLETS
from penance_build.source.text.lines import Lines
from penance_build.source.text.plain import plain

_MERGE: Final = re.compile(r"(<{7}|={7}|>{7}|\|{7})(?:[ ].*)?")
_COMMENT: Final = re.compile(r"[ ]*(//|/\*|<!--)")
_BULLET: Final = re.compile(rf"[ ]*([{BULLETS}*])(?=[ {{\[])")
_DASH: Final = re.compile(r"[ ]*(?:-[ ]+)*(-)(?=[{\[\"'])")
_COMMA: Final = re.compile(r".*[\"'\]}][ ]*(,)[ ]*")


class Habit(Struct, frozen=True):
    """A problem before it is one; offsets count in the file."""

    code: str
    start: int
    end: int
    message: str
    hint: str


def find_habit(lines: Lines, first: int, last: int) -> Habit | None:
    """The first such thing from one line to another of a file that cannot be read; None where there is none."""
    bare = plain(lines.text)
    for line in range(first, last + 1):
        start, end = lines.bounds(line)
        text = bare.text[start:end]
        found = _merge(text) if not bare.is_in_flow(start) else None
        found = found or (_line(text, lines.text[start:end]) if not bare.is_in_flow(start + len(text) - len(text.lstrip(" "))) else None)
        comma = _COMMA.fullmatch(text)
        if found is None and comma and not bare.is_in_flow(start + comma.start(1)):
            hint = "leave it out: in YAML the end of the line is enough"
            found = Habit("E140", comma.start(1), comma.end(1), "a comma ends this line", hint)
        if found is not None:
            return Habit(found.code, start + found.start, start + found.end, found.message, found.hint)
    return None


def _merge(text: str) -> Habit | None:
    mark = _MERGE.fullmatch(text)
    if mark is None:
        return None
    hint = "keep one of the two versions, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`"
    return Habit("E140", 0, mark.end(1), "a conflict of two versions is not resolved here", hint)


def _line(text: str, written: str) -> Habit | None:
    """What begins a line; offsets count in it. ``written`` is the line with its brackets and quotes, which are letters behind a dash."""
    if comment := _COMMENT.match(text):
        return Habit("E140", comment.start(1), comment.end(1), f"`{comment[1]}` begins no comment here", "a comment begins with `#`")
    if bullet := _BULLET.match(text):
        return Habit(
            "E146",
            bullet.start(1),
            bullet.end(1),
            f"`{bullet[1]}` begins no item of a list",
            BULLET_CURE,
        )
    dash = _DASH.match(written)
    if dash is not None and text[dash.start(1)] == "-":
        return Habit("E146", dash.start(1), dash.end(1), "a space is missing after `-`", "write `- item`")
    return None
