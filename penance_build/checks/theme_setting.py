"""W812: a setting of the theme that nothing reads; E808, E809: one that cannot be understood; E811: a tincture that it lacks.

E809 is also the size of a card type.

Whether an icon can be drawn is found by a build, which draws it. Cases: ``tests/cases/bad/printing``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.model.program.elaborate import Elaborated
from penance_build.press.imposition.trims import SIZES_SAID, TRIMS, trim_of
from penance_build.press.look.theme import mistakes, theme_from
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Judge the look of the game."""
    return [*_settings(game), *_named(game), *_sizes(game), *_tinctures(game), *_backs(game)]


def _settings(game: Game) -> Iterator[Problem]:
    for mistake in mistakes(tuple((name, item.text) for name, item in game.theme.items())):
        at = game.theme[mistake.key].at
        span = at.key_span if mistake.code == "W812" else at.span
        yield Problem(mistake.code, mistake.says, span, mistake.cure, entity=("theme", mistake.key), path=at.path)


def _named(game: Game) -> Iterator[Problem]:
    """Settings for a type of card, or for what a card has or does, of a name that there is not."""
    of_cards = [*game.attributes, *game.counters, *game.procedures]
    layers = {layer.type.text for space in game.spaces.values() for layer in space.layers}
    grounds = [member.id for name in layers & set(game.enums) for member in game.enums[name].members]
    kinds = (("tint_", "type of card", list(game.card_types)), ("diagram_", "attribute, counter or procedure", of_cards))
    for kind, what, known in (*kinds, ("ground_", "member of a layer", sorted(grounds))):
        for key, item in game.theme.items():
            name = key.removeprefix(kind)
            if name and name != key and name not in known:
                at, hint = item.at, did_you_mean(name, known) or "remove it"
                message = f"nothing reads the setting `{key}` of the theme: there is no {what} `{name}`"
                yield Problem("W812", message, at.key_span, hint, entity=("theme", key), path=at.path)
    for key, item in game.theme.items():
        _, space, given = item.text.partition(" ")
        procedure = game.procedures.get(key.removeprefix("diagram_"))
        inputs = [] if procedure is None else [one.name for one in procedure.inputs]
        if key.startswith("diagram_") and space and procedure is not None and given not in inputs:
            hint = did_you_mean(given, inputs) or f"its inputs are: {', '.join(inputs) or 'none'}"
            message = f"the theme's {key} reads the input `{given}`, which the procedure does not have"
            yield Problem("E809", message, item.at.span, hint, entity=("theme", key), path=item.at.path)


def _sizes(game: Game) -> Iterator[Problem]:
    for name, kind in game.card_types.items():
        if kind.size is not None and trim_of(kind.size.text) is None:
            message = f"the size of the card type `{name}` is `{kind.size.text}`; expected {SIZES_SAID}"
            hint = did_you_mean(kind.size.text, tuple(TRIMS))
            yield Problem("E809", message, kind.size.span, hint, entity=("card_type", name), path=kind.size.path)


def _known(game: Game) -> list[str]:
    """The tinctures of the theme."""
    theme = theme_from(tuple((name, item.text) for name, item in game.theme.items()))
    return [tincture.name for tincture in theme.tinctures]


def _tinctures(game: Game) -> Iterator[Problem]:
    known = _known(game)
    for name, faction in game.factions.items():
        if faction.tincture and faction.tincture not in known:  # one that is left out is the ink
            message, at = f"the theme has no tincture `{faction.tincture}`", faction.at
            yield Problem("E811", message, at.span_of("tincture"), _like(faction.tincture, known), entity=("faction", name), path=at.path)


def _backs(game: Game) -> Iterator[Problem]:
    known = _known(game)
    owners = [*(("card_type", name, item.back) for name, item in game.card_types.items())]
    owners += [("deck", name, item.back) for name, item in game.decks.items()]
    for kind, name, back in owners:
        at = None if back is None else back.tincture
        if at is not None and at.text not in known:
            message = f"the theme has no tincture `{at.text}`"
            yield Problem("E811", message, at.span, _like(at.text, known), entity=(kind, name), path=at.path)


def _like(name: str, known: list[str]) -> str:
    return did_you_mean(name, known) or "the theme has: " + ", ".join(known)
