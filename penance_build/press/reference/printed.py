"""What a side of the quick reference is printed from, block by block: for those who ask whether to print it anew."""

from __future__ import annotations

from penance_build.ir.nodes import Program, ReferenceSide
from penance_build.press.look.theme import theme_from
from penance_build.press.reference.blocks import Unknown, shown_blocks
from penance_build.press.reference.cells import words_of
from penance_build.press.reference.chances import Answers
from penance_build.press.text.icon_font import FIRST


def block_names(side: ReferenceSide) -> tuple[str, ...]:
    """A name for each block: its title, or what it shows, or the block that it goes on from; numbered where that is not enough."""
    names: list[str] = []
    for block in side.blocks:
        name = block.title or block.ref or (f"{names[-1]} (continued)" if names else block.show)
        count = sum(known == name or known.startswith(f"{name} #") for known in names)
        names.append(f"{name} #{count + 1}" if count else name)
    return tuple(names)


def side_parts(program: Program, side: ReferenceSide, answers: Answers) -> dict[str, object]:
    """What stands on a side, but for the version; icons by their drawings, whatever their number in the icon font."""
    theme = theme_from(program.printed.theme)
    parts: dict[str, object] = {"game": (program.name, program.printed.subtitle), "title": side.title}
    try:
        blocks = shown_blocks(program, side.blocks, words_of(program), answers)
    except Unknown as error:
        return {**parts, "blocks": str(error)}
    drawings = [path for _, path in program.printed.icons]
    names = block_names(side)
    for name, block in zip(names, blocks, strict=True):
        text = repr(block)
        for index, path in enumerate(drawings):
            text = text.replace(f"\\U{FIRST + index:08x}", path).replace(chr(FIRST + index), path)
        parts[name] = text
    parts["order"] = names
    fonts = {name: value for name, value in program.printed.theme if name.startswith("font_")}
    parts["theme"] = {**fonts, **theme.palette}
    return parts
