"""A comparison as plain data: the fields of ``penance diff --format json``, which only grow within a version."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from penance_build.build.numbers import percent, rounded
from penance_build.diff.result import ClaimChange, Comparison, Difference, ExampleChange, Key, Reprint, Side, Value


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Texts, integers, truths, lists and objects; fractions are texts."""
    printing = comparison.printing
    return {
        "old": _side(comparison.old),
        "new": _side(comparison.new),
        "equal": comparison.is_equal,
        "saved_games_go_on": comparison.saved,
        "counts": {
            **comparison.counts,
            "cards": len(printing.cards),
            "dice": len(printing.dice),
            "reference": len(printing.reference),
        },
        "differences": [_difference(item) for item in comparison.differences],
        "follows": [_key(key) for key in comparison.follows],
        "written_otherwise": [_key(key) for key in comparison.elsewhere],
        "odds": [_claim(item) for item in comparison.claims],
        "examples": [_example(item) for item in comparison.examples],
        "print": {
            "cards": [{**_reprint(item), "copies": dict(item.copies)} for item in printing.cards],
            "dice": [_reprint(item) for item in printing.dice],
            "reference": [_reprint(item) for item in printing.reference],
            "last_line_only": printing.renumbered,
        },
    }


def _side(side: Side) -> dict[str, Any]:
    program = side.compilation.program
    errors = [problem for problem in side.compilation.problems if problem.severity == "error"]
    first = errors[0] if errors else None
    return {
        "named": side.named,
        "game": None if program is None else program.game,
        "version": None if program is None else program.version,
        "options": dict(sorted(side.compilation.options.items())),
        "compiles": program is not None,
        "errors": len(errors),
        "first_error": None
        if first is None
        else {
            "code": first.code,
            "message": first.message,
            "file": first.span.file,
            "line": first.span.line,
            "column": first.span.column,
        },
    }


def _key(key: Key) -> dict[str, Any]:
    return {"kind": key.kind, "id": key.id, "name": key.name}


def _difference(item: Difference) -> dict[str, Any]:
    place = None if item.place is None else {"side": item.place.side, "file": item.place.file, "line": item.place.line}
    return {"class": item.group, **_key(item.key), "change": item.change, "part": item.part, "old": item.old, "new": item.new, "at": place}


def _claim(item: ClaimChange) -> dict[str, Any]:
    return {
        "claim": item.key.id,
        "question": item.asked,
        "says": item.says,
        "same_question": not item.asks_otherwise,
        "old": _value(item.old, item.is_chance),
        "new": _value(item.new, item.is_chance),
    }


def _value(value: Value, is_chance: bool) -> dict[str, Any]:
    return {
        "exact": None if value.exact is None else str(value.exact),
        "shown": None if value.exact is None else _shown(value.exact, is_chance),
        "reason": value.reason,
        "verdict": value.verdict,
    }


def _shown(exact: Fraction, is_chance: bool) -> str:
    return percent(exact) if is_chance else rounded(exact, 4)


def _example(item: ExampleChange) -> dict[str, Any]:
    results = [{"name": name, "expected": written, "got": got} for name, written, got in item.results]
    return {"example": item.key.id, "old": item.old, "new": item.new, "results": results}


def _reprint(item: Reprint) -> dict[str, Any]:
    return {"id": item.key.id, "name": item.key.name, "reasons": list(item.reasons)}
