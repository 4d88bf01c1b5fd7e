"""The record that stands behind one problem code: what ``explain`` prints and what the reports name as the rule."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem, the same for ever.

    ``code`` begins with E (error), W (warning) or H (hint). ``cause`` says in a sentence or two what went wrong,
    ``bad`` and ``good`` are short YAML that has the problem and that has not, ``suppress`` says how a warning is
    accepted (empty: by the usual comment; errors cannot be).
    """

    code: str
    title: str
    cause: str
    bad: str
    good: str
    suppress: str = ""
