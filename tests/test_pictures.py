"""The pictures of the README show what the program makes today: what they were drawn from has not changed since."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT

PICTURES = ROOT / "docs" / "pictures"
pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures_make", PICTURES / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_picture_is_stale(maker: ModuleType) -> None:
    """Where this fails, look at what changed and draw them anew: ``make pictures``."""
    drawn = json.loads((PICTURES / "pictures.json").read_text(encoding="utf-8"))
    assert maker.digests(maker.facts()) == drawn


def test_the_front_page_says_what_the_audit_finds(maker: ModuleType) -> None:
    name, says, unit, exact, percent, *_, verdict, _ = str(maker.facts()["claim"]).split()
    line = next(line for line in (ROOT / "README.md").read_text(encoding="utf-8").split("\n") if line.startswith(name))
    assert line.split()[:5] == [name, says, unit, exact, percent]
    assert line.endswith(verdict)


def test_every_picture_is_there_and_every_link_leads_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\]\(((?!https?:)[^)#]+)\)", text))
    assert {name for name in named if not (ROOT / name).exists()} == set()
    drawn = {path.relative_to(ROOT).as_posix() for path in PICTURES.glob("*.png")}
    assert drawn == {name for name in named if name.endswith(".png")}
    assert sum(Path(ROOT / name).stat().st_size for name in drawn) < 2_000_000
