"""Every id is a word that means something to a language, and every text tries to leave its quotes."""

from __future__ import annotations

from typing import Literal

import engine

one: int = engine.class_(import_=5, enum="__proto__")["let"]
same: int = engine.run("class", {"import": 5, "enum": "__proto__"})["result"]["let"]
member: Literal["class", "import", "None", "__proto__", "constructor", "default", "toString"] = engine.run_()["enum"]
dotted: list[int] = [engine.run("a.b")["result"]["new"], engine.run("a__b")["result"]["new"]]
assert one == same
assert member == engine.max_()["enum"]
assert len(dotted) == 2
