"""What a die is printed from, by name: for those who ask which dice to make or to print anew."""

from __future__ import annotations

from penance_build.ir.nodes import Die, Program
from penance_build.press.dice.plain import is_plain
from penance_build.press.dice.solids import CUBE
from penance_build.press.dice.spec import die_spec, is_made, manufacturing_data

# What every file of a die says, and what follows from the rest.
_NOT_ITS_OWN = ("format", "rules_version", "revision", "faces")


def die_parts(program: Program, die: Die) -> dict[str, object]:
    """What a maker or a player sees of a die; nothing where there is no sheet of it."""
    if is_plain(die):
        drawn = dict(program.printed.icons)
        faces = {f"face {at}": (face.name, face.values, face.text, drawn.get(face.icon, "")) for at, face in enumerate(die.faces, 1)}
        return {"name": die.name, "text": die.text, **faces}
    icons = dict(program.printed.icons)
    if not is_made(die) or len(die.faces) != CUBE or any(face.icon and face.icon not in icons for face in die.faces):
        return {}
    data = manufacturing_data(die_spec(program, die))
    parts = {name.replace("_", " "): value for name, value in data.items() if name not in _NOT_ITS_OWN}
    return {**parts, **{f"face {face['position']}": face for face in data["faces"]}}
