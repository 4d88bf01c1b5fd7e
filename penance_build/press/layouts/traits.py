"""Bold and italics that the game asks for and a font does not have: nothing is made bolder or slanted that is not drawn so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from penance_build.ir.nodes import Program
from penance_build.ir.record import Record
from penance_build.press.text.families import FAMILIES, family_of, printed_name
from penance_build.press.text.font_files import beside
from penance_build.press.text.fonts import FontSet

_TRAITS: Mapping[str, tuple[int, str]] = {"bold": (700, "normal"), "italic": (400, "italic")}


class Lacking(Record):
    """A font without a trait: what is said, the cure, and what asks for it, as kind and id."""

    says: str
    cure: str
    asked_by: tuple[tuple[str, str], ...]


def lacking(program: Program, fonts: FontSet) -> Iterator[Lacking]:
    """Each trait that boxes of layouts, or printed texts of cards, ask for and their font lacks: once for the font."""
    asked: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for role, trait, entity in _asked(program):
        weight, style = _TRAITS[trait]
        face = fonts.face(role, weight, style)
        if (face.weight, face.style) != (weight, style):
            asked.setdefault((role, trait), []).append(entity)
    theme = dict(program.printed.theme)
    for (role, trait), entities in asked.items():
        name = family_of(theme, role)
        says = f"the font {printed_name(name)} has no {trait}: what asks for it is printed plain"
        yield Lacking(says, _cure(name, role, trait), tuple(dict.fromkeys(entities)))


def _asked(program: Program) -> Iterator[tuple[str, str, tuple[str, str]]]:
    for layout in program.printed.layouts:
        for box in layout.boxes:
            styles = dict(box.styles)
            for trait in (styles.get("weight", ""), styles.get("style", "")):
                if box.kind == "text" and trait in _TRAITS:
                    yield styles.get("font", "text"), trait, ("layout box", f"{layout.id}.{box.id}")
    for words in program.printed.words:
        if words.shown and words.style in _TRAITS:
            yield "text", words.style, ("attribute", words.id)


def _cure(name: str, role: str, trait: str) -> str:
    if name not in FAMILIES:
        return f"put {beside(name, trait.capitalize())} beside it, or choose another font: `font_{role}:` in the theme"
    weight, style = _TRAITS[trait]
    others = [family for family, sources in FAMILIES.items() if any((one.weight, one.style) == (weight, style) for one in sources)]
    return f"choose one that has, by `font_{role}:` in the theme: {', '.join(sorted(others))}; or leave it out"
