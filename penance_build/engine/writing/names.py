"""Names in generated code: every id is turned into a safe identifier.

Everything that an engine defines for itself begins with an underscore or a capital letter, which ids never do; so only the words
of the language itself, and the public functions of the engine, have to be stepped round.
"""

from __future__ import annotations

import re

PYTHON_WORDS = frozenset(
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is "
    "lambda nonlocal not or pass raise return try while with yield".split()
)
JAVASCRIPT_WORDS = frozenset(
    "arguments async await break case catch class const constructor continue debugger default delete do else enum eval export extends "
    "false finally for from function get if implements import in instanceof interface let new null of package private protected public "
    "return set static super switch this throw true try typeof undefined var void while with yield NaN Infinity __proto__ "
    "Math Map Array Object Number String Error JSON".split()
)
# What the fixed part of a Python engine may call: a procedure of such a name must not hide it. Written out, not asked of the
# Python that builds, so that every version builds the same engine.
PYTHON_BUILTINS = frozenset(
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr "
    "dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int "
    "isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow print property quit range "
    "repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip annotations".split()
)
JAVASCRIPT_GLOBALS = frozenset("globalThis isFinite isNaN parseFloat parseInt structuredClone".split())
# What every record has without being given it.
JAVASCRIPT_INHERITED = frozenset(
    "__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty isPrototypeOf "
    "propertyIsEnumerable toLocaleString toString valueOf".split()
)
PUBLIC = frozenset(
    "run trace start legal why_not apply open describe default_action concede imagine compatible layout migrate "
    "events_for reseed replay retell undo view new_game load save whyNot newGame defaultAction eventsFor rules "
    "procedures".split()
)  # functions of the engine itself


def safe(id: str) -> str:
    """An identifier made of the id; other signs than letters, digits and ``_`` become their number."""
    text = re.sub(r"[^A-Za-z0-9_]", lambda found: f"_x{ord(found.group()):x}_", id.replace(".", "__"))
    return text if re.match(r"[A-Za-z]", text) else f"n{text}"


class Names:
    """Gives each key one name, and no two keys the same."""

    def __init__(self, reserved: frozenset[str]) -> None:
        self._taken = set(reserved)
        self._given: dict[str, str] = {}

    def of(self, id: str, prefix: str = "", part: str = "") -> str:
        """The name of an id under a prefix, or of a part of it; the same every time."""
        key = f"{prefix}\0{id}\0{part}"
        if key not in self._given:
            text = safe(f"{id}_{part}" if part else id)
            name = prefix + text
            while name in self._taken:
                name += "_"
            self._taken.add(name)
            self._given[key] = name
        return self._given[key]
