"""Steps about single cards, and choices that are left open, as functions."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from penance_build.ir.nodes import Const, Var
from penance_build.odds.functions.parts import Decide, Look, States, Take
from penance_build.odds.functions.source import Names
from penance_build.odds.functions.straight import Open, Straight, tuple_of
from penance_build.odds.planning.demand import STATE
from penance_build.odds.planning.plan import ChooseStep, Layout, LookStep, PickStep
from penance_build.odds.rewriting.exprs import Node, normal


class CardCode(Straight):
    """Writes the functions that look at, pick and leave to be chosen."""

    # ------------------------------------------------------------ tables by key

    def keys(self, layout: Layout, parts: list[Node]) -> Callable[[States], dict[tuple[Any, ...], None]]:
        at = {item: place for place, item in enumerate(layout)}
        places = [at[part] for part in parts if part in at]
        if places and len(places) == len(parts):  # no function to compile
            pick = itemgetter(*places)
            if len(places) > 1:
                return lambda src: dict.fromkeys(map(pick, src))
            return lambda src: {(pick(state),): None for state in src}
        return self.keyed(layout, lambda opened: [self.writer.value(part, opened.names) for part in parts])

    def keyed(self, layout: Layout, write: Callable[[Open], list[str]]) -> Callable[[States], dict[tuple[Any, ...], None]]:
        """A function that lists the keys which ``write`` writes, one for each state."""
        opened = self.open(layout, "src")
        opened.lines.insert(1, " out = {}")
        self.put(opened, f"out[{tuple_of(write(opened))}] = None")
        run: Callable[[States], dict[tuple[Any, ...], None]] = self.library.define("F", [*opened.lines, " return out"])
        return run

    def looped(self, layout: Layout, parts: list[Node], drawn: list[str]) -> Open:
        """A function over states and, for each, the rows of the table under the key that ``parts`` make."""
        return self.rowed(layout, lambda opened: [self.writer.value(part, opened.names) for part in parts], drawn)

    def rowed(self, layout: Layout, write: Callable[[Open], list[str]], drawn: list[str]) -> Open:
        """The same under the key that ``write`` writes."""
        opened = self.open(layout, "src, dst, fin, tables")
        self.put(opened, f"rows, scale = tables[{tuple_of(write(opened))}]")
        self.put(opened, "w *= scale")
        self.put(opened, f"for {tuple_of(drawn)}, q in rows:")
        opened.depth += 1
        opened.weight = self.fresh("w")
        self.put(opened, f"{opened.weight} = w * q")
        return opened

    # ------------------------------------------------------------ single cards

    def look(self, step: LookStep, after: Layout) -> Open:
        """The card of a zone that is seen, and what is known of the zone then."""
        zone = self.library.worlds.zone_at[step.zone]

        def write(opened: Open) -> list[str]:
            owner, legal = self.legal(opened, zone, step.owner, step.test)
            return [opened.names[Var(STATE)], owner, f"frozenset({legal})"]

        drawn = [self.fresh("o"), self.fresh("o")]
        keys, opened = self.keyed(step.before, write), self.rowed(step.before, write, drawn)
        opened.names = self.extended(opened, {Var(STATE): drawn[0], Var(step.slot): drawn[1]}, after)
        opened.make = lambda run: Look(keys, run, zone, step.tag)
        return opened

    def pick(self, step: PickStep, after: Layout) -> Open:
        """The card of a zone that is chosen."""
        zone, stmt = self.library.worlds.zone_at[step.stmt.zone], step.stmt

        def write(opened: Open) -> list[str]:
            owner, legal = self.legal(opened, zone, stmt.owner or Const(0), stmt.test)
            wanted = self.wanted(opened, step, legal)
            return [opened.names[Var(STATE)], owner, wanted]

        drawn = [self.fresh("o"), self.fresh("o")]
        keys, opened = self.keyed(step.before, write), self.rowed(step.before, write, drawn)
        opened.names = self.extended(opened, {Var(STATE): drawn[0], Var(stmt.slot): drawn[1]}, after)
        opened.make = lambda run: Take(keys, run, zone, step.tag)
        return opened

    def legal(self, opened: Open, zone: int, owner: Node, test: Node | None) -> tuple[str, str]:
        """Source of the owner, and of a list of the cards of his zone that pass a test."""
        who = self.writer.value(normal(owner), opened.names)
        pile = f"cards({opened.names[Var(STATE)]}[1][{zone}][{who}])"
        if test is None:
            return who, f"[*{pile}]"
        names: Names = {**opened.names, **self.writer.at_hand(normal(test))}
        return who, f"[c for c in {pile} if {self.writer.test(normal(test), names)}]"

    def wanted(self, opened: Open, step: PickStep, legal: str) -> str:
        """Source of the cards that a policy takes, each with its weight."""
        ends = self.library.worlds.ends
        if step.kind == "random":
            return f"each_of({legal})"
        if step.kind in ("card", "named"):
            refuse = self.illegal(step.stmt.slot, step.kind == "named")
            return f"the_one({legal}, {step.card}, {ends}, {refuse})"
        if step.score is None:
            return f"first_of({legal}, {ends})"
        names: Names = {**opened.names, **self.writer.at_hand(normal(step.score))}
        return f"first_of(greatest_of([({self.writer.value(normal(step.score), names)}, c) for c in {legal}]), {ends})"

    # ------------------------------------------------------------ choices that are left open

    def decide(self, step: ChooseStep, after: Layout) -> Open:
        """The legal options, each with the state that it leads to."""
        opened, asked = self.open(step.before, "src, out"), step.stmt
        assert asked is not None
        tests = ["True" if item.test is None else self.writer.test(normal(item.test), opened.names) for item in step.options]
        legal = [f"[({at}, {item.value})] * bool({test})" for at, (item, test) in enumerate(zip(step.options, tests, strict=True))]
        last = f"{self.illegal(step.slot, False)}()"
        if step.fallback is not None:
            last = f"[({step.options.index(step.fallback)}, {step.fallback.value})]"
        self.put(opened, f"c = ({' + '.join(legal)}) or {last}")
        if step.fallback is not None:
            self.put(opened, f"c = c if {self.any_rival(opened, step)} else {last}")
        self.found(opened, asked.by)
        chosen = self.fresh("c")
        self.put(opened, f"for n, {chosen} in c:")
        opened.depth += 1
        opened.names = self.extended(opened, {Var(step.slot): chosen}, after)
        self.put(opened, f"found.append((n, [({self.state_of(opened, after)}, 1)], 1))")
        opened.make = lambda run: Decide(run, self.plan.procedure.id, asked, step.before)
        opened.is_done = True
        return opened

    def decide_card(self, step: PickStep, after: Layout) -> Open:
        """The legal cards, each with the states that it leads to; -1 where there is none."""
        zone, stmt, ends = self.library.worlds.zone_at[step.stmt.zone], step.stmt, self.library.worlds.ends
        opened = self.open(step.before, "src, out")
        owner, legal = self.legal(opened, zone, stmt.owner or Const(0), stmt.test)
        world = opened.names[Var(STATE)]
        self.put(opened, f"c = by_kind({legal}, {ends})")
        self.found(opened, stmt.by)
        self.put(opened, "for n, cards_of_it in c:")
        opened.depth += 1
        drawn = [self.fresh("o"), self.fresh("o")]
        self.put(opened, f"rows, total = pick({world}, {zone}, {owner}, cards_of_it, {step.tag})")
        self.put(opened, "ends = []")
        self.put(opened, "found.append((n, ends, total))")
        self.put(opened, f"for {tuple_of(drawn)}, q in rows:")
        opened.depth += 1
        opened.names = self.extended(opened, {Var(STATE): drawn[0], Var(stmt.slot): drawn[1]}, after)
        self.put(opened, f"ends.append(({self.state_of(opened, after)}, q))")
        opened.make = lambda run: Decide(run, self.plan.procedure.id, stmt, step.before)
        opened.is_done = True
        return opened

    def found(self, opened: Open, by: Node) -> None:
        """Begin the list of answers of a state."""
        self.put(opened, "found = []")
        self.put(opened, f"out[{tuple_of(list(opened.names.values()))}] = ({self.writer.value(normal(by), opened.names)}, found)")

    def state_of(self, opened: Open, layout: Layout) -> str:
        """Source of the state of a layout."""
        return tuple_of([self.writer.value(item, opened.names) for item in layout])
