"""One way through a pass of a loop: what variables, counters and zones hold on it, and what is known of these numbers.

Two players may be the same one. What is written for the one has changed that of the other by as much, or not at all, unless
they are known to differ; what all have together (``ALL``) has changed by just as much.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from penance_build.falling.forms import Form, Symbols
from penance_build.ir.interpret.ready import MOST_PLAYERS
from penance_build.ir.nodes import Played, Type
from penance_build.ir.ops import Interval

ALL: Final = "all"
Kind = Literal["counter", "zone"]
Key = Form | Literal["all"] | None  # whose: a player or a hex, all of them together, the game
Atom = tuple[Kind, str, Key]


class Rolled(Struct, frozen=True):
    """A roll: how many dice, and a number that tells it from others."""

    die: str
    count: Form
    mark: int


class Listed(Struct, frozen=True):
    """A list: how many numbers, their bounds, and a number that tells it from others."""

    size: Form
    low: int | None
    high: int | None
    mark: int


Value = Form | Rolled | Listed


class Wrote(Struct, frozen=True):
    """Something was added to what an owner has; ``key`` None with ``any``: to any owner's, between these bounds."""

    kind: Kind
    name: str
    key: Key
    change: Form
    any: bool = False


class Proof(Struct):
    """What all ways through a loop share: the program, the symbols, and what things held when the pass began."""

    program: Played
    symbols: Symbols
    heads: dict[Atom, Form]
    slots: dict[str, Value]  # of the procedure of the loop, when the pass began
    marks: int = 0

    def mark(self) -> int:
        """A number that no roll or list has yet."""
        self.marks += 1
        return self.marks

    def box(self, atom: Atom) -> Interval:
        """The bounds of a counter or of the size of a zone."""
        kind, name, key = atom
        if kind == "zone":
            return 0, None
        counter = self.program.by_id.counters[name]
        if key != ALL:
            return counter.low, counter.high
        space = self.program.by_id.spaces.get(counter.owner)
        owners = MOST_PLAYERS if space is None else len(space.cells)
        return owners * min(0, counter.low), owners * max(0, counter.high)

    def unknown(self, kind: Type | None) -> Value:
        """Any value of a type."""
        if kind is None:
            return self.symbols.new(None, None)
        match kind.kind:
            case "roll":
                return Rolled(kind.ref, self.symbols.new(kind.low or 0, kind.high), self.mark())
            case "list":
                return Listed(self.symbols.new(kind.shortest, kind.longest), kind.low, kind.high, self.mark())
            case "bool":
                return self.symbols.new(0, 1)
            case "enum":
                enum = self.program.by_id.enums.get(kind.ref)
                return self.symbols.new(0, None if enum is None else len(enum.members) - 1)
            case "player":
                return self.symbols.new(0, MOST_PLAYERS - 1)
            case "card":
                return self.symbols.new(-1, None)
            case _:
                return self.symbols.new(kind.low, kind.high)


class Path:
    """One way: its frames, what counters and zones hold, its facts, and the decisions that lead here in words."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.frames: tuple[dict[str, Value], ...] = (dict(proof.slots),)
        self.held: dict[Atom, Form] = {}
        self.log: tuple[Wrote, ...] = ()
        self.facts: dict[int, tuple[tuple[int, Form], ...]] = {}
        self.known: dict[tuple[object, ...], Form] = {}  # what was read already, and what that gave
        self.homes: dict[Form, tuple[str, Key]] = {}  # in which zone a card lies
        self.trail: tuple[str, ...] = ()

    def fork(self) -> Path:
        """The same way, to be gone on another way."""
        other = Path.__new__(Path)
        other.proof, other.log, other.trail = self.proof, self.log, self.trail
        other.frames = (*self.frames[:-1], dict(self.frames[-1]))
        other.held, other.facts, other.known, other.homes = dict(self.held), dict(self.facts), dict(self.known), dict(self.homes)
        return other

    @property
    def frame(self) -> dict[str, Value]:
        """The variables of the procedure that runs."""
        return self.frames[-1]

    # ------------------------------------------------------------ what is known

    def upper(self, form: Form) -> int | None:
        """A number that the form is never above here, or None."""
        return self.proof.symbols.upper(form, self.facts)

    def lower(self, form: Form) -> int | None:
        """A number that the form is never below here, or None."""
        return self.proof.symbols.lower(form, self.facts)

    def is_at_least(self, form: Form, number: int) -> bool:
        """Whether a form is known not to be below a number."""
        found = self.lower(form)
        return found is not None and found >= number

    def is_at_most(self, form: Form, number: int) -> bool:
        """Whether a form is known not to be above a number."""
        found = self.upper(form)
        return found is not None and found <= number

    def learn(self, fact: Form) -> bool:
        """Take it as known that a form is not below 0; False where that cannot be."""
        if self.is_at_most(fact, -1):
            return False
        if not self.is_at_least(fact, 0):
            for symbol, often in fact.terms:
                self.facts[symbol] = (*self.facts.get(symbol, ()), (often, fact))
        return True

    def fresh(self, low: int | None, high: int | None, least: tuple[Form, ...] = (), most: tuple[Form, ...] = ()) -> Form:
        """A new number between bounds, and not below nor above these forms."""
        made = self.proof.symbols.new(low, high)
        for form in least:
            self.learn(made.minus(form))
        for form in most:
            self.learn(form.minus(made))
        return made

    # ------------------------------------------------------------ counters and zones

    def read(self, atom: Atom) -> Form:
        """What a counter or a zone holds."""
        if atom not in self.held:
            heads = self.proof.heads
            if atom not in heads:
                heads[atom] = self.proof.symbols.new(*self.proof.box(atom))
            value = heads[atom]
            for wrote in self.log:
                if wrote.kind == atom[0] and wrote.name == atom[1]:
                    value = self._after(atom, value, wrote)
            self.held[atom] = value
        return self.held[atom]

    def write(self, kind: Kind, name: str, key: Key, change: Form) -> None:
        """Add to what an owner has."""
        if change == Form(0):
            return
        own: Atom = (kind, name, key)
        value = self.read(own).plus(change)
        self._wrote(Wrote(kind, name, key, change))
        self.held[own] = value

    def spoil(self, kind: Kind, name: str, least: int | None, most: int | None) -> None:
        """Add between so much and so much (None: any number) to what any owner has, and to what all have."""
        if least != 0 or most != 0:
            self._wrote(Wrote(kind, name, None, self.proof.symbols.new(least, most), True))

    def _wrote(self, wrote: Wrote) -> None:
        for atom in [atom for atom in self.held if atom[0] == wrote.kind and atom[1] == wrote.name]:
            self.held[atom] = self._after(atom, self.held[atom], wrote)
        self.log = (*self.log, wrote)
        if wrote.kind == "zone":
            self.forget(wrote.name)

    def forget(self, zone: str) -> None:
        """What was read of the cards of a zone is so no more."""
        self.known = {key: value for key, value in self.known.items() if key[:2] != ("zone", zone)}

    def _after(self, atom: Atom, value: Form, wrote: Wrote) -> Form:
        """What was held, after something was added to what someone has."""
        low, high = self.proof.box(atom)
        if wrote.any:
            least, most = self.lower(wrote.change), self.upper(wrote.change)
            return self.fresh(
                low, high, () if least is None else (value.raised(least),), () if most is None else (value.raised(most),)
            )  # fmt: skip
        if atom[2] == ALL or atom[2] == wrote.key:
            return value.plus(wrote.change)
        if isinstance(atom[2], Form) and isinstance(wrote.key, Form) and self.is_other(atom[2], wrote.key):
            return value
        both = (value, value.plus(wrote.change))
        if self.is_at_most(wrote.change, 0):
            return self.fresh(low, high, both[1:], both[:1])
        return self.fresh(low, high, both[:1], both[1:]) if self.is_at_least(wrote.change, 0) else self.fresh(low, high)

    def is_other(self, one: Form, other: Form) -> bool:
        """Whether two owners are known to differ."""
        apart = one.minus(other)
        return self.is_at_least(apart, 1) or self.is_at_most(apart, -1)
