"""What a code means: one file a code in ``codes/``, read when somebody asks (``penance explain``, SARIF), never by a check."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from penance_build.diagnostics.registry import CODES


class Page(Struct, frozen=True):
    """One kind of problem: what went wrong, short YAML that has the problem and that has not.

    ``suppress`` says how a warning is accepted; empty: by the usual comment.
    """

    code: str
    title: str
    cause: str
    bad: str
    good: str
    suppress: str


def path_of(code: str) -> Path:
    return Path(__file__).resolve().parent / "codes" / f"{code}.toml"


@cache
def page_of(code: str) -> Page | None:
    """The page of a code, or None where there is no such code."""
    if code not in CODES:
        return None
    import tomllib  # here, because a game without problems goes without it

    fields = tomllib.loads(path_of(code).read_text(encoding="utf-8"))
    bad, good = (fields[name].removesuffix("\n") for name in ("bad", "good"))
    cause = " ".join(fields["cause"].splitlines())  # a sentence a line
    return Page(code, fields["title"], cause, bad, good, fields.get("suppress", ""))
