"""The product ``kit``: cards, dice and the reference as a build makes them, and a page on what to do with them, in one archive."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from penance_build.build.judging.answers import produce as make_reference
from penance_build.build.notice import produce as make_notice
from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem
from penance_build.exits.archive import stored
from penance_build.kit.decks import copies_of, decks_of
from penance_build.kit.entries import card_entries, die_entries, sheet_entries
from penance_build.kit.needs import rolled
from penance_build.kit.page import kit_page
from penance_build.press.cards.product import produce as make_cards
from penance_build.press.complaints import Complaints
from penance_build.press.dice.flat_sheets import STICKERS
from penance_build.press.dice.product import produce as make_dice
from penance_build.press.imposition.true_size import at_true_size
from penance_build.press.look.sizes import sheet_paper_for
from penance_build.press.look.style import say_warnings, style_of
from penance_build.press.text.strings import strings_of
from penance_build.product import Artifact, Produced, Settings


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``kit/GAME.zip``; nothing of a game that has nothing to print."""
    program = compilation.program
    if program is None:
        return Produced(())
    decks = decks_of(program, settings.chosen.decks)
    cards = make_cards(compilation, replace(settings, chosen=replace(settings.chosen, decks=decks.all)))
    dice, sheets, notice = make_dice(compilation, settings), make_reference(compilation, settings), make_notice(compilation, settings)
    problems = [problem for made in (cards, dice, sheets, notice) for problem in made.problems]
    if any(problem.severity == "error" for problem in problems):
        return Produced((), tuple(problems))
    copies = copies_of(program, decks, cards.artifacts)
    of_cards = tuple(artifact for artifact in cards.artifacts if artifact.path in copies)
    dice_rolled = rolled(program, decks.all)
    names = {f"die {die.id}" for die in dice_rolled}
    of_dice = tuple(artifact for artifact in dice.artifacts if _is_for_players(artifact) and names & set(artifact.made_from))
    chosen = (*sheets.artifacts, *of_cards, *of_dice)
    if not chosen:
        return Produced((), tuple(problems))
    complaints, strings = Complaints(compilation), strings_of(program)
    style = style_of(program, complaints, settings.cache, files=settings.files)
    if style is None:
        return Produced((), (*problems, *complaints.found()))
    paper = sheet_paper_for(program, settings.paper)
    entries = [
        *sheet_entries(program, sheets.artifacts, decks.players, paper.id, strings),
        *card_entries(program, of_cards, copies, settings.printing),
        *die_entries(program, of_dice, strings),
    ]
    page = kit_page(program, style, paper, settings, entries, dice_rolled, decks.players, strings)
    say_warnings(complaints, page.warnings, "the page of the kit", ("game", program.game))
    files = [
        (f"README-{paper.id}.pdf", at_true_size(page.pdf)),
        *((artifact.path, artifact.data) for artifact in (*chosen, *notice.artifacts)),
    ]
    return _packed(program.game, files, (*chosen, *notice.artifacts), (*problems, *complaints.found()))


def _is_for_players(artifact: Artifact) -> bool:
    """Whether a file of a die is printed and folded, or read: stickers need dice to stick them on, the others are for makers."""
    return artifact.path.endswith(".pdf") and not artifact.path.startswith(f"dice/{STICKERS.file}-")


def _packed(game: str, files: list[tuple[str, bytes]], of: Sequence[Artifact], problems: tuple[Problem, ...]) -> Produced:
    made_from = tuple(sorted({name for artifact in of for name in artifact.made_from}))
    return Produced((Artifact(f"kit/{game}.zip", stored(files), made_from),), problems)
