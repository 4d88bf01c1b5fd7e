"""The report for people: each problem with its position, the author's line and a mark under the guilty token."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from penance_build.diagnostics.formats.clean import clean, said, width
from penance_build.diagnostics.formats.snippet import lines_of, snippet
from penance_build.diagnostics.problem import Problem, Span

_IN_FULL = 100
_PLACES = 4
_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_DIM = "\x1b[34m"
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "hint": "\x1b[1;36m"}


def render(problems: Sequence[Problem], texts: Mapping[str, str], covered: Mapping[str, int], colour: bool = False) -> str:
    """All problems by position; beyond the first hundred, how many there are of which kind and where."""
    ordered = sorted(problems, key=lambda item: item.sort_key)
    lines: dict[str, list[str]] = {}
    parts = [_Page(texts, lines, colour).problem(item) for item in ordered[:_IN_FULL]]
    if len(ordered) > _IN_FULL:
        parts.append(_rest(ordered[_IN_FULL:]))
    return "\n\n".join(parts) + ("\n" if parts else "")


class _Page:
    """What one problem looks like, given the texts."""

    __slots__ = ("_colour", "_lines", "_texts")

    def __init__(self, texts: Mapping[str, str], lines: dict[str, list[str]], colour: bool) -> None:
        self._texts = texts
        self._lines = lines
        self._colour = colour

    def problem(self, item: Problem) -> str:
        tint = _COLOURS[item.severity]
        spans = [item.span, *(span for span, _ in item.related)]
        gutter = max(len(str(span.line)) for span in spans)
        rows = [f"{self._paint(f'{item.severity}[{item.code}]', tint)}{self._paint(f': {said(item.message)}', _BOLD)}"]
        rows += self._snippet("-->", item.span, "", gutter, "^", tint)
        for span, label in item.related[:_PLACES]:
            rows += self._snippet("-->" if span.file != item.span.file else ":::", span, said(label), gutter, "-", _DIM)
        if len(item.related) > _PLACES:
            rows.append(f"{' ' * gutter} and in {len(item.related) - _PLACES} more places")
        if item.hint:
            rows.append(f"{' ' * gutter} {self._paint('help:', _BOLD)} {said(item.hint)}")
        return "\n".join(rows)

    def _snippet(self, arrow: str, span: Span, label: str, gutter: int, mark: str, tint: str) -> list[str]:
        space = " " * gutter
        where = clean(span.file) if span.line < 1 else f"{clean(span.file)}:{span.line}:{span.column}"
        rows = [f"{space}{self._paint(arrow, _DIM)} {where}"]
        lines = self._of(span.file)
        if not 1 <= span.line <= len(lines):
            return [f"{rows[0]}: {label}" if label else rows[0]]
        bar = self._paint("|", _DIM)
        piece = snippet(lines[span.line - 1], span)
        before = lines[span.line - 2] if span.line > 1 and mark == "^" else ""
        if before.strip():
            above = snippet(before, Span(span.file, span.line - 1, 1, span.line - 1, 1))
            rows.append(f"{self._paint(str(span.line - 1).rjust(gutter), _DIM)} {bar} {above.text}")
        rows.append(f"{self._paint(str(span.line).rjust(gutter), _DIM)} {bar} {piece.text}")
        note = f" {label}" if label else ""
        rows.append(f"{space} {bar} {' ' * piece.indent}{self._paint(mark * piece.length + note, tint)}")
        return rows

    def _of(self, name: str) -> list[str]:
        if name not in self._lines:
            self._lines[name] = lines_of(self._texts[name]) if name in self._texts else []
        return self._lines[name]

    def _paint(self, text: str, tint: str) -> str:
        return f"{tint}{text}{_RESET}" if self._colour else text


def _rest(problems: Sequence[Problem]) -> str:
    """The problems that are not shown in full, counted."""
    by_code = Counter((item.code, item.severity) for item in problems)
    by_file = Counter(item.span.file for item in problems)
    rows = [f"and {len(problems):,} more:"]
    rows += _table([(code, f"{severity}s", count) for (code, severity), count in sorted(by_code.items())])
    rows += _table([(clean(name), "", count) for name, count in sorted(by_file.items())])
    return "\n".join(rows)


def _table(rows: Sequence[tuple[str, str, int]]) -> list[str]:
    widest = max(width(name) for name, _, _ in rows)
    most = max(len(f"{count:,}") for _, _, count in rows)
    return [f"  {name}{' ' * (widest - width(name))}  {f'{count:,}'.rjust(most)} {word}".rstrip() for name, word, count in rows]
