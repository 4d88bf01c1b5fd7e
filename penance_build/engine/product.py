"""The engines as a product of the build: Python, JavaScript, its types, and the rules they were made from."""

from __future__ import annotations

from penance_build.api import Compilation
from penance_build.build.product import Artifact, Produced, Settings
from penance_build.engine.javascript import emit_javascript
from penance_build.engine.python import emit_python
from penance_build.engine.types import emit_types
from penance_build.ir import canonical, nodes

_Named = nodes.Enum | nodes.Die | nodes.Table | nodes.CounterDef | nodes.ZoneDef | nodes.Procedure | nodes.Card | nodes.DeckDef


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``engine/engine.py``, ``engine/engine.mjs``, ``engine/engine.d.ts`` and ``engine/rules.json``; nothing where there is no program."""
    program = compilation.program
    if program is None:
        return Produced(())
    texts = {
        "engine/engine.py": emit_python(program),
        "engine/engine.mjs": emit_javascript(program),
        "engine/engine.d.ts": emit_types(program),
        "engine/rules.json": canonical.dumps(program),
    }
    parts = made_from(program)
    return Produced(tuple(Artifact(path, text.encode("utf-8"), parts) for path, text in texts.items()))


def made_from(program: nodes.Program) -> tuple[str, ...]:
    """Kind and id of everything that the engines hold, sorted."""
    kinds: dict[str, tuple[_Named, ...]] = {
        "enum": program.enums,
        "die": program.dice,
        "table": program.tables,
        "counter": program.counters,
        "zone": program.zones,
        "procedure": program.procedures,
        "card": program.cards,
        "deck": program.decks,
    }
    return tuple(sorted(f"{kind} {item.id}" for kind, items in kinds.items() for item in items))
