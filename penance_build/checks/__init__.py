"""Checks over the whole: one file per check, listed here and nowhere else.

A check is a function ``check(game, elaborated) -> list[Problem]``; its module's docstring says what it finds.
Those of ``FINAL_CHECKS`` see all combinations of options together: ``check(game, [elaborated, …])``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Final

from msgspec.structs import replace

from penance_build.checks import (
    back_shown,
    branch_dead,
    card_attribute,
    card_draft,
    card_icon,
    card_lacks,
    card_letters,
    card_markup,
    card_text,
    card_twice,
    card_unknown,
    condition_unmet,
    constant_unread,
    counter_unread,
    deck_construction,
    deck_size,
    deck_unused,
    face_text,
    face_unread,
    file_names,
    icon_undrawn,
    kind_empty,
    language_unspoken,
    layout_place,
    layout_unshown,
    marked_cards,
    member_unread,
    name_misspelt,
    name_twice,
    printed_length,
    repeat_ends,
    row_label,
    run_length,
    table_gap,
    table_overlap,
    table_shadowed,
    table_unreachable,
    text_alone,
    text_figure,
    text_untold,
    theme_setting,
    too_large,
)
from penance_build.diagnostics.problem import Problem
from penance_build.ir import record
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game

Check = Callable[[Game, Elaborated], list[Problem]]
FinalCheck = Callable[[Game, Sequence[Elaborated]], list[Problem]]

TABLE_CHECKS: Final[tuple[Check, ...]] = (
    table_gap.check,
    table_overlap.check,
    table_shadowed.check,
)
RULE_CHECKS: Final[tuple[Check, ...]] = (too_large.check, run_length.check)
CHECKS: Final[tuple[Check, ...]] = (*RULE_CHECKS, *TABLE_CHECKS)
CARD_CHECKS: Final[tuple[FinalCheck, ...]] = (
    card_attribute.check,
    card_text.check,
    text_alone.check,
    card_icon.check,
    card_markup.check,
    card_letters.check,
    text_figure.check,
    card_draft.check,
    deck_size.check,
    deck_construction.check,
    theme_setting.check,
    language_unspoken.check,
    icon_undrawn.check,
    layout_place.check,
    back_shown.check,
    layout_unshown.check,
    printed_length.check,
    marked_cards.check,
    file_names.check,
)
FINAL_CHECKS: Final[tuple[FinalCheck, ...]] = (
    *CARD_CHECKS,
    table_unreachable.check,
    constant_unread.check,
    branch_dead.check,
    condition_unmet.check,
    counter_unread.check,
    deck_unused.check,
    text_untold.check,
    face_unread.check,
    face_text.check,
    repeat_ends.check,
    member_unread.check,
    name_misspelt.check,
    row_label.check,
    card_twice.check,
    name_twice.check,
    card_unknown.check,
    card_lacks.check,
    kind_empty.check,
)


def run_checks(game: Game, elaborated: Elaborated) -> list[Problem]:
    """All checks, in the order listed; with an error among them the final checks will not come, so cards are judged here.

    Tables that an earlier combination of options had are not judged again.
    """
    found = [problem for check in (CHECKS if elaborated.has_new_tables else RULE_CHECKS) for problem in check(game, elaborated)]
    if any(problem.severity == "error" for problem in found):
        found.extend(problem for check in CARD_CHECKS for problem in check(game, [elaborated]))
    return found


def run_table_checks(game: Game, elaborated: Elaborated, wrong: Set[tuple[str, str]]) -> list[Problem]:
    """The checks of single tables and cards, where something else is wrong: those of the tables and cards that are not."""
    sound = tuple(table for table in elaborated.program.tables if ("table", table.id) not in wrong)
    part = replace(elaborated, program=record.replace(elaborated.program, tables=sound))
    found = [problem for check in TABLE_CHECKS for problem in check(game, part)]
    judged = [problem for check in CARD_CHECKS for problem in check(game, [part])]
    return found + [problem for problem in judged if problem.entity not in wrong]


def run_final_checks(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """All checks that need every combination of options, in the order listed."""
    return [problem for check in FINAL_CHECKS for problem in check(game, combinations)]
