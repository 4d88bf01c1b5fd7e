"""The engines as a product of the build: Python, JavaScript, the types of both, and the rules they were made from."""

from __future__ import annotations

from penance_build.compilation import Compilation
from penance_build.engine.front.game import emit_game
from penance_build.engine.languages.javascript import emit_javascript
from penance_build.engine.languages.package import emit_package
from penance_build.engine.languages.python import emit_python
from penance_build.engine.languages.python_types import emit_python_types
from penance_build.engine.languages.types import emit_types, emit_types_again
from penance_build.ir import canonical, nodes
from penance_build.ir.play import playable
from penance_build.product import Artifact, Produced, Settings

_Named = (
    nodes.Enum
    | nodes.Die
    | nodes.Table
    | nodes.CounterDef
    | nodes.ZoneDef
    | nodes.Procedure
    | nodes.Card
    | nodes.DeckDef
    | nodes.Claim
    | nodes.Example
    | nodes.Faction
    | nodes.Layout
    | nodes.Ruling
    | nodes.Source
    | nodes.Unit
)


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """The engines, their types, and the JSON files in the folder ``engine``; nothing where there is no program."""
    program = compilation.program
    if program is None:
        return Produced(())
    played = playable(program)
    parts = made_from(played)
    texts = {
        "engine/engine.py": (emit_python(played), parts),
        "engine/engine.pyi": (emit_python_types(played), parts),
        "engine/engine.mjs": (emit_javascript(played), parts),
        "engine/engine.d.mts": (emit_types(played), parts),
        "engine/engine.d.ts": (emit_types_again(played), ()),
        "engine/package.json": (emit_package(played), ()),
        "engine/rules.json": (canonical.dumps(program), everything(program)),
        "engine/game.json": (emit_game(program), shown(program)),
    }
    return Produced(tuple(Artifact(path, text.encode("utf-8"), made) for path, (text, made) in texts.items()))


def everything(program: nodes.Program) -> tuple[str, ...]:
    """What ``rules.json`` is made from, which holds the whole program: what the engines hold, and what is printed and proved."""
    kinds: dict[str, tuple[_Named, ...]] = {
        "claim": program.proved.claims,
        "example": program.proved.examples,
        "faction": program.factions,
        "layout": program.printed.layouts,
        "ruling": program.proved.rulings,
        "source": program.proved.sources,
        "unit": program.printed.units,
    }
    printed = [f"{kind} {item.id}" for kind, items in kinds.items() for item in items]
    whole = {"theme": program.printed.theme, "icons": program.printed.icons, "reference": program.printed.reference}
    printed += [name for name, value in whole.items() if value]
    return tuple(sorted({*made_from(program), *printed}))


def shown(program: nodes.Program) -> tuple[str, ...]:
    """What ``game.json`` is made from: the same as the engines, and what front ends show of the printed part."""
    kinds: dict[str, tuple[_Named, ...]] = {"faction": program.factions, "unit": program.printed.units}
    printed = [f"{kind} {item.id}" for kind, items in kinds.items() for item in items]
    printed += [name for name, value in {"theme": program.printed.theme, "icons": program.printed.icons}.items() if value]
    return tuple(sorted({*made_from(program), *printed}))


def made_from(program: nodes.Played) -> tuple[str, ...]:
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
