"""The sheet of an ordinary die: what its faces mean in this game, a net to cut out, and how to do without the die.

For players, not for makers: it is made for every die whose faces mean something and that says nothing of how it is made.
"""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from penance_build.ir.markup import in_words
from penance_build.ir.nodes import Die, Face, Program
from penance_build.ir.text import face_counts, spans, times
from penance_build.press.dice import nets
from penance_build.press.dice.flat import Painted, on_face, painted, shown_on
from penance_build.press.dice.room import Lying, lying
from penance_build.press.dice.solids import CUBE, KITES, SOLIDS
from penance_build.press.drawing.border import border_drawing
from penance_build.press.drawing.drafting import CUT, LINE, Pens, ruler
from penance_build.press.drawing.lengths import mm
from penance_build.press.drawing.shapes import Box, Group, Item, Shape, polygon_data
from penance_build.press.drawing.svg import svg
from penance_build.press.edition import edition
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.true_size import at_true_size
from penance_build.press.look.theme import Theme
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.layout import LaidOut, layout
from penance_build.press.text.strings import Strings, strings_of
from penance_build.press.text.templates import render, template_text
from penance_build.product import Artifact, Settings

_EDGES = {4: 42_000, CUBE: 24_000, 8: 26_000, KITES: 38_000, 12: 11_800, 20: 17_000}  # of the nets to cut out
_CELL = {CUBE: 36_000, KITES: 36_000}
_RULER_UM = 50_000


def is_plain(die: Die) -> bool:
    """Whether it is an ordinary die whose faces mean something."""
    return not die.print.edge_um and any(face.text for face in die.faces)


def artifacts(program: Program, die: Die, theme: Theme, fonts: FontSet, paper: Paper, settings: Settings) -> tuple[list[Artifact], LaidOut]:
    """``dice/DIE-PAPER.pdf``, and the page as it was laid out."""
    sheet = lying(paper)
    html = render("dice/plain.html", **_values(program, die, theme, sheet, fonts))
    css = theme.css() + template_text("dice/plain.css")
    laid = layout(html, width_um=sheet.width, height_um=sheet.height, cache=settings.cache, fonts=fonts, css=css, tags=True)
    made_from = tuple(sorted({f"die {die.id}", "theme", *(f"icon {face.icon}" for face in die.faces if face.icon)}))
    return [Artifact(f"dice/{die.id}-{paper.id}.pdf", at_true_size(laid.pdf), made_from)], laid


def _values(program: Program, die: Die, theme: Theme, sheet: Lying, fonts: FontSet) -> Mapping[str, object]:
    pens = theme.pens
    strings, faces = strings_of(program), face_counts(die)
    one = painted(die, None, dict(program.printed.icons), pens, fonts)
    return {
        "lang": strings.language,
        "say": strings.say,
        "game": program.name,
        "version": edition(program.version, strings),
        "die": die,
        "about": in_words(die.text),
        "left_width": mm(sheet.inner_width - 136_000),
        "inside": sheet.style,
        "border": Markup(border_drawing(sheet.width, sheet.height, sheet.border, pens)),
        "faces": [
            {
                "drawing": Markup(_face(one, face, pens)),
                "name": "" if face.name.isdecimal() and number == 1 and not face.icon else times(face.name, number),
                "lines": [in_words(line) for line in face.text.split("; ")] if face.text else [],
            }
            for face, number in faces
        ],
        "columns": 5 if len(faces) in (5, 10, 20) else 3 if len(faces) <= CUBE else 4,
        "meanings": _meanings(die, strings),
        "net": Markup(_net(one, pens)) if len(die.faces) in _EDGES else "",
        "substitute": _substitute(die, strings),
        "ruler": Markup(svg(_RULER_UM + 10_000, 7000, ruler(1000, 6500, _RULER_UM, color=pens.ink))),
    }


def _meanings(die: Die, strings: Strings) -> list[Mapping[str, object]]:
    """Each meaning with its faces and its chance, where several faces share one."""
    faces: dict[str, list[str]] = {}
    for face in die.faces:
        faces.setdefault(face.text, []).append(face.name)
    if len(faces) == len(die.faces):
        return []
    count = len(die.faces)
    return [
        {
            "text": in_words(text) or strings.say("nothing"),
            "names": spans(names),
            "share": strings.say("of", part=len(names), count=count),
            "percent": _percent(len(names), count),
        }
        for text, names in sorted(faces.items(), key=lambda pair: (not pair[0], pair[1]))
    ]


def _is_numbered(die: Die) -> bool:
    """Whether its faces are called by their places from 1."""
    return [face.name for face in die.faces] == [str(place) for place in range(1, len(die.faces) + 1)]


def _percent(part: int, count: int) -> str:
    """A share in percent, with two digits where it is not whole."""
    hundredths = (20_000 * part + count) // (2 * count)
    return f"{hundredths // 100}.{hundredths % 100:02d} %" if hundredths % 100 else f"{hundredths // 100} %"


# ---------------------------------------------------------------- drawings


def _face(one: Painted, face: Face, pens: Pens) -> str:
    """One face as it lies on top of the die."""
    size = _CELL.get(len(one.die.faces), 20_000)
    color = pens.rubric if face.text else pens.quiet
    if len(one.die.faces) == KITES:
        return _kite(one, face, size, color, pens)
    edge = size - 2000
    outer = Box(1000, 1000, edge, edge, radius=edge // 8, stroke=pens.ink, line=CUT)
    return svg(size, size, [outer, Group(f"translate({size // 2} {size // 2})", shown_on(one, face, edge * 17 // 20, color))])


def _kite(one: Painted, face: Face, size: int, color: str, pens: Pens) -> str:
    edge = size * 88 // 100
    corners = nets.face(KITES, edge).corners
    height = corners[2][1]
    middle = max(x for x, _ in corners) + 600
    marks = shown_on(one, face, SOLIDS[KITES].room * edge // 1000, color)
    body = (
        Shape(polygon_data(corners, middle, 600), stroke=pens.ink, width=CUT, round_joins=True),
        Group(f"translate({middle} {600 + height * 69 // 100})", marks),
    )
    return svg(2 * middle, height + 1200, body)


def _net(one: Painted, pens: Pens) -> str:
    """The net to cut out, with what the faces show."""
    sides = len(one.die.faces)
    edge = _EDGES[sides]
    laid = nets.net(sides, edge)
    left, top, right, bottom = nets.bounds([panel.corners for panel in laid.panels])
    body: list[Item] = [Shape(polygon_data(panel.corners), stroke=pens.ink, width=LINE, round_joins=True) for panel in laid.panels]
    body += [on_face(one, mark, edge) for panel in laid.panels for mark in panel.marks]
    return svg(right - left + 1000, bottom - top + 1000, [Group(f"translate({500 - left} {500 - top})", tuple(body))])


# ---------------------------------------------------------------- without the die


def _substitute(die: Die, strings: Strings) -> Mapping[str, object] | None:
    """The same chances from one or two dice of six: what to roll, and the table of both; None where there is nothing to say."""
    count, is_named = len(die.faces), not _is_numbered(die)
    names = [face.name for face in die.faces]
    if count == CUBE and not is_named:
        return None
    if count <= CUBE and is_named:
        again = strings.say("one_die", faces=_from(count + 1, strings)) if count < CUBE else strings.say("one_plain_die")
        return {"says": again, "rows": [{"when": "", "values": names}], "heads": list(range(1, count + 1)), "named": True}
    if count < CUBE:
        return {"says": strings.say("one_die", faces=_from(count + 1, strings)), "rows": [], "heads": []}
    pairs = [(rows, count // rows) for rows in (2, 3, 1, 4, 5, 6) if count % rows == 0 and count // rows <= CUBE]
    if not pairs:
        return None
    rows, columns = pairs[0]
    per = CUBE // rows if CUBE % rows == 0 else 1
    spans = [(row * per + 1, row * per + per) for row in range(rows)]
    heads = list(range(1, columns + 1))
    table = [
        {"when": f"{low}–{high}" if low != high else str(low), "values": names[row * columns : (row + 1) * columns]}
        for row, (low, high) in enumerate(spans)
    ]
    return {
        "says": " ".join(
            (
                strings.say("two_dice"),
                strings.say("column_again" if columns < CUBE else "column", faces=_from(columns + 1, strings)),
                strings.say("row_again" if CUBE % rows else "row", faces=_from(rows + 1, strings)),
                strings.say("as_likely_named" if is_named else "as_likely", die=die.name),
            )
        ),
        "named": is_named,
        "rows": table,
        "heads": heads,
    }


def _from(first: int, strings: Strings) -> str:
    """The faces of a die of six that do not count."""
    return strings.either([str(face) for face in range(first, CUBE + 1)])
