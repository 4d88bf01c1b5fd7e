"""What to write where a number stands for a length, a size or a count of pixels without its unit, or with another form of it.

Which units there are is read from the examples of the schema: a shape one of whose examples is a number with a unit is a measure.
"""

from __future__ import annotations

import re
from typing import Any, Final

from penance_build.schema.shapes import Shape

_MEASURE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)? (mm|in|pt|px)")
_BOTH_SIDES: Final = re.compile(r"[0-9.]+ x [0-9.]+ (?:mm|in|pt|px)")
_WRITTEN: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,9}))? *([a-z\"]*)")
_UNITS: Final = {
    "mm": "mm", "millimetre": "mm", "millimetres": "mm", "in": "in", "inch": "in", "inches": "in", '"': "in", "pt": "pt", "px": "px",
}  # fmt: skip


def measure_hint(shape: Shape, value: Any) -> str:
    """What to write for a measure that stands in another form, such as ``12`` for `12 mm`; else empty."""
    forms = [form for form in shape.get("forms", ()) if isinstance(form, str)]
    units = [match[1] for form in forms if (match := _MEASURE.fullmatch(form))]
    if isinstance(value, (bool, list, dict)):
        return ""
    if units:
        return _with_unit(str(value), units, next(form for form in forms if _MEASURE.fullmatch(form)))
    both = next((form for form in forms if _BOTH_SIDES.fullmatch(form)), "")
    return f"write both sides, as `{both}`" if both and not isinstance(value, str) else ""


def _with_unit(text: str, units: list[str], example: str) -> str:
    written = _WRITTEN.fullmatch(text.strip().lower())
    if written is None:
        return f"write it as `{example}`"
    whole, part, word = written[1], (written[2] or "").rstrip("0"), written[3]
    if word in ("cm", "centimetre", "centimetres") and "mm" in units:
        digits = part.ljust(1, "0")
        whole, part, word = str(int(whole + digits[0])), digits[1:], "mm"
    unit = units[0] if not word else _UNITS.get(word, "")
    if unit not in units:
        return f"write it as `{example}`"
    return f"write `{int(whole)}{'.' * bool(part)}{part} {unit}`"
