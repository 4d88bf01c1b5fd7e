"""Faces of cards as they were and as they are: by which of their parts they differ, in words that people understand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from penance_build.build.prints import files_of
from penance_build.ir.nodes import DeckDef, Program
from penance_build.ir.record import Record
from penance_build.press.backs.chosen import deck_backs
from penance_build.press.cards.printed import NAMED, PANEL, TYPE_SIZE, File, Parts, back_parts, front_parts
from penance_build.press.faces.sharing import Decks
from penance_build.product import FileRefused, Files, NoFiles

# By kind and id what something was called before.
Was = Mapping[tuple[str, str], str]
_OTHER = "other"
# What the cards of a deck share is not known where a font cannot be had.
_MAY_LACK = (PANEL, TYPE_SIZE)
_LAYOUT = "layout"
# What comes and goes with a box says nothing by itself.
_IN_BOXES = (_LAYOUT, "icons", "colour", "fonts", TYPE_SIZE)


class Held(Record):
    """The files of both games, and what tells of some names those whose file is another one, where there is a quicker way to know."""

    old: Files = NoFiles()
    new: Files = NoFiles()
    changed: Callable[[Collection[str]], Collection[str]] | None = None

    def others(self, names: Collection[str]) -> Collection[str]:
        """Those of these files that are not as they were."""
        if self.changed is not None:
            return self.changed(names) if names else ()
        return {name for name in names if _content(self.old, name) != _content(self.new, name)}


def _content(files: Files, name: str) -> bytes | None:
    try:
        return files.content(name)
    except FileRefused:
        return None


class Faces(Record):
    """The fronts and backs of a card in a deck, as they were and as they are; where it was not in this deck there are no backs."""

    deck: str
    fronts: tuple[Parts, Parts]
    backs: tuple[list[Parts], list[Parts]]

    @property
    def parts(self) -> Iterator[Parts]:
        """Of all faces."""
        yield from (*self.fronts, *self.backs[0], *self.backs[1])


def faces_of(old: Program, new: Program, was: Was, held: Held) -> Mapping[str, tuple[Faces, ...]]:
    """The faces of each card of a deck that both games have, for each of its decks."""
    found: dict[str, list[Faces]] = {}
    backs, shared = (deck_backs(old), deck_backs(new)), (Decks(old, held.old), Decks(new, held.new))
    for deck in new.decks:
        then = old_deck(old, deck.id, was)
        had = {} if then is None else dict(then.cards)
        for name, _ in deck.cards:
            card, before = new.by_id.cards[name], old.by_id.cards.get(was.get(("card", name), name))
            if before is None:
                continue
            if then is None or before.id not in had:
                faces = Faces(deck.id, (front_parts(old, before), front_parts(new, card)), ([], []))
            else:
                lying = shared[0].place(then, before.id), shared[1].place(deck, name)
                fronts = front_parts(old, before, lying[0]), front_parts(new, card, lying[1])
                behind = back_parts(old, backs[0][then.id], before, lying[0]), back_parts(new, backs[1][deck.id], card, lying[1])
                faces = Faces(deck.id, fronts, behind)
            found.setdefault(name, []).append(faces)
    return {name: tuple(faces) for name, faces in found.items()}


def old_deck(old: Program, name: str, was: Was) -> DeckDef | None:
    """The deck that a deck was."""
    return old.by_id.decks.get(was.get(("deck", name), name))


def other_files(faces: Mapping[str, tuple[Faces, ...]], held: Held) -> Collection[str]:
    """The files on these faces that are not as they were."""
    shown = dict.fromkeys(file for found in faces.values() for item in found for parts in item.parts for file in _files(parts))
    named = {file: files_of(file, held.new) for file in shown}
    others = held.others({name for names in named.values() for name in names})
    return {file.name for file, names in named.items() if any(name in others for name in names)}


def reasons(faces: Faces, others: Collection[str]) -> tuple[str, ...]:
    """Why a card is to be printed anew: the parts by which its front differs, and ``back``."""
    front = tuple(dict.fromkeys(name.removeprefix(NAMED) for name in differing(faces.fronts[0], _marked(faces.fronts[1], others))))
    old, new = faces.backs
    has_other = len(old) != len(new) or any(differing(then, _marked(now, others)) for then, now in zip(old, new, strict=False))
    return (*front, "back") if has_other else front


def differing(old: Mapping[str, object], new: Mapping[str, object]) -> tuple[str, ...]:
    """The parts by which two faces differ, in the order of the new print, then of those that it has no more."""
    if (_LAYOUT in old) != (_LAYOUT in new):
        return (_LAYOUT,)
    names = []
    for name in {**new, **old}:
        then, now = old.get(name), new.get(name)
        if name in _MAY_LACK and None in (then, now) and _LAYOUT not in new:
            continue
        if name in _IN_BOXES and _LAYOUT in new:
            then, now = (part if isinstance(part, Mapping) else {} for part in (then, now))
            if any(then[box] != now[box] for box in now if box in then):
                names.append(name)
        elif then != now:
            names.append(name)
    if names or _LAYOUT not in new:
        return tuple(names)
    return (_LAYOUT,) if any([*_boxes(old, name).values()] != [*_boxes(new, name).values()] for name in _IN_BOXES) else ()


def _boxes(parts: Mapping[str, object], name: str) -> Mapping[str, object]:
    part = parts.get(name)
    return part if isinstance(part, Mapping) else {}


def _files(part: object) -> Iterator[File]:
    """The files that a part names."""
    if isinstance(part, File):
        yield part
    elif isinstance(part, Mapping):
        yield from (file for item in part.values() for file in _files(item))
    elif isinstance(part, list | tuple):
        yield from (file for item in part for file in _files(item))


def _marked(parts: Parts, others: Collection[str]) -> Parts:
    """The parts of a face on which files differ that are not as they were."""
    return {name: _mark(part, others) for name, part in parts.items()} if others else parts


def _mark(part: object, others: Collection[str]) -> object:
    if isinstance(part, File):
        return File(part.name, _OTHER) if part.name in others else part
    if isinstance(part, Mapping):
        return {name: _mark(item, others) for name, item in part.items()}
    if isinstance(part, list | tuple):
        return type(part)(_mark(item, others) for item in part)
    return part
