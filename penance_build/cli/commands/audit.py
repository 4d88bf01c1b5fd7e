"""``penance audit`` and ``penance test``: what the sources say, against what the rules give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import click

from penance_build.build.numbers import percent, rounded
from penance_build.cli.options import format_option, game_options, load
from penance_build.cli.report import plural
from penance_build.cli.terminal import clean, put, put_json, say
from penance_build.cli.values import columns, plain


@click.command()
@game_options
@format_option("text", "json")
def audit(game: str | None, options: tuple[str, ...], form: str) -> int:
    """Compare every figure that the sources print with the exact value.

    Exit 1 where a verdict (holds, rounded, refuted, undecidable) is not the one that is recorded.
    """
    from penance_build.build.proofs import audit_data

    program = load(game, options)
    if program is None:
        return 1
    claims = audit_data(program)
    if form == "json":
        put_json({"game": program.game, "options": dict(program.options), "claims": claims})
    else:
        for line in columns([("claim", "says", "exact", "", "verdict", "source", "ruling"), *map(_claim_row, claims)] if claims else []):
            put(line)
    unexpected = [claim["id"] for claim in claims if not claim["expected"]]
    tally = _tally("claim", [claim["verdict"] for claim in claims])
    say(f"penance: {program.game}: {tally}; {_unexpected(unexpected, 'verdict')}")
    return 1 if unexpected else 0


def _claim_row(claim: dict[str, Any]) -> tuple[str, ...]:
    verdict = claim["verdict"] if claim["expected"] else f"{claim['verdict']}, recorded {claim['recorded']}"
    shown = "" if claim["exact"] is None else _as_said(claim["says"], claim["exact"], claim["decimal"])
    exact = claim["reason"] if claim["exact"] is None else claim["exact"] if len(claim["exact"]) <= 20 else ""
    says = f"{claim['about']}: {claim['says']}" if claim["about"] else claim["says"]
    return tuple(clean(text) for text in (claim["id"], _cut(says), _cut(exact), shown, verdict, claim["source"], claim["ruling"]))


def _cut(text: str) -> str:
    """The beginning of a long cell; the whole of it is in the JSON."""
    return text if len(text) <= 60 else f"{text[:59].rstrip()}…"


def _as_said(says: str, exact: str, decimal: float) -> str:
    """The exact value in the way the source wrote its own."""
    value = Fraction(decimal) if exact.startswith("sqrt") else Fraction(exact)
    if "%" in says:
        return percent(value)
    first, between, _ = says.partition(" in ")
    if between and value:
        return f"{first} in {rounded(Fraction(first.rpartition(' ')[2].lstrip('~<>=≤≥≈') or 1) / value, 1)}"
    if ":" in says and value:
        return f"{rounded((1 - value) / value, 1)}:1"
    return "" if "/" in says or value.denominator == 1 else rounded(value, 4)


@click.command()
@game_options
@format_option("text", "json")
def test(game: str | None, options: tuple[str, ...], form: str) -> int:
    """Replay every worked example with the faces that its source names.

    Exit 1 where a result differs and no ruling explains it.
    """
    from penance_build.build.proofs import replay_data

    program = load(game, options)
    if program is None:
        return 1
    examples = replay_data(program)
    if form == "json":
        put_json({"game": program.game, "options": dict(program.options), "examples": examples})
    else:
        for example in examples:
            _show_example(example)
    unexplained = [example["id"] for example in examples if not example["ok"]]
    tally = _tally("example", [example["verdict"] for example in examples])
    say(f"penance: {program.game}: {tally}; {_unexpected(unexplained, 'example')}")
    return 1 if unexplained else 0


def _show_example(example: dict[str, Any]) -> None:
    ruling = f" (ruling {example['ruling']})" if example["verdict"] == "ruled" else ""
    named = ", ".join(text for text in (example["id"], example["procedure"], example["source"]) if text)
    put(f"{example['verdict']}: {named}{ruling}")
    if example["reason"]:
        put(f"  {example['reason']}")
    for kind, said in (("differences", "expected"), ("book", "the book says")):
        for item in example[kind]:
            got = "no such result" if item["got"] is None else _listed(item["got"])
            put(f"  {item['name']}: {said} {_listed(item['written'])}, the rules give {got}")


def _listed(value: Any) -> str:
    """A value as an example writes it: a list in brackets."""
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else plain(value)


def _tally(word: str, verdicts: Sequence[str]) -> str:
    counts = Counter(verdicts)
    order = ("holds", "rounded", "ruled", "refuted", "undecidable", "differs", "failed")
    listed = ", ".join(f"{counts[verdict]} {verdict}" for verdict in order if counts[verdict])
    return f"{plural(len(verdicts), word)}{': ' if listed else ''}{listed}"


def _unexpected(names: Sequence[str], word: str) -> str:
    if not names:
        return "nothing unexpected"
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return f"{plural(len(names), f'unexpected {word}')}: {', '.join(names[:5])}{more}"
