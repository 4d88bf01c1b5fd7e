"""The order of dice for a maker: one archive with the order sheet, lists, drawings and outlines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from markupsafe import Markup

from penance_build.compilation import Compilation
from penance_build.exits.archive import stored
from penance_build.exits.dice_form import DiceForm
from penance_build.exits.job import json_bytes, notice_of
from penance_build.exits.makers.dice_preflight import Found, inspect_dice, is_less, nearest, thinnest
from penance_build.exits.profiles import Profile
from penance_build.ir.nodes import Program
from penance_build.ir.record import Record
from penance_build.press.complaints import Complaints
from penance_build.press.dice.drawings import icon_drawing, opposite
from penance_build.press.dice.product import effect_text
from penance_build.press.dice.product import produce as produce_dice
from penance_build.press.dice.room import Lying, lying
from penance_build.press.dice.solids import CUBE
from penance_build.press.dice.spec import DieSpec, Side, die_spec, face_file, is_made, manufacturing_data
from penance_build.press.digest import digest
from penance_build.press.drawing.border import border_drawing
from penance_build.press.drawing.drafting import Pens
from penance_build.press.drawing.lengths import mm, mm2
from penance_build.press.edition import edition
from penance_build.press.imposition.true_size import at_true_size
from penance_build.press.look.sizes import sheet_paper_for
from penance_build.press.look.style import Style, say_warnings, style_of
from penance_build.press.table import csv_bytes
from penance_build.press.text.figures import with_figures
from penance_build.press.text.layout import layout
from penance_build.press.text.strings import ENGLISH, Strings, strings_of, words_in
from penance_build.press.text.templates import render, template_text
from penance_build.product import Artifact, Produced, Settings

HEADS = (
    "die", "name", "quantity a set", "quantity in all", "edge mm", "material", "body", "body colour", "symbols", "symbol colour",
    "thinnest line mm", "thinnest gap mm", "revision", "drawing",
)  # fmt: skip
FACE_HEADS = ("die", "position", "opposite", "name", "icon", "number", "line mm", "gap mm", "from the edge mm", "svg", "dxf")
_TABLES_A_PAGE = 2
# What the sheet says beside its data: an order is in English, as makers of dice everywhere read it.
_WORDS = MappingProxyType({
    "game": "Game", "dice_a_set": "Dice a set", "sets": "Sets", "dice_in_all": "Dice in all", "outlines": "Outlines", "order": "Order",
    "die": "Die", "a_set": "A set", "in_all": "In all", "edge": "Edge", "material": "Material", "body": "Body", "symbols": "Symbols",
    "thinnest_line": "Thinnest line", "thinnest_gap": "Thinnest gap", "revision": "Revision", "face": "Face", "opposite": "Opposite",
    "symbol": "Symbol", "name": "Name", "number": "Number", "effect": "Effect", "line": "Line", "gap": "Gap", "file": "File",
    "title": "Order of dice", "faces": "Faces", "way_up": "Which way is up on a face, the drawing of its die shows",
})  # fmt: skip


class Order(Record):
    """What is ordered of whom."""

    program: Program
    profile: Profile
    form: DiceForm
    specs: tuple[DieSpec, ...]

    @property
    def revision(self) -> str:
        """Eight characters that change with anything that is ordered."""
        return digest([self.profile.id, self.form.sets, [(spec.die.id, spec.revision) for spec in self.specs]])[:8].upper()


def write(compilation: Compilation, program: Program, profile: Profile, settings: Settings) -> Produced:
    """``for-NAME/order.pdf`` and ``for-NAME/GAME-dice.zip``, after the preflight. Raises ``PrintLibraryMissing``."""
    complaints = Complaints(compilation)
    form = profile.dice
    assert form is not None, "a profile of this form has it"
    made = [die for die in program.dice if is_made(die) and len(die.faces) == CUBE]
    if not made:
        says = f"no die of {CUBE} faces says how it is made and has icons, so that there is nothing to order"
        complaints.say("E878", says, ("game", program.game), "give a die `print:`, and its faces `icon:`")
        return Produced((), complaints.found())
    for die in program.dice:
        if is_made(die) and die not in made:
            says = f"{die.name} has {len(die.faces)} faces and is left out of the order: only dice of {CUBE} are drawn for makers"
            complaints.say("W882", says, ("die", die.id), "send its outlines, which `penance build --only dice` makes")
    produced = produce_dice(compilation, settings)
    if any(problem.severity == "error" for problem in produced.problems):
        return Produced((), produced.problems)
    order = Order(program, profile, form, tuple(die_spec(program, die) for die in made))
    inspect_dice(profile, order.specs, complaints)
    style = None if complaints.has_errors else style_of(program, complaints, settings.cache, (), settings.files)
    if style is None:
        return Produced((), (*produced.problems, *complaints.found()))
    sheet = _sheet(order, style, settings, complaints)
    archive = stored(
        [
            ("order.pdf", sheet),
            *_lists(order),
            *_files(order, {artifact.path: artifact.data for artifact in produced.artifacts}, settings),
            *(("NOTICE.txt", data) for data in notice_of(settings.files)),
        ]
    )
    made_from = tuple(sorted({name for artifact in produced.artifacts for name in artifact.made_from}))
    artifacts = (
        Artifact(f"{profile.folder}/order.pdf", sheet, made_from),
        Artifact(f"{profile.folder}/{program.game}-dice.zip", archive, made_from),
    )
    return Produced(() if complaints.has_errors else artifacts, (*produced.problems, *complaints.found()))


def _lists(order: Order) -> list[tuple[str, bytes]]:
    """The order for spreadsheets and programs."""
    rows = [_row(order, spec) for spec in order.specs]
    faces = [cells for spec in order.specs for cells in _faces(order, spec)]
    data = {
        "format": "dice-order 1",
        "game": order.program.game,
        "rules_version": order.program.version,
        "maker": order.profile.name,
        "method": order.form.method,
        "revision": order.revision,
        "sets": order.form.sets,
        "line_min_um": order.form.line,
        "gap_min_um": order.form.gap,
        "dice": [{**manufacturing_data(spec), "quantity_in_all": spec.die.print.quantity * order.form.sets} for spec in order.specs],
    }
    return [("order.csv", csv_bytes(HEADS, rows)), ("faces.csv", csv_bytes(FACE_HEADS, faces)), ("order.json", json_bytes(data))]


def _files(order: Order, made: Mapping[str, bytes], settings: Settings) -> list[tuple[str, bytes]]:
    """The drawing of each die, and the outlines of its faces in the kinds that the maker takes."""
    paper = sheet_paper_for(order.program, settings.paper).id
    names = []
    for spec in order.specs:
        names.append(("drawings", f"{spec.die.id}-{paper}.pdf"))
        faces = dict.fromkeys(side.face for side in spec.sides if side.outline)
        names += [
            (f"faces-{kind}", face_file(spec.die, face, kind)) for face in faces for kind in ("svg", "dxf") if kind in order.form.files
        ]
    return [(f"{folder}/{name}", made[f"dice/{name}"]) for folder, name in names]


def _row(order: Order, spec: DieSpec) -> tuple[str | int, ...]:
    made = spec.die.print
    colours = (made.body, made.body_color, made.symbol, made.symbol_color)
    thin = [mm2(um) if um else "" for um in (spec.thinnest("line"), spec.thinnest("gap"))]
    counts = made.quantity, made.quantity * order.form.sets
    drawing = f"{order.program.game}-{spec.die.id}"
    return (spec.die.id, spec.die.name, *counts, mm(spec.edge), made.material, *colours, *thin, spec.revision, drawing)


def _faces(order: Order, spec: DieSpec) -> list[tuple[str | int, ...]]:
    found = []
    for side in spec.sides:
        called = (spec.die.id, side.position, opposite(side.position), side.face.name, side.face.icon)
        measured = (thinnest(spec, side, "line"), thinnest(spec, side, "gap"), nearest(spec, side))
        files = [face_file(spec.die, side.face, kind) if kind in order.form.files and side.outline else "" for kind in ("svg", "dxf")]
        found.append((*called, "" if side.number is None else side.number, *map(_um, measured), *files))
    return found


def _um(found: Found | None) -> str:
    return "" if found is None else mm2(max(0, found.um))


# ---------------------------------------------------------------- the page for people


def _sheet(order: Order, style: Style, settings: Settings, complaints: Complaints) -> bytes:
    sheet, theme = lying(sheet_paper_for(order.program, settings.paper)), style.theme
    html = render("dice/order.html", **_values(order, sheet, theme.pens))
    laid = layout(
        html, width_um=sheet.width, height_um=sheet.height, cache=settings.cache, fonts=with_figures(style.fonts),
        css=theme.css() + template_text("dice/order.css"),
    )  # fmt: skip
    say_warnings(complaints, laid.warnings, "the order of dice", ("game", order.program.game))
    return at_true_size(laid.pdf)


def _values(order: Order, sheet: Lying, pens: Pens) -> Mapping[str, object]:
    program, strings, specs = order.program, strings_of(order.program), order.specs
    pages = [specs[start : start + _TABLES_A_PAGE] for start in range(0, len(specs), _TABLES_A_PAGE)]
    total = sum(spec.die.print.quantity for spec in specs)
    return {
        "lang": ENGLISH,
        "say": Strings(ENGLISH, words_in(ENGLISH)).say,
        "words": _WORDS,
        "notes": _notes(order.form),
        "game": program.name,
        "version": edition(program.version, strings),
        "maker": order.profile.name,
        "form": order.form,
        "revision": order.revision,
        "total": total,
        "in_all": total * order.form.sets,
        "inside": sheet.style,
        "border": Markup(border_drawing(sheet.width, sheet.height, sheet.border, pens)),
        "dice": [_ordered(order, spec) for spec in specs],
        "pages": [[{"die": spec.die, "rows": [_shown(order, spec, side, pens) for side in spec.sides]} for spec in page] for page in pages],
        "files": f"{' and '.join(kind.upper() for kind in order.form.files)}, 1 : 1 in mm",
    }


def _notes(form: DiceForm) -> list[str]:
    margin = f", {mm2(form.margin)} from the edges of a face" if form.margin else ""
    asked = f"lines of {mm2(form.line)} and gaps of {mm2(form.gap)} at least{margin}"
    return [
        f"Lengths in millimetres. You ask for {asked}. What is thinner is red here.",
        "In each outline black is what is cut or printed, in the colour of the symbols. Contours are closed and do not cross.",
        "The lower left corner of the face is at the origin of a DXF.",
        "Dice of six are right-handed: 1, 2 and 3 run counter-clockwise round their corner, opposite faces add up to 7.",
        "Please confirm the revision of each die before it is made.",
    ]


def _ordered(order: Order, spec: DieSpec) -> Mapping[str, object]:
    made, icon = spec.die.print, next(side.icon for side in spec.sides if side.icon)
    return {
        "die": spec.die,
        "edge": mm(spec.edge),
        "revision": spec.revision,
        "in_all": made.quantity * order.form.sets,
        "line": _figure(spec.thinnest("line"), order.form.line),
        "gap": _figure(spec.thinnest("gap"), order.form.gap),
        "icon": Markup(icon_drawing(icon, size=7000, color=made.symbol_color)),
    }


def _figure(um: int, least: int) -> Mapping[str, object]:
    return {"says": mm2(um) if um else "–", "thin": um > 0 and is_less(um, least)}


def _shown(order: Order, spec: DieSpec, side: Side, pens: Pens) -> Mapping[str, object]:
    line, gap = (thinnest(spec, side, kind) for kind in ("line", "gap"))
    return {
        "side": side,
        "opposite": opposite(side.position),
        "icon": Markup(icon_drawing(side.icon, size=5500, color=pens.ink)),
        "effect": effect_text(side),
        "line": _figure(0 if line is None else line.um, order.form.line),
        "gap": _figure(0 if gap is None else gap.um, order.form.gap),
        "file": face_file(spec.die, side.face, "")[:-1] if side.outline else "–",
    }
