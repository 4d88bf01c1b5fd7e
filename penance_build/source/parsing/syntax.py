"""Explains what a parser could not read, in the author's terms.

The parsers name their own state ("expected <block end>"), and often the line after the mistake. Here
the text around the mistake is looked at again, for the mistakes that people make: a colon in a text, a bracket that is never closed,
a missing space. The first explanation that fits is given.
"""

from __future__ import annotations

import re

from msgspec import Struct

from penance_build.diagnostics.problem import Problem
from penance_build.limits import MAX_KEY_LENGTH
from penance_build.source.parsing.failure import GREEDY_TAG, Failure, report_tag
from penance_build.source.parsing.habits import find_habit
from penance_build.source.text.brackets import Bracket, scan_brackets
from penance_build.source.text.lines import Lines
from penance_build.source.text.report import Report, in_quotes, shown
from penance_build.source.text.tokens import quoted_end

# Of a hostile line only this much is looked at, because the patterns below need not be linear.
_LOOK_AT = 4_000

_KEY = r"(?:[^\s\"'#\[\]{},&*!|>%@`-][^\n:#]*?|\"[^\"\n]*\"|'[^'\n]*')"
_HEAD = re.compile(rf"[ ]*(?:-[ ]+)*(?:{_KEY}[ ]*:[ ]+)?")
_KEY_LINE = re.compile(rf"[ ]*(?:-[ ]+)*{_KEY}[ ]*:(?=[ ]|$)")
_NO_SPACE = re.compile(r"[ ]*(?:-[ ]+)*[A-Za-z_][\w-]*(:)(?=[^\s:/])")
_NO_COLON = re.compile(r"[ ]*(?:-[ ]+)*([A-Za-z_][\w-]*)(?=[ ]|$)")
_NO_DASH_SPACE = re.compile(r"[ ]*(-)(?=[A-Za-z_])")
_FLOW_TEXT = re.compile(r"[^,\[\]{}\n]+")
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|.)", re.DOTALL)
_COLON = re.compile(r":(?=[ ]|$)", re.MULTILINE)
_FIRST: dict[str, str] = {
    "*": "an asterisk begins an alias in YAML",
    "&": "an ampersand begins an anchor in YAML",
    "!": "an exclamation mark begins a tag in YAML",
    "@": "`@` cannot begin a text in YAML",
    "`": "a backquote cannot begin a text in YAML",
    "%": "a percent sign cannot begin a text in YAML",
    ">": "`>` begins a folded text in YAML, which stands on the lines below",
    "|": "`|` begins a text of several lines in YAML, which stands on the lines below",
    "[": "a bracket begins a list in YAML, and text follows its end",
    "{": "a brace begins a map in YAML, and text follows its end",
    "-": "a dash and a space begin an item of a list in YAML",
    "?": "a question mark and a space begin a key in YAML",
    ",": "a comma cannot begin a text in YAML",
    "]": "a closing bracket stands here without an opening one",
    "}": "a closing brace stands here without an opening one",
}

_UNREADABLE = "a line is `key: value` or `- item`, the one above it too; if it is text, put it in quotes"
# A colour that was not put in quotes, and so is a comment.
_COLOUR = re.compile(r"\s(#[0-9a-fA-F]{3,8})\b")


class _Window(Struct, frozen=True):
    """The line where the parser stopped, and the one with content before it."""

    line: int
    start: int
    text: str
    before: int
    before_start: int
    before_text: str


def explain_failure(report: Report, failure: Failure) -> list[Problem]:
    """The problems of a file that could not be read to its end: those of the lines before, and the failure itself."""
    local = Report(report.lines)
    _explain(local, failure)
    problem = local.problems[0]
    reach = min(problem.span.line, report.lines.line_and_column(failure.offset)[0]) - 1
    return [item for item in report.problems if item.span.end_line < reach] + [problem]


def _explain(report: Report, failure: Failure) -> None:
    if failure.phrase == GREEDY_TAG:
        report_tag(report, failure.offset, _token_end(report.lines.text, failure.offset))
        return
    window = _window(report.lines, failure.offset)
    first = report.lines.line_and_column(failure.last)[0] if failure.last >= 0 else 1
    habit = find_habit(report.lines, first, window.line)
    if habit is not None:
        report.add(habit.code, habit.start, habit.end, habit.message, habit.hint)
        return
    for explanation in (
        _escape,
        _quotes,
        _quote_over_lines,
        _brackets,
        _first_character,
        _after_quote,
        _colon_in_text,
        _missing_space,
        _block,
    ):
        if explanation(report, failure, window):
            return
    at = min(failure.offset, len(report.lines.text))
    report.add("E140", at, _token_end(report.lines.text, at), "this cannot be read as YAML", _UNREADABLE)


def _window(lines: Lines, offset: int) -> _Window:
    line, _ = lines.line_and_column(offset)
    # At the end of the file, the last line that says something.
    while line > 1 and not _is_content(lines.line_text(line)):
        line -= 1
    before = line - 1
    while before > 1 and not _is_content(lines.line_text(before)):
        before -= 1
    before_text = lines.line_text(before) if before >= 1 else ""
    before_start = lines.bounds(before)[0] if before >= 1 else 0
    return _Window(line, lines.bounds(line)[0], lines.line_text(line)[:_LOOK_AT], before, before_start, before_text[:_LOOK_AT])


def _is_content(line: str) -> bool:
    stripped = line.strip()
    return bool(stripped) and not stripped.startswith("#")


def _token_end(text: str, at: int) -> int:
    end = at
    while end < len(text) and not text[end].isspace():
        end += 1
    return end


def _escape(report: Report, failure: Failure, window: _Window) -> bool:
    """A backslash in double quotes that begins no escape, or one that is no character."""
    phrase = failure.phrase
    if "escape" not in phrase:
        return False
    text = report.lines.text
    start = failure.context if failure.context >= 0 else failure.offset
    if not text.startswith('"', start):
        return False
    for match in _ESCAPE.finditer(text, start, quoted_end(text, start)):
        escape = match[0]
        kind, digits = escape[1], escape[2:]
        if kind in "xuU":
            number = int(digits, 16) if digits else -1
            if len(digits) < {"x": 2, "u": 4, "U": 8}[kind]:
                message = f"the escape {shown(escape)} needs more digits"
                report.add("E149", match.start(), match.end(), message, "write \\\\ for a backslash")
                return True
            if 0xD800 <= number <= 0xDFFF or number > 0x10FFFF:
                hint = "write the character itself, or all its digits as in \\U0001F600"
                report.add("E138", match.start(), match.end(), f"the escape {shown(escape)} is no character by itself", hint)
                return True
        elif kind not in '0abt\tnvfre "/\\N_LP\n':
            hint = "write \\\\ for a backslash, or use single quotes"
            report.add("E149", match.start(), match.end(), f"{shown(escape)} is no escape that YAML knows", hint)
            return True
    return False


def _quotes(report: Report, failure: Failure, window: _Window) -> bool:
    """A quoted text that never ends."""
    text, start = report.lines.text, failure.context
    if start < 0 or text[start : start + 1] not in {'"', "'"} or "scalar" not in failure.phrase:
        return False
    end = report.lines.bounds(report.lines.line_and_column(start)[0])[1]
    stop = min(failure.offset, len(text))
    related = ((stop, stop, "reading stopped here without a closing quote"),)
    hint = "close the quote; a quote that belongs to the text needs the other kind around it"
    report.add("E145", start, end, f"the quote {text[start]} is never closed", hint, related)
    return True


def _quote_over_lines(report: Report, failure: Failure, window: _Window) -> bool:
    """A quoted text that was not closed on its line, and so ends at the opening quote of a later one."""
    text, start, lines = report.lines.text, failure.last, report.lines
    if start < 0 or text[start : start + 1] not in {'"', "'"}:
        return False
    end = quoted_end(text, start)
    first, last = lines.line_and_column(start)[0], lines.line_and_column(end)[0]
    if first == last or end > failure.offset or last != lines.line_and_column(failure.offset)[0]:
        return False
    related = ((end - 1, end, "this quote ends it"),)
    hint = f"close the quote on line {first}, or leave out the one on line {last}"
    below = "on the next line" if last == first + 1 else f"{last - first} lines below"
    report.add("E145", start, lines.bounds(first)[1], f"the quote {text[start]} is closed only {below}", hint, related)
    return True


def _brackets(report: Report, failure: Failure, window: _Window) -> bool:
    """A bracket that is never closed, or closed by another one; a comma that is missing inside."""
    text = report.lines.text
    begin = failure.context if failure.context >= 0 and text[failure.context : failure.context + 1] in {"[", "{"} else failure.opened
    if "flow" not in failure.phrase or begin < 0:
        return False
    verdict: Bracket = scan_brackets(text, begin)
    opened = verdict.opened
    name, closing = ("bracket", "]") if text[opened] == "[" else ("brace", "}")
    if verdict.kind == "open":
        if text.startswith("{{", opened) or text.startswith("{{", opened - 1):
            return False
        label = "it was still open here" if verdict.at < len(text.rstrip()) else "the file ends here"
        related = ((verdict.at, _token_end(text, verdict.at), label),)
        colour = _COLOUR.search(text, opened, text.find("\n", opened) if "\n" in text[opened:] else len(text))
        cure = f'a `#` begins a comment: write "{colour[1]}"' if colour else f"add `{closing}` where it ends"
        report.add("E141", opened, opened + 1, f"the {name} `{text[opened]}` is never closed", cure, related)
        return True
    if verdict.kind == "wrong":
        related = ((opened, opened + 1, "opened here"),)
        message = f"`{text[opened]}` is closed by `{text[verdict.at]}`"
        report.add("E148", verdict.at, verdict.at + 1, message, f"write `{closing}`", related)
        return True
    at = min(failure.offset, len(text))
    related = ((opened, opened + 1, f"the {name} that is open here"),)
    if text[at : at + 1] == ":":
        hint = "put a comma before the key, or the text in quotes"
        report.add("E140", at, at + 1, "a comma is missing before this key, or a colon stands inside a text", hint, related)
        return True
    hint = "put a comma between entries; text with commas, colons, brackets or quotes in it needs quotes around it"
    report.add("E140", at, _token_end(text, at), f"a comma or `{closing}` is missing before this", hint, related)
    return True


def _value_start(window: _Window) -> int:
    head = _HEAD.match(window.text)
    return head.end() if head else 0


def _first_character(report: Report, failure: Failure, window: _Window) -> bool:
    """A text that begins with a character that means something else in YAML."""
    at = _value_start(window)
    rest = window.text[at:]
    first = rest[:1]
    if first not in _FIRST or _first_is_fine(first, rest, failure):
        return _first_in_brackets(report, failure)
    if first in "[{" and _one_too_many(report, window, at):
        return True
    start = window.start + at
    if rest.startswith("{{"):
        report.add("E144", start, start + 2, "two braces begin a map in YAML", 'put the text in quotes: "{{…}}"')
        return True
    text = rest.split(" #")[0].rstrip()
    hint = "remove it, or put the text in quotes" if first in "]}" else in_quotes("put the text in quotes", text)
    report.add("E143", start, start + 1, _FIRST[first], hint)
    return True


def _first_in_brackets(report: Report, failure: Failure) -> bool:
    """The same inside of brackets, where the parser says which character it was."""
    text, phrase = report.lines.text, failure.phrase
    at = failure.offset if "cannot start" in phrase else failure.context if "alias" in phrase or "anchor" in phrase else -1
    first = text[at : at + 1] if at >= 0 else ""
    if not first or first not in _FIRST:
        return False
    written = _FLOW_TEXT.match(text, at)
    hint = in_quotes("put the text in quotes", written[0].rstrip()) if written else "put the text in quotes"
    report.add("E143", at, at + 1, _FIRST[first], hint)
    return True


def _one_too_many(report: Report, window: _Window, at: int) -> bool:
    """A closing bracket right behind the one that closes the value."""
    end = scan_brackets(window.text, at).at + 1
    after = window.text[end:]
    extra = after.lstrip()
    if extra[:1] not in {"]", "}"}:
        return False
    start = window.start + end + len(after) - len(extra)
    related = ((window.start + at, window.start + end, "this is closed already"),)
    report.add("E148", start, start + 1, f"`{extra[0]}` closes nothing", "remove it", related)
    return True


def _first_is_fine(first: str, rest: str, failure: Failure) -> bool:
    """Whether a special character at the head of a value is not what the parser stopped at."""
    if first == "-":
        return "sequence entries" not in failure.phrase and "block" not in failure.phrase
    if first in "|>":
        return re.fullmatch(r"[|>][-+0-9]{0,2}(?:[ ]*|[ ]+#.*)", rest) is not None
    if first in "[{":
        verdict = scan_brackets(rest, 0)
        after = rest[verdict.at + 1 :].strip()
        return verdict.kind != "closed" or not after or after.startswith("#")
    return False


def _after_quote(report: Report, failure: Failure, window: _Window) -> bool:
    """Text behind the closing quote: ``'it's'``."""
    at = _value_start(window)
    if window.text[at : at + 1] not in {'"', "'"}:
        return False
    end = quoted_end(window.text, at)
    rest = window.text[end:].strip()
    if not rest or rest[0] in ":#,]}" or end >= len(window.text):
        return False
    start = window.start + end
    start += len(window.text[end:]) - len(window.text[end:].lstrip())
    quote = window.text[at]
    hint = "write a quote inside the text twice ('it''s'), or use double quotes" if quote == "'" else 'write a quote inside the text as \\"'
    related = ((window.start + at, window.start + end, "this is the whole quoted text"),)
    report.add("E145", start, window.start + len(window.text), "text stands after the closing quote", hint, related)
    return True


def _colon_in_text(report: Report, failure: Failure, window: _Window) -> bool:
    """``text: Deal 2: draw``; and a key so long that YAML does not look for its colon."""
    if "mapping values" not in failure.phrase:
        return False
    key = _KEY_LINE.match(window.text)
    if not key:
        return False
    if key.end() > MAX_KEY_LENGTH + 100:
        start = window.start + len(window.text) - len(window.text.lstrip())
        message = f"the key {shown(key[0].strip())} is too long; {MAX_KEY_LENGTH} characters are the most"
        report.add("E130", start, window.start + key.end() - 1, message, "is a quote or a line break missing?")
        return True
    second = _COLON.search(window.text, key.end())
    if not second:
        return False
    value = window.text[key.end() :].strip()
    hint = in_quotes("put the text in quotes", value)
    start = window.start + second.start()
    report.add("E142", start, start + 1, "a colon and a space inside a text begin a map in YAML", hint)
    return True


def _missing_space(report: Report, failure: Failure, window: _Window) -> bool:
    """A space or a colon that is missing in this line or, more often, in the one before it."""
    lines = ((window.before, window.before_start, window.before_text), (window.line, window.start, window.text))
    for number, start, text in lines:
        if number < 1 or not _is_content(text):
            continue
        for pattern, message, hint in (
            (_NO_SPACE, "a space is missing after the colon", "write `key: value`"),
            (_NO_DASH_SPACE, "a space is missing after the dash", "write `- item`"),
            (_NO_COLON, "a colon is missing after {}", "write `key: value`"),
        ):
            match = pattern.match(text)
            if not match or _KEY_LINE.match(text):
                continue
            related: tuple[tuple[int, int, str], ...] = ()
            if number != window.line:
                stop = window.start + len(window.text) - len(window.text.lstrip())
                related = ((stop, _token_end(report.lines.text, stop), "so this line could not be read"),)
            report.add("E146", start + match.start(1), start + match.end(1), message.format(shown(match[1])), hint, related)
            return True
    return False


def _block(report: Report, failure: Failure, window: _Window) -> bool:
    """A line whose indentation fits nothing above it."""
    if not any(word in failure.phrase for word in ("block", "mapping values", "sequence entries", "document start", "expected key")):
        return False
    start = window.start + len(window.text) - len(window.text.lstrip(" "))
    depth = start - window.start
    related: tuple[tuple[int, int, str], ...] = ()
    if window.before >= 1 and _is_content(window.before_text):
        above = len(window.before_text) - len(window.before_text.lstrip(" "))
        if above == depth:
            return False
        begin = window.before_start + above
        related = ((begin, _token_end(report.lines.text, begin), f"the line above has {_spaces(above)}"),)
    message = f"this line is indented by {_spaces(depth)}, which fits nothing above it"
    hint = "lines of one map or list begin in the same column; what belongs to a key stands deeper than it"
    report.add("E147", start, _token_end(report.lines.text, start), message, hint, related)
    return True


def _spaces(count: int) -> str:
    return "no space" if count == 0 else "1 space" if count == 1 else f"{count} spaces"
