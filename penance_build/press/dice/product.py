"""The dice sheets: for each die that is to be made, a drawing, its faces as outlines, and a file for machines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from penance_build.compilation import Compilation
from penance_build.ir.markup import in_words
from penance_build.ir.nodes import Die, Program
from penance_build.ir.text import face_counts
from penance_build.press.complaints import Complaints
from penance_build.press.dice import drawings
from penance_build.press.dice.flat import is_bare, is_flat, painted
from penance_build.press.dice.flat_sheets import Look, flat_sheets
from penance_build.press.dice.outlines import face_files, outlines_of, outlines_on
from penance_build.press.dice.parts import bill
from penance_build.press.dice.plain import artifacts as plain_sheet
from penance_build.press.dice.plain import is_plain
from penance_build.press.dice.pools import pools
from penance_build.press.dice.room import PLAIN_PARTS, Lying, lying, no_room, unfit
from penance_build.press.dice.solids import CUBE, SOLIDS
from penance_build.press.dice.spec import OPPOSITE, THINNEST_UM, DieSpec, Side, die_spec, is_made, manufacturing_data
from penance_build.press.drawing.border import border_drawing
from penance_build.press.drawing.closed import unioned
from penance_build.press.drawing.drafting import Pens, ruler
from penance_build.press.drawing.lengths import mm, mm2
from penance_build.press.drawing.outline import scaled, segments
from penance_build.press.drawing.spots import spots_drawing
from penance_build.press.drawing.svg import svg
from penance_build.press.edition import edition
from penance_build.press.imposition.true_size import at_true_size
from penance_build.press.look.sizes import sheet_paper_for
from penance_build.press.look.style import say_warnings, style_of
from penance_build.press.look.theme import Theme
from penance_build.press.text.figures import with_figures
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.layout import LaidOut, layout
from penance_build.press.text.strings import Strings, strings_of
from penance_build.press.text.templates import render, template_text
from penance_build.product import Artifact, Cache, Produced, Settings

_RULER_UM = 100_000
SMALLEST_UM = 5_000


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """The files of every die with a size and symbols: ``dice/DIE-FACE.svg``, ``.dxf``, of a cube ``dice/DIE-PAPER.pdf``, ``dice/DIE.json``.

    Of an ordinary die whose faces mean something there is a sheet for players, ``dice/DIE-PAPER.pdf`` alone. With either go
    paper dice, stickers, and the bill of materials of all dice.
    """
    program = compilation.program
    if program is None:
        return Produced(())
    complaints = Complaints(compilation)
    _see_icons(program, complaints)
    artifacts = [] if complaints.has_errors else _files(program, settings, complaints)
    return Produced(() if complaints.has_errors else tuple(artifacts), complaints.found())


def _files(program: Program, settings: Settings, complaints: Complaints) -> list[Artifact]:
    """The files of dice that can be drawn; the complaints say what has no room or is cut badly."""
    made, plain = [die for die in program.dice if is_made(die)], [die for die in program.dice if is_plain(die)]
    style = style_of(program, complaints, settings.cache, (), settings.files) if made or plain else None
    if style is None:
        return []
    theme, fonts = style.theme, with_figures(style.fonts)
    paper = sheet_paper_for(program, settings.paper)
    sheet = lying(paper)
    artifacts: list[Artifact] = []
    cubes = [die for die in made if len(die.faces) == CUBE]
    specs = [die_spec(program, die) for die in cubes]
    for spec in specs:
        die = spec.die
        _see_lines(spec, complaints)
        laid = _sheet(program, spec, theme, fonts, sheet, settings)
        _say_no_room(die, unfit(spec, laid, sheet), complaints)
        say_warnings(complaints, laid.warnings, f"the sheet of {die.name}", ("die", die.id))
        artifacts += _artifacts(spec, laid, paper.id, settings.cache)
    icons, pens = dict(program.printed.icons), theme.pens
    for die in made:
        if die not in cubes:
            artifacts += face_files(die, outlines_on(painted(die, None, icons, pens, fonts)), settings.cache)
    for die in plain:
        made_sheet, laid = plain_sheet(program, die, theme, fonts, paper, settings)
        _say_no_room(die, no_room(die, laid, sheet, PLAIN_PARTS), complaints)
        say_warnings(complaints, laid.warnings, f"the sheet of {die.name}", ("die", die.id))
        artifacts += made_sheet
    rolled = pools(program)
    sheets, warnings = flat_sheets(program, [*made, *plain], specs, rolled, Look(theme, fonts, paper), settings)
    if not complaints.has_errors:  # else they are said already
        say_warnings(complaints, warnings, "the sheets of paper dice and stickers", ("game", program.game))
    return [*artifacts, *sheets, *bill(program, specs, rolled, artifacts)]


def _artifacts(spec: DieSpec, laid: LaidOut, paper: str, cache: Cache) -> list[Artifact]:
    die = spec.die
    icons = sorted({f"icon {side.face.icon}" for side in spec.sides if side.icon})
    made_from = tuple(sorted((f"die {die.id}", *icons)))
    data = json.dumps(manufacturing_data(spec), indent=2, ensure_ascii=True).encode("ascii") + b"\n"
    pdf = at_true_size(laid.pdf)
    artifacts = [
        Artifact(f"dice/{die.id}-{paper}.pdf", pdf, tuple(sorted((*made_from, "theme")))),
        Artifact(f"dice/{die.id}.json", data, made_from),
    ]
    return [*artifacts, *face_files(die, outlines_of(spec), cache)]


# ---------------------------------------------------------------- the sheet


def _sheet(program: Program, spec: DieSpec, theme: Theme, fonts: FontSet, sheet: Lying, settings: Settings) -> LaidOut:
    html = render("dice/sheet.html", **_values(program, spec, theme, sheet))
    css = theme.css() + template_text("dice/sheet.css")
    return layout(html, width_um=sheet.width, height_um=sheet.height, cache=settings.cache, fonts=fonts, css=css, tags=True)


def _values(program: Program, spec: DieSpec, theme: Theme, sheet: Lying) -> Mapping[str, object]:
    width = sheet.inner_width
    pens = theme.pens
    worst, strings = spec.narrowest_side(), strings_of(program)
    view = 23_000
    face_left = width - 15_000 - 58_000 - 4000 - 78_000
    return {
        "lang": strings.language,
        "say": strings.say,
        "game": program.name,
        "subtitle": program.printed.subtitle,
        "version": edition(program.version, strings),
        "die": spec.die,
        "about": in_words(spec.die.text),
        "drawing": f"{program.game}-{spec.die.id}",
        "paper": sheet.name,
        "inside": sheet.style,
        "revision": spec.revision,
        "table_width": mm(width - 124_000),
        "border": Markup(border_drawing(sheet.width, sheet.height, sheet.border, pens)),
        "net": Markup(drawings.net_drawing(spec, pens, strings)),
        "enlarged": Markup(drawings.face_drawing(spec, worst, pens)),
        "face_left": mm(face_left),
        "head_width": mm(face_left - 15_000),
        "times": drawings.enlargement(spec),
        "worst": worst,
        "worst_cut": _cut_sentence(worst, strings),
        "view": Markup(drawings.view_drawing(spec, pens, size=view)),
        "view_width": mm(2 * (view * 8660 // 10_000) + 2000),
        "numbered": any(side.number is not None for side in spec.sides),
        "pairs": [_pair(spec, one, other, pens) for one, other in OPPOSITE],
        "rows": [_row(side, pens) for side in spec.sides],
        "valued": spec.die.has_values,
        "notes": _notes(spec, strings),
        "ruler": Markup(svg(_RULER_UM + 12_000, 8000, ruler(1000, 7500, _RULER_UM, color=pens.ink))),
    }


def _cut_sentence(side: Side, strings: Strings) -> str:
    measured = (("A", strings.say("line"), side.line_um), ("B", strings.say("gap"), side.gap_um))
    parts = [f"{name}\u00a0{kind}\u00a0{mm2(um)}" for name, kind, um in measured if um]
    return ", ".join(parts)


def _pair(spec: DieSpec, one: int, other: int, pens: Pens) -> Mapping[str, object]:
    icons = [Markup(drawings.icon_drawing(spec.side(position).icon, size=4600, color=pens.ink)) for position in (one, other)]
    return {"position": one, "other": other, "icon": icons[0], "other_icon": icons[1]}


def _row(side: Side, pens: Pens) -> Mapping[str, object]:
    return {
        "side": side,
        "pips": Markup(spots_drawing(side.position, pens)),
        "icon": Markup(drawings.icon_drawing(side.icon, size=6400, color=pens.ink)),
        "value": dict(side.face.values).get("value", ""),
        "effect": effect_text(side),
        "cut": f"{mm2(side.line_um) if side.line_um else '–'} / {mm2(side.gap_um) if side.gap_um else '–'}",
    }


def effect_text(side: Side) -> str:
    """What a face does: its text, which says its values; where it has none, its values by name, without those that are 0."""
    named = [f"{name.replace('_', ' ')} {number}" for name, number in side.face.values if number and name != "value"]
    return in_words(side.face.text) or ", ".join(named).capitalize() or "–"


def _notes(spec: DieSpec, strings: Strings) -> list[str]:
    notes = [
        strings.say("note_lengths", length=mm(_RULER_UM)),
        strings.say("note_black"),
        strings.say("note_edges", radius=mm(spec.radius)),
        strings.say("note_hands"),
        strings.say("note_thinnest", line=mm2(spec.thinnest("line")), gap=mm2(spec.thinnest("gap"))),
        strings.say("note_plain"),
    ]
    return [*notes, spec.die.print.note] if spec.die.print.note else notes


# ---------------------------------------------------------------- problems


def _see_icons(program: Program, complaints: Complaints) -> None:
    """Say which dice that tell how they are made cannot be drawn, or show nothing where they mean something."""
    for die in program.dice:
        if is_made(die):
            _see_drawings(die, dict(program.printed.icons), complaints)
            for face in (face for face, _ in face_counts(die) if is_bare(die, face)):
                message = f"the face {face.name} of {die.name} means something, but has no icon: it will be made blank"
                hint = "give it `icon:`; paper dice and stickers show its name"
                complaints.say("W824", message, ("die", die.id), hint, path=(face.id,))
        elif die.print.edge_um:
            message = f"`{die.id}` says how it is made, but its faces have no icons: there is no sheet of it"
            complaints.say("W824", message, ("die", die.id), "give its faces `icon:`, or remove `print:`")


def _see_drawings(die: Die, icons: Mapping[str, str], complaints: Complaints) -> None:
    """Say why a die cannot be drawn at all."""
    if not is_flat(die):
        message = f"{die.name} has {len(die.faces)} faces, and dice that are made have {', '.join(map(str, SOLIDS))}"
        complaints.say("E820", message, ("die", die.id), "take its `print:` away, or give it as many physical faces")
        return
    for name in sorted({face.icon for face in die.faces if face.icon}):
        wrong = ""
        try:
            segments(icons[name])
            unioned(scaled(icons[name], size=24_000, x=0, y=0))
        except KeyError:
            wrong = "has no drawing"
        except ValueError as error:
            wrong = f"cannot be drawn: {error}"
        if wrong:
            complaints.say("E821", f"{die.name} shows the icon {name}, which {wrong}", ("die", die.id), path=(name,))


def _say_no_room(die: Die, found: Sequence[str], complaints: Complaints) -> None:
    for message in found:
        complaints.say("E823", message, ("die", die.id), "shorten its name and texts, or give it another size")


def _see_lines(spec: DieSpec, complaints: Complaints) -> None:
    """Say which faces cannot be cut cleanly."""
    if spec.edge < SMALLEST_UM:
        message = f"{spec.die.name} has an edge of {mm(spec.edge)} mm; the smallest dice that are cut have {mm(SMALLEST_UM)} mm"
        complaints.say("W822", message, ("die", spec.die.id))
    for side in spec.sides:
        thin = [f"a {kind} of {mm2(um)} mm" for kind, um in (("line", side.line_um), ("gap", side.gap_um)) if 0 < um < THINNEST_UM]
        if thin:
            message = f"the face {side.face.name} of {spec.die.name} has {' and '.join(thin)}; makers ask for {mm(THINNEST_UM)} mm"
            complaints.say("W822", message, ("die", spec.die.id), path=(side.face.id,))
