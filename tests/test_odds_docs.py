"""The Python of docs/odds.md and of the tour's library block runs, and gives what is written beside it."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def blocks(name: str) -> list[str]:
    """The Python blocks of a document that use the public module."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "penance_build.api" in block]


@pytest.mark.full
def test_the_example_of_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = blocks("docs/odds.md")
    names: dict[str, Any] = {"Fraction": Fraction}
    exec(block, names)
    compared = 0
    for line in block.splitlines():
        shown, _, said = line.partition("# ")
        if said.startswith("Fraction("):
            assert eval(shown.partition(" = ")[2] if " = " in shown and "=[" not in shown else shown, names) == eval(said, names), line
            compared += 1
        elif said.startswith("[("):
            assert [eval(said.split(", …")[0][1:], names)] == list(eval(shown, names))[:1]
            compared += 1
    assert compared == 3


def test_the_example_of_the_readme(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = blocks("docs/tour.md")
    exec(block, {})
    assert f"prints `{capsys.readouterr().out.strip()}`" in (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
