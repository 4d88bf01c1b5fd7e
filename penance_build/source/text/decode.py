"""Decodes bytes to text, and refuses the characters that no game file may hold.

Everything on which YAML readers, editors or operating systems disagree is settled or refused here, before any parser
sees the text: encodings, byte order marks, line ends, control characters, tabs, and
spaces that are letters to YAML.
"""

from __future__ import annotations

import re
from itertools import islice

from penance_build.diagnostics.problem import Problem, Span
from penance_build.source.text.lines import Lines
from penance_build.source.text.report import Report
from penance_build.source.text.spaces import wrong_spaces
from penance_build.source.text.unseen import unneeded

_MOST_UNSEEN = 20  # that are reported of one file
_MOST_SPACES = 20
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
FORBIDDEN = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff"  # in any file of a game, as a class of letters
_FORBIDDEN = re.compile(f"[{FORBIDDEN}\r]")
_SEPARATORS = "\x85\u2028\u2029"
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_DIRECTIVE = re.compile(r"^%.*", re.MULTILINE)
_VERSION = re.compile(r"%YAML[ ]+1\.[12][ ]*(?:#.*)?")


def decode(name: str, data: bytes) -> tuple[str | None, list[Problem]]:
    """The text of a file, with ``\\n`` as its line end and without a byte order mark; None where it is not UTF-8."""
    if data.startswith(_UTF16_MARKS) or b"\0" in data[:4]:
        problem = Problem("E102", "the file is not saved as UTF-8 but as UTF-16 or UTF-32", Span(name, 0, 0, 0, 0), "save it as UTF-8")
        return None, [problem]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return None, [_bad_byte(name, data, error.start)]
    return text.replace("\r\n", "\n"), []


def _bad_byte(name: str, data: bytes, offset: int) -> Problem:
    offset += 3 if data.startswith(b"\xef\xbb\xbf") else 0
    before = data[:offset].replace(b"\r\n", b"\n")
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8-sig", "replace")) + 1
    byte = data[offset]
    guess = f"it would be `{chr(byte)}` in Latin-1; " if byte >= 0xA0 else ""
    message = f"the byte 0x{byte:02X} is no UTF-8 text"
    return Problem("E101", message, Span(name, line, column, line, column + 1), f"{guess}save the file as UTF-8")


def check_characters(lines: Lines) -> list[Problem]:
    """The problems of characters and directives: one of each kind, where it first occurs. Errors mean: do not parse."""
    report = Report(lines)
    text = lines.text
    seen: dict[str, int] = {}
    for match in _FORBIDDEN.finditer(text):
        code = _forbidden_code(match[0])
        seen.setdefault(code, match.start())
    for code, at in sorted(seen.items()):
        _add_forbidden(report, code, at)
    if "\t" in text:
        _check_tabs(report)
    for at, message in islice(unneeded(text), _MOST_UNSEEN):
        report.add("E179", at, at + 1, message, "remove it; it is invisible, so retype the text around it")
    for at, message, cure in islice(wrong_spaces(text), _MOST_SPACES):
        report.add("E107", at, at + 1, message, cure)
    bidi = _needed_turn(text)
    if bidi >= 0:
        message = f"the invisible character U+{ord(text[bidi]):04X} turns the direction of writing, so that text looks other than it is"
        report.add("W163", bidi, bidi + 1, message, "remove it")
    if "%" in text:
        _check_directives(report)
    return report.problems


def _needed_turn(text: str) -> int:
    """The first mark of direction that is not one too many, which is an error of its own; -1 where there is none."""
    others = (at for at, _ in unneeded(text))
    other = -1
    for match in _BIDI.finditer(text):
        while other < match.start():
            other = next(others, len(text))
        if other != match.start():
            return match.start()
    return -1


def _forbidden_code(character: str) -> str:
    if character == "\ufeff":
        return "E104"
    if character in _SEPARATORS:
        return "E105"
    return "E106" if character == "\r" else "E103"


def _add_forbidden(report: Report, code: str, at: int) -> None:
    number = f"U+{ord(report.lines.text[at]):04X}"
    message, hint = {
        "E103": (f"the control character {number} cannot stand in a file", "remove it"),
        "E104": ("a byte order mark (U+FEFF) stands inside the file", "remove it; it is invisible, so retype the text around it"),
        "E105": (f"the line separator {number} is a line break to some programs only", "put an ordinary line break or a space there"),
        "E106": ("a line ends with a carriage return alone", "save the file with Unix or Windows line ends"),
    }[code]
    report.add(code, at, at + 1, message, hint)


def _check_tabs(report: Report) -> None:
    """Tabs may stand in comments only: elsewhere they are invisible, and readers disagree about them."""
    text, lines = report.lines.text, report.lines
    first, count = -1, 0
    at = text.find("\t")
    while at >= 0:
        start, end = lines.bounds(lines.line_and_column(at)[0])
        if not _in_comment(text[start:at]):
            first = at if first < 0 else first
            count += 1
        # Either the line has been counted, or its comment goes on to its end.
        at = text.find("\t", end)
    if count:
        more = f", and {count - 1} more {'line' if count == 2 else 'lines'}" if count > 1 else ""
        message = f"a tab stands here{more}; YAML is indented and spaced with spaces"
        report.add("E107", first, first + 1, message, "replace it by spaces; inside a text write \\t in double quotes")


def _in_comment(before: str) -> bool:
    """Whether a ``#`` before this offset surely began a comment: no quote stands before it."""
    if before.lstrip(" ").startswith("#"):
        return True
    head, mark, _ = before.partition(" #")
    return bool(mark) and '"' not in head and "'" not in head


def _check_directives(report: Report) -> None:
    """``%YAML 1.1`` and ``1.2`` at the head are accepted and mean nothing; every other directive is refused."""
    text = report.lines.text
    for match in _DIRECTIVE.finditer(text):
        head = text[: match.start()].splitlines()
        if any(line.strip() and not line.lstrip().startswith("#") for line in head):
            return
        if not _VERSION.fullmatch(match[0].rstrip()) or any(line.startswith("%") for line in head):
            message = "a line that begins with % is a YAML directive, and only `%YAML 1.2` is known here"
            report.add("E135", match.start(), match.end(), message, "remove the line")
            return
