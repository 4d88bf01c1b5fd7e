"""The page of a kit on how to print, cut and assemble it, with a ruler that proves the scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from penance_build.ir.nodes import Die, Program
from penance_build.kit.entries import Entry
from penance_build.kit.needs import has_blocks, markers, shared_markers
from penance_build.press.dice.pools import at_hand
from penance_build.press.drawing.drafting import ruler
from penance_build.press.drawing.svg import svg
from penance_build.press.edition import edition
from penance_build.press.imposition.papers import Paper
from penance_build.press.look.style import Style
from penance_build.press.text.figures import with_figures
from penance_build.press.text.layout import LaidOut, layout
from penance_build.press.text.strings import Strings
from penance_build.press.text.templates import render, template_text
from penance_build.product import Printing, Settings

RULER_UM = 100_000
_CUTS = {"on": "kit_cut_cards", "lines": "kit_cut_lines", "off": "kit_cut_edges"}  # by the marks of the sheets
_PLAYERS = (2, 4)  # for so many the paper is counted, where nobody says how many play


def kit_page(
    program: Program,
    style: Style,
    paper: Paper,
    settings: Settings,
    entries: Sequence[Entry],
    dice: tuple[Die, ...],
    players: int,
    strings: Strings,
) -> LaidOut:
    """The page; a kit of very many files has several."""
    html = render(
        "kit/page.html",
        lang=strings.language,
        game=program.name,
        subtitle=program.printed.subtitle,
        version=strings.say("rules", version=edition(program.version, strings)),
        say=strings.say,
        paper=paper.name,
        printing=_printing(entries, paper, settings.printing, strings),
        cutting=_cutting(program, entries, settings.printing, strings),
        needs=_needs(program, dice, strings),
        rows=_rows(entries, strings),
        total=_total(entries, paper, strings),
        players=strings.say("kit_players", count=players) if players > 1 else "",
        ruler=Markup(svg(RULER_UM + 12_000, 8_000, ruler(1_000, 7_500, RULER_UM, color=style.theme.ink))),
    )
    css = style.theme.css() + template_text("kit/page.css")
    fonts = with_figures(style.fonts)
    return layout(html, width_um=paper.width_um, height_um=paper.height_um, cache=settings.cache, fonts=fonts, css=css)


def _printing(entries: Sequence[Entry], paper: Paper, printing: Printing, strings: Strings) -> list[str]:
    lines = [strings.say("kit_scale", paper=paper.name, length=RULER_UM // 1000)]
    is_short = printing.edge == "short"
    lines += [strings.say("kit_both_sides")] if any(entry.is_both and not (is_short and _has_cards(entry)) for entry in entries) else []
    lines += [strings.say("kit_both_short")] if is_short and any(entry.is_both and _has_cards(entry) for entry in entries) else []
    return [*lines, *([strings.say("kit_stiff")] if any(map(_has_cards, entries)) else [])]


def _has_cards(entry: Entry) -> bool:
    return entry.path.startswith("cards/")


def _total(entries: Sequence[Entry], paper: Paper, strings: Strings) -> str:
    """How much paper it all takes; for some numbers of players, where it depends on that and nobody says it."""
    if all(entry.times for entry in entries):
        return strings.say("kit_total", count=sum(entry.printed(1) for entry in entries), paper=paper.name)
    sums = ((players, sum(entry.printed(players) for entry in entries)) for players in _PLAYERS)
    told = "; ".join(strings.say("kit_total_for", count=count, players=players) for players, count in sums)
    return strings.say("kit_total", count=told, paper=paper.name)


def _cutting(program: Program, entries: Sequence[Entry], printing: Printing, strings: Strings) -> list[str]:
    lines = [strings.say("kit_fold_cards")] if printing.pages == "fold" and any(map(_has_cards, entries)) else []
    lines += [strings.say(_CUTS[printing.marks])] if any(map(_has_cards, entries)) else []
    lines += [strings.say("kit_cut_tokens")] if has_blocks(program, "tokens", "ruler") else []
    lines += [strings.say("kit_glue")] if any(entry.is_parted for entry in entries) else []
    return [*lines, *([strings.say("kit_fold")] if any(entry.path.startswith("dice/") for entry in entries) else [])]


def _needs(program: Program, dice: tuple[Die, ...], strings: Strings) -> list[str]:
    lines = [strings.say("kit_tools")]
    lines += [strings.say("kit_markers", count=markers(program))] if markers(program) else []
    lines += [strings.say("kit_markers_shared", count=shared_markers(program))] if shared_markers(program) else []
    lines += [strings.say("kit_pencil")] if has_blocks(program, "boxes") else []
    if dice:
        ready = at_hand(program)
        named = (f"{ready[die.id]} × {_called(die)}" if ready[die.id] else _called(die) for die in dice)
        lines.append(strings.say("kit_dice", dice=", ".join(named)))
        lines += [strings.say("kit_plain", count=count) for count in sorted({len(die.faces) for die in dice if die.print.edge_um})]
    return lines


def _called(die: Die) -> str:
    """A die by its name, and what it is bought as where its faces are the numbers from 1 on."""
    plain = f"d{len(die.faces)}"
    is_plain = die.has_values and [dict(face.values)["value"] for face in die.faces] == list(range(1, len(die.faces) + 1))
    return f"{die.name} ({plain})" if is_plain and plain != die.name else die.name


def _for_each(entry: Entry, strings: Strings) -> str:
    return strings.say("kit_each") if entry.serves == 1 else strings.say("kit_each_of", count=entry.serves)


def _rows(entries: Sequence[Entry], strings: Strings) -> list[Mapping[str, object]]:
    """The files, folder by folder."""
    rows: list[Mapping[str, object]] = []
    for entry in entries:
        sides = strings.say("kit_both" if entry.is_both else "kit_one")
        times = f"{entry.times} ×" if entry.times else _for_each(entry, strings)
        rows.append(
            {"path": entry.path, "says": entry.says, "sheets": entry.sheets, "sides": sides, "times": times, "many": entry.times != 1}
        )
    return rows
