"""Which ids were renamed, and whether two records are the same but for that: an id that went, and one that came with equal content."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from penance_build.ir.record import Record, replace

# Which kinds a field of a record names; a tuple is searched. Everything else in a record is no reference.
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "Type.ref": ("enum", "die"),
    "Type.unit": ("unit",),
    "Lookup.table": ("table",),
    "Part.table": ("table",),
    **dict.fromkeys(("Fold.die", "Keep.die", "Shape.die", "Roll.die", "Reroll.die", "Procedure.rolls"), ("die",)),
    **dict.fromkeys(("Roll.name", "Reroll.name", "Roll.slot", "Reroll.slot", "Var.name", "Slot.name"), ("die",)),
    **dict.fromkeys(("Claim.mean", "Claim.spread", "Asked.mean", "Asked.spread"), ("die",)),
    **dict.fromkeys(("ZoneSize.zone", "ZoneFold.zone", "TopCard.zone", "Pick.zone", "Shuffle.zone"), ("zone",)),
    **dict.fromkeys(("Move.source", "Move.target", "Setup.deck"), ("zone",)),
    **dict.fromkeys(("Counter.counter", "Change.counter", "DeckDef.counters", "Space.at", "Space.facing"), ("counter",)),
    **dict.fromkeys(("CounterDef.unit",), ("unit",)),
    "CounterDef.ref": ("enum",),
    "CounterDef.owner": ("space",),
    "CardAttr.attr": ("attribute",),
    **dict.fromkeys(("Call.procedure", "Card.procedure", "Setup.procedure"), ("procedure",)),
    **dict.fromkeys(("Claim.procedure", "Asked.procedure", "Example.procedure"), ("procedure",)),
    "Bot.score": ("procedure",),
    "Card.type": ("card_type",),
    **dict.fromkeys(("Card.faction", "DeckDef.faction", "CardSet.faction", "Construction.shared"), ("faction",)),
    **dict.fromkeys(("Card.slot", "CardSet.slot", "DeckPart.slot"), ("slot",)),
    "Card.back": ("card",),
    "Card.values": ("attribute",),
    "Note.source": ("procedure",),
    **dict.fromkeys(("DeckDef.cards", "CardSet.cards"), ("card",)),
    "DeckDef.construction": ("construction",),
    "Setup.decks": ("deck",),
    "Setup.zones": ("zone", "deck"),
    "Situation.decks": ("deck",),
    "Situation.counters": ("counter",),
    "Situation.zones": ("zone", "card"),
    "Space.layers": ("table",),
    "Card.verbs": ("procedure", "counter", "zone"),
    "Face.icon": ("icon",),
    **dict.fromkeys(("Attribute.icon", "Faction.icon", "Group.icon"), ("icon",)),
    "Block.ref": ("table", "die", "counter", "enum"),
    **dict.fromkeys(("Claim.ruling", "Example.ruling"), ("ruling",)),
}
Named = Callable[[str, str, tuple[str, ...]], bool]
Pairs = frozenset[tuple[str, str, str]]  # kind, old id, new id
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")


def alike(old: Any, new: Any, pairs: Pairs) -> bool:
    """Whether two values of the IR are equal but for ids that were renamed."""
    return old == new or (bool(pairs) and _alike(old, new, pairs, ()))


def _alike(old: Any, new: Any, pairs: Pairs, kinds: tuple[str, ...]) -> bool:
    if isinstance(old, Record) and type(old) is type(new):
        name = type(old).__name__
        return all(
            _alike(getattr(old, field), getattr(new, field), pairs, _NAMES.get(f"{name}.{field}", ())) for field in old.__struct_fields__
        )
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(_alike(one, other, pairs, kinds) for one, other in zip(old, new, strict=True))
    return bool(old == new) or any((kind, old, new) in pairs for kind in kinds) or (bool(kinds) and _made_of(old, new, pairs))


def _made_of(old: object, new: object, pairs: Pairs) -> bool:
    """Whether both are made by the compiler of the id of a renamed rule: ``refill.what``, or ``procedure refill`` as a source."""
    if not isinstance(old, str) or not isinstance(new, str):
        return False
    kind, _, id_ = old.partition(" ")
    if (kind, id_, new.removeprefix(f"{kind} ")) in pairs and new.startswith(f"{kind} "):
        return True
    (head, dot, rest), (other, _, tail) = old.partition("."), new.partition(".")
    return bool(dot) and rest == tail and any((kind, head, other) in pairs for kind in ("procedure", "card", "space"))


def renames(gone: Mapping[str, Sequence[Any]], come: Mapping[str, Sequence[Any]]) -> Pairs:
    """The renamed ids among definitions that went and that came, by kind.

    Found again and again, because what names a renamed thing is equal only once that is known. A thing that two others are
    equal to was not renamed. Names that people read may differ where that leaves no doubt.
    """
    found: set[tuple[str, str, str]] = set()
    while True:
        before = len(found)
        for is_same in (_same_and_named, _same):
            for kind in gone:
                taken = {(which, end) for which, old, new in found if which == kind for end in (f"old {old}", f"new {new}")}
                left = [item for item in gone[kind] if (kind, f"old {item.id}") not in taken]
                right = [item for item in come.get(kind, ()) if (kind, f"new {item.id}") not in taken]
                found |= _matched(kind, left, right, frozenset(found), is_same)
            if len(found) > before:
                break
        if len(found) == before:
            return frozenset(found)


def _matched(kind: str, left: Sequence[Any], right: Sequence[Any], pairs: Pairs, is_same: Callable[[Any, Any, Pairs], bool]) -> Pairs:
    options = [(old.id, new.id) for old in left for new in right if is_same(old, new, _assumed(kind, old.id, new.id, pairs))]
    olds, news = [old for old, _ in options], [new for _, new in options]
    return frozenset(
        pair for old, new in options if olds.count(old) == 1 and news.count(new) == 1 for pair in _assumed(kind, old, new, frozenset())
    )


def _assumed(kind: str, old: str, new: str, pairs: Pairs) -> Pairs:
    """The pairs with this one; a card brings its effect."""
    own = {(kind, old, new), *([("procedure", f"card.{old}", f"card.{new}")] if kind == "card" else [])}
    return pairs | own


def _same_and_named(old: Any, new: Any, pairs: Pairs) -> bool:
    return _alike(replace(old, id=""), replace(new, id=""), pairs, ())


def _same(old: Any, new: Any, pairs: Pairs) -> bool:
    if isinstance(old, Record) and "name" in old.__struct_fields__:
        old, new = replace(old, name=""), replace(new, name="")
    return _same_and_named(old, new, pairs)


class Renamer:
    """Texts of the old game with the new ids in them, so that a renamed word alone is no difference."""

    def __init__(self, pairs: Pairs) -> None:
        self.words = {old: new for _, old, new in sorted(pairs) if "." not in old}

    def __call__(self, text: str) -> str:
        return _WORD.sub(lambda found: self.words.get(found[0], found[0]), text) if self.words else text
