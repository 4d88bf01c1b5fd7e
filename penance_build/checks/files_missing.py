"""E834: a picture, font or template that the game names, and that is not in its folder. Only a game in a folder can lack one.

Whether a picture can be used is found by a build, which opens it. Cases: ``tests/test_layout_pictures.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir.nodes import ByValue, LayoutBox
from penance_build.model.cards.backs import shown_on_backs
from penance_build.model.program.elaborate import Elaborated
from penance_build.press.text.families import FONT_FILE
from penance_build.surface.game import Game
from penance_build.surface.nodes import At

_NAMED = 3
_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")


class Use(Struct, frozen=True):
    """A file that the game names: where, for what entity, and on which card (an empty name: on all)."""

    name: str
    at: At
    is_key: bool
    entity: tuple[str, str]
    card: str
    what: str = "picture"


def files_used(game: Game, combinations: Sequence[Elaborated]) -> tuple[Use, ...]:
    """The files that the game names, in the order in which they are met."""
    found: dict[tuple[str, str], Use] = {}
    for use in (*_of_theme(game), *_of_cards(combinations), *_of_layouts(game, combinations), *_of_backs(game, combinations)):
        found.setdefault((use.name, use.card), use)
    return tuple(found.values())


def missing(uses: Sequence[Use], names: Sequence[str]) -> list[Problem]:
    """One problem for each place that names files which are not among the ``names`` of the folder."""
    known = set(names)
    by_place: dict[int, list[Use]] = {}
    for use in uses:
        if use.name not in known:
            by_place.setdefault(id(use.at), []).append(use)
    problems = []
    for found in by_place.values():
        first = found[0]
        files = list(dict.fromkeys(use.name for use in found))
        more = f" and {len(files) - _NAMED} more" if len(files) > _NAMED else ""
        listed = ", ".join(files[:_NAMED]) + more
        of = f"the picture {listed} of card “{first.card}” is" if len(files) == 1 and first.card else f"the {first.what} {listed} is"
        says = f"{of} not there" if len(files) == 1 else f"{len(files)} pictures are not there: {listed}"
        hint = _elsewhere(first, names) or did_you_mean(first.name, list(names)) or "put it into the game's folder"
        span = first.at.key_span if first.is_key else first.at.span
        problems.append(Problem("E834", says, span, hint, entity=first.entity, path=first.at.path))
    return problems


def _elsewhere(use: Use, names: Sequence[str]) -> str:
    """What to write for a bare name of a file that lies in one folder of the game."""
    found = [name for name in names if name.rpartition("/")[2] == use.name] if "/" not in use.name else []
    if len(found) != 1:
        return _spelt_so(use.name, names)
    folder = found[0].rpartition("/")[0]
    if use.at.file.is_sheet:
        return f"it lies in the folder {folder}: name that in the mapping, COLUMN: {{to: {use.at.key}, folder: {folder}}}"
    return f"it lies in the folder {folder}: write {found[0]}"


def _spelt_so(used: str, names: Sequence[str]) -> str:
    """What to write for a name that lacks its ending, or is written in other capitals, or lies in a folder so."""
    wanted = used.casefold()
    for forms in (
        lambda name: (name.casefold(),),
        lambda name: (_stem(name),),
        lambda name: (name.rpartition("/")[2].casefold(), _stem(name).rpartition("/")[2]),
    ):
        found = [name for name in names if wanted in forms(name) and name.casefold().endswith(_ENDINGS)]
        if found:
            return f"did you mean {' or '.join(f'`{name}`' for name in found[:_NAMED])}?"
    return ""


def _stem(name: str) -> str:
    return name.rpartition(".")[0].casefold()


def _of_theme(game: Game) -> Iterator[Use]:
    """The fonts of the game's own, and those that may stand beside them."""
    for key, item in game.theme.items():
        if key.startswith("font_") and FONT_FILE.match(item.text):
            yield Use(item.text, item.at, False, ("theme", key), "", "font")


def _of_cards(combinations: Sequence[Elaborated]) -> Iterator[Use]:
    images = {item.id for elaborated in combinations for item in elaborated.program.printed.words if item.kind == "image"}
    for facts in distinct_cards(combinations) if images else ():
        for name, parts in facts.card.words:
            if name in images and parts:
                yield Use(parts[0], facts.item.said[name][0], False, facts.entity, facts.card.name)


def _of_backs(game: Game, combinations: Sequence[Elaborated]) -> Iterator[Use]:
    """The files of backs that show a picture, or a layout with pictures."""
    places = shown_on_backs(game)
    for elaborated in combinations if places else ():
        from penance_build.press.backs.chosen import back_of
        from penance_build.press.cards.saying import layout_on_back, said_on_back

        program = elaborated.program
        for deck in program.decks:
            for chosen in dict.fromkeys(back_of(program, deck, program.by_id.cards[card]) for card, _ in deck.cards):
                if chosen.shows not in places:
                    continue
                layout, said = layout_on_back(program, chosen), said_on_back(program, chosen, "")
                ats = {box.id: box.at for box in game.layouts[layout.id].boxes} if layout.id else {}
                shown: list[tuple[ByValue, At, str]] = (
                    [(layout.ground, places[chosen.shows], "picture")] if _is_picture(layout.ground) else []
                )
                shown += [(box.content, ats[box.id], box.kind) for box in layout.boxes if box.kind in ("picture", "template")]
                for content, at, what in shown:
                    name = said.fill(said.choose(content))
                    if name and "." in name:
                        yield Use(name, at, False, ("layout", layout.id) if layout.id else ("deck", deck.id), "", what)


def _of_layouts(game: Game, combinations: Sequence[Elaborated]) -> Iterator[Use]:
    """The files of boxes and grounds, of each card that has them; those that an image of the card names are of the card."""
    for elaborated in combinations:
        program = elaborated.program
        images = {f"{{{item.id}}}" for item in program.printed.words if item.kind == "image"}
        for layout in program.printed.layouts:
            item = game.layouts[layout.id]
            ats = {own.id: own.at for own in item.boxes}
            places: list[tuple[ByValue, At, LayoutBox | None]] = [(layout.ground, item.at, None)] if _is_picture(layout.ground) else []
            places += [(box.content, ats[box.id], box) for box in layout.boxes if box.kind in ("picture", "template")]
            if not places:
                continue
            from penance_build.press.cards.saying import layout_of, said_of

            if layout.is_back:
                continue
            for card in program.cards:
                if layout_of(program, card) != layout:
                    continue
                said = said_of(program, card, None, "")
                for content, at, box in places:
                    pattern = said.choose(content)
                    name = said.fill(pattern) if pattern not in images and (box is None or said.shows(box)) else None
                    if name and "." in name:
                        what = "template" if box is not None and box.kind == "template" else "picture"
                        yield Use(name, at, True, ("layout", layout.id), card.name if "{" in pattern else "", what)


def _is_picture(ground: ByValue) -> bool:
    return any("." in text for text in (ground.other, *(case for _, case in ground.cases)))
