"""The examples of the codes of reading do what their pages say."""

from __future__ import annotations

import pytest

from penance_build.diagnostics.code import Code
from penance_build.diagnostics.codes import reading
from penance_build.diagnostics.suppress import apply
from penance_build.source import read_text

# These pages show a file system or an amount, not YAML.
_PICTURES = frozenset("E101 E102 E103 E104 E105 E106 E107 E108 E109 W163 W164 E130 E131 E132 E133 E159".split())
_FILES = frozenset(f"E{number}" for number in range(150, 159))


@pytest.mark.parametrize("item", [item for item in reading.CODES if item.code not in _PICTURES | _FILES], ids=lambda item: item.code)
def test_examples(item: Code) -> None:
    assert item.code in codes_of(item.bad)
    assert codes_of(item.good) == []


def codes_of(text: str) -> list[str]:
    _, problems = read_text("a.yaml", text)
    return [found.code for found in apply(problems, {"a.yaml": text})]
