"""The page of a code: its cause, a bad and a good example, how to accept it."""

from __future__ import annotations

import textwrap

from penance_build.diagnostics import registry
from penance_build.diagnostics.pages import page_of
from penance_build.diagnostics.suggest import did_you_mean

_WIDTH = 88
_USUAL = "To accept it, write behind the line or on the line above: `# penance: allow {code} the reason`."
_NEVER = "It is an error and cannot be suppressed."


class UnknownCode(ValueError):
    """There is no such code."""


def all_codes() -> tuple[str, ...]:
    """Every code, sorted by number, errors before hints before warnings of the same number."""
    return tuple(sorted(registry.CODES, key=lambda code: (code[1:], code)))


def explain(code: str) -> str:
    """The page of a code as text of at most 88 columns. Raises UnknownCode."""
    found = page_of(code.strip().upper())
    if found is None:
        hint = did_you_mean(code.strip().upper(), all_codes())
        raise UnknownCode(f"there is no code {code}" + (f"; {hint}" if hint else ""))
    parts = [
        f"{found.code}: {found.title} ({registry.severity(found.code)})",
        textwrap.fill(found.cause, _WIDTH),
        "Wrong:\n\n" + textwrap.indent(found.bad.rstrip("\n"), "    "),
        "Right:\n\n" + textwrap.indent(found.good.rstrip("\n"), "    "),
        textwrap.fill(how_to_suppress(found.code), _WIDTH),
    ]
    return "\n\n".join(parts) + "\n"


def how_to_suppress(code: str) -> str:
    """One or two sentences on accepting a code."""
    found = page_of(code)
    if code.startswith("E"):
        return found.suppress if found and found.suppress else _NEVER
    return found.suppress if found and found.suppress else _USUAL.format(code=code)
