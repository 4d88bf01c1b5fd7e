"""Two programs to their differences: of every definition the facts, of every rule the steps, and what only follows from these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from penance_build.diff.bodies import body_differences, place
from penance_build.diff.describing.definitions import KINDS, Definition, facts
from penance_build.diff.describing.facts import Fact, Facts, Group, group_of
from penance_build.diff.describing.things import row_names
from penance_build.diff.describing.written import TEXT_KINDS
from penance_build.diff.renames import Pairs, Renamer, alike, renames
from penance_build.diff.result import Change, Difference, Key, Place
from penance_build.diff.sources import UNCOMPILED, compare_leaves, group_of_kind
from penance_build.diff.view import View
from penance_build.ir import nodes as ir
from penance_build.ir.record import replace
from penance_build.model.context.rule import EFFECT

# The first words of labels of texts that name definitions, and of those that are said of inputs, results and rolls.
_OF_IDS = frozenset("shows columns procedure question inputs dice expects does ruling sources stands faces layers icon".split())


class Compared(Struct, frozen=True, eq=False):
    """The differences of two programs, what follows from them, and the ids that were renamed."""

    differences: list[Difference]
    follows: tuple[Key, ...]
    pairs: Pairs
    renamed: Renamer


def compare_compiled(old: View, new: View) -> Compared:
    """All differences, kind by kind, in the order of the new game."""
    gone = {kind: [item for name, item in items.items() if name not in new.compiled[kind]] for kind, items in old.compiled.items()}
    come = {kind: [item for name, item in items.items() if name not in old.compiled[kind]] for kind, items in new.compiled.items()}
    pairs = renames(_written_ones(old, gone), _written_ones(new, come))
    compared = _Programs(old, new, pairs)
    found = [difference for kind in KINDS for difference in compared.of_kind(kind)]
    told = {(item.key.kind, item.key.id) for item in found}
    return Compared(found, tuple(compared.follows(told)), pairs, compared.renamed)


def _written_ones(view: View, items: Mapping[str, list[Definition]]) -> Mapping[str, list[Definition]]:
    """Those that somebody wrote: what the compiler makes has the name of what it was made from."""
    return {kind: [item for item in found if _is_written(view, kind, item.id)] for kind, found in items.items()}


def _is_written(view: View, kind: str, name: str) -> bool:
    return kind in ("game", "reference") or name in view.written.get(kind, {})


class _Programs:
    def __init__(self, old: View, new: View, pairs: Pairs) -> None:
        self.old, self.new, self.pairs = old, new, pairs
        self.renamed = Renamer(pairs)
        self.was = {(kind, now): before for kind, before, now in pairs}

    def of_kind(self, kind: str) -> Iterator[Difference]:
        """The differences of one kind: of the definitions of the new game in their order, then those that went."""
        old, new = (view.compiled.get(kind, {}) for view in (self.old, self.new))
        kept = set()
        for name, item in new.items():
            before = old.get(self.was.get((kind, name), name))
            if before is not None:
                kept.add(before.id)
                yield from self._both(kind, before, item)
            elif _is_written(self.new, kind, name):
                yield self._one(kind, item, is_new=True)
        for name, item in old.items():
            if name not in kept and _is_written(self.old, kind, name):
                yield self._one(kind, item, is_new=False)
        if kind in UNCOMPILED:
            yield from compare_leaves(kind, self.old, self.new, self.was, self.renamed)

    def _one(self, kind: str, item: Definition, is_new: bool) -> Difference:
        """A definition that came or went, with what is said of it but for its texts."""
        view = self.new if is_new else self.old
        said = facts(view.program, item, view.head(kind, item.id))
        shown = _listed(fact for fact in said if fact.judged != "text" or kind in TEXT_KINDS)
        change: Change = "added" if is_new else "removed"
        was, now = (None, shown) if is_new else (shown, None)
        return Difference(group_of_kind(kind), view.key(kind, item.id), change, "", was, now, self._place(kind, item.id, is_new))

    def _both(self, kind: str, old: Definition, new: Definition) -> Iterator[Difference]:
        key = self.new.key(kind, new.id)
        if old.id != new.id:
            yield Difference(group_of_kind(kind), key, "renamed", "", old.id, new.id, self._place(kind, new.id, True))
        if old is not new and old != new and _is_written(self.new, kind, new.id):
            yield from self._facts(key, old, new)
        if isinstance(new, ir.Procedure) and isinstance(old, ir.Procedure) and not new.id.startswith(EFFECT):
            yield from self._body(key, "step", old, new)
        elif isinstance(new, ir.Card) and isinstance(old, ir.Card) and new.procedure and old.procedure:
            effects = self.old.program.by_id.procedures[old.procedure], self.new.program.by_id.procedures[new.procedure]
            yield from self._body(key, "effect", *effects)

    def _facts(self, key: Key, old: Definition, new: Definition) -> Iterator[Difference]:
        before, after = self._facts_of(key.kind, old, new)
        at = self._place(key.kind, new.id, True)
        yield from _items(key, before, after, at)
        shared = {fact.item for fact in before} & {fact.item for fact in after} | {""}
        ours = {fact.part: fact for fact in before if fact.item in shared}
        theirs = {fact.part: fact for fact in after if fact.item in shared}
        for part in [*theirs, *(part for part in ours if part not in theirs)]:
            made = _difference(key, ours.get(part), theirs.get(part), at)
            if made is not None:
                yield made

    def _facts_of(self, kind: str, old: Definition, new: Definition) -> tuple[Facts, Facts]:
        """What is said of both states, the old one with the new ids."""
        heads = self.old.head(kind, old.id), self.new.head(kind, new.id)
        rows: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        if isinstance(old, ir.Table) and isinstance(new, ir.Table):
            # The old rows bear the names by which the new ones are found, which are those of the old ones.
            rows = row_names(self.old.program, old, None), row_names(self.new.program, new, (self.old.program, old))
        before = facts(self.old.program, old, heads[0], rows[0])
        if self.pairs:
            before = tuple(map(self._renamed, before))
        return before, facts(self.new.program, new, heads[1], rows[1])

    def _renamed(self, fact: Fact) -> Fact:
        """A fact with the new ids; a text that people read keeps its words."""
        named = replace(fact, item=self.renamed(fact.item))
        if fact.judged == "text" and fact.label.split(" ")[0] not in _OF_IDS:
            return named
        order = tuple(map(self.renamed, fact.order))
        return replace(named, label=self.renamed(fact.label), shown=self.renamed(fact.shown), order=order)

    def _body(self, key: Key, part: str, old: ir.Procedure, new: ir.Procedure) -> Iterator[Difference]:
        if alike(old.body, new.body, self.pairs):
            return
        before, after = self.old.body(old.id), self.new.body(new.id)
        if before is not None and after is not None:
            yield from body_differences(key, part, before, after, self.renamed)

    def _place(self, kind: str, name: str, is_new: bool) -> Place | None:
        span = (self.new if is_new else self.old).span(kind, name)
        return None if span is None else place(span, is_new)

    # ------------------------------------------------------------ what follows

    def follows(self, told: set[tuple[str, str]]) -> Iterator[Key]:
        """What is compiled otherwise although nothing of its own changed; what the compiler made stands for what it was made from."""
        seen = set(told)
        for kind in KINDS:
            if kind in ("game", "claim", "example"):
                continue  # lists, and questions whose answers are compared
            old, new = (view.compiled.get(kind, {}) for view in (self.old, self.new))
            for name, item in new.items():
                before = old.get(self.was.get((kind, name), name))
                if before is None or alike(before, item, self.pairs | {(kind, before.id, name)}) or _same_but_id(before, item, self.pairs):
                    continue
                owner = self._owner(kind, name)
                if owner not in seen and owner[0] != "":
                    seen.add(owner)
                    yield self.new.key(*owner)

    def _owner(self, kind: str, name: str) -> tuple[str, str]:
        """The written definition that a compiled one belongs to; ("", "") for lists that the compiler makes of several."""
        if _is_written(self.new, kind, name):
            return kind, name
        head, _, rest = name.partition(".")
        if kind == "procedure":
            return ("bot" if head == "bot" else head, rest) if head in ("card", "bot") else ("procedure", head)
        if head == "procedure":
            return "procedure", rest.partition(".")[0]
        for owner in ("procedure", "card", "space"):
            if head in self.new.written.get(owner, {}):
                return owner, head
        return "", ""


def _same_but_id(old: Definition, new: Definition, pairs: Pairs) -> bool:
    return old.id != new.id and alike(replace(old, id=""), replace(new, id=""), pairs)


def _items(key: Key, before: Facts, after: Facts, at: Place | None) -> Iterator[Difference]:
    """The items of a definition that came or went, each as one difference."""
    ours, theirs = {fact.item for fact in before}, {fact.item for fact in after}
    for item in dict.fromkeys(fact.item for fact in (*after, *before)):
        if item and not (item in ours and item in theirs):
            own = [fact for fact in (after if item in theirs else before) if fact.item == item]
            shown = _listed(replace(fact, item="") for fact in own)
            was, now = (None, shown) if item in theirs else (shown, None)
            group: Group = "text" if all(fact.judged == "text" for fact in own) else "structure"
            yield Difference(group, key, "added" if was is None else "removed", item, was, now, at)


def _listed(said: Iterable[Fact]) -> str:
    return "; ".join(f"{fact.part} {fact.shown}" for fact in said if not fact.order).replace("\n", " ")


def _difference(key: Key, old: Fact | None, new: Fact | None, at: Place | None) -> Difference | None:
    """What became of a fact; two orders agree where the names that are in both stand alike."""
    if old is not None and new is not None:
        if old.shown == new.shown:
            return None
        if new.order or old.order:
            common = set(old.order) & set(new.order)
            if [name for name in old.order if name in common] == [name for name in new.order if name in common]:
                return None
    elif (old or new).order:  # type: ignore[union-attr]
        return None
    judged = "rule" if "rule" in {fact.judged for fact in (old, new) if fact is not None} else (new or old).judged  # type: ignore[union-attr]
    was, now = (None if fact is None else fact.shown for fact in (old, new))
    change: Change = "added" if old is None else "removed" if new is None else "changed"
    label = (new or old).part  # type: ignore[union-attr]
    return Difference(group_of(judged, was, now), key, change, label, was, now, at)
