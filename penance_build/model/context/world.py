"""The names that a formula can use under one choice of options, and typed expressions."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.hexes import Hexes
from penance_build.surface.cards import ToldText
from penance_build.surface.names import Names

CARD_FIELDS = ("slot", "type", "faction")
ANY_DIE = "die"  # the type whose values are the dice of the game


class Typed(Struct, frozen=True):
    """An expression and its type."""

    expr: ir.Expr
    type: Type


class Constant(Struct, frozen=True):
    """A declared constant."""

    value: int
    unit: str
    name: str


class TableShape(Struct, frozen=True):
    """The interface of a table, as a caller needs it."""

    inputs: tuple[ir.Slot, ...]
    outputs: tuple[ir.Slot, ...]
    source: str


class World(Struct):
    """Every name that formulas can use. Filled kind by kind, in the order of dependence; not changed afterwards."""

    units: dict[str, ir.Unit] = field(default_factory=dict)
    constants: dict[str, Constant] = field(default_factory=dict)
    enums: dict[str, ir.Enum] = field(default_factory=dict)
    dice: dict[str, ir.Die] = field(default_factory=dict)
    tables: dict[str, TableShape] = field(default_factory=dict)
    counters: dict[str, ir.CounterDef] = field(default_factory=dict)
    zones: dict[str, ir.ZoneDef] = field(default_factory=dict)
    spaces: dict[str, Hexes] = field(default_factory=dict)
    unplaced: set[str] = field(default_factory=set)  # of spaces, those whose maps have mistakes
    attributes: dict[str, ir.Attribute] = field(default_factory=dict)
    words: dict[str, ir.Words] = field(default_factory=dict)  # the attributes of cards that are only printed
    card_ids: dict[str, int] = field(default_factory=dict)
    card_kinds: dict[str, str] = field(default_factory=dict)  # the type of each card
    card_types: frozenset[str] = frozenset()
    choices: dict[str, ir.Enum] = field(default_factory=dict)  # the options of `choose` steps, as enums
    told: dict[str, str] = field(default_factory=dict)  # hints for ids that are no values: dice, enums, cards, procedures
    is_english: bool = True  # the language of the game's texts
    names: Names | None = None  # the printed names of all that the game defines
    told_texts: dict[str, ToldText] = field(default_factory=dict)  # the entries of wording that a `tell` step can name
    phrases: dict[str, str] = field(default_factory=dict)  # the other entries of wording, with the keywords of the steps they phrase
    procedures: tuple[str, ...] = ()  # the ids of all rules, also of those with mistakes
    optional: set[str] = field(default_factory=set)  # the attributes that are optional
    of_dice: set[str] = field(default_factory=set)  # the enums of which each member is a die
    any_die: ir.Enum | None = None  # all dice with a value on each face: the type `die`, where no enum has that id

    def enum(self, name: str) -> ir.Enum | None:
        """An enum: declared, the options of a `choose` step, or the dice."""
        return self.enums.get(name) or self.choices.get(name) or (self.any_die if name == ANY_DIE else None)

    def dice_of(self, type_: Type) -> tuple[ir.Die, ...]:
        """The dice that a value of a type, or a roll of it, may be of; none where it is no type of dice."""
        found = self.enum(type_.ref) if type_.ref in self.of_dice else None
        return () if found is None else tuple(self.dice[member.id] for member in found.members)

    def member(self, enum: str, name: str) -> int | None:
        """The index of a member of an enum."""
        found = self.enum(enum)
        if found is None:
            return None
        for index, member in enumerate(found.members):
            if member.id == name:
                return index
        return None

    def enums_with(self, name: str) -> list[str]:
        """The declared enums that have a member of this name."""
        return sorted(enum.id for enum in self.enums.values() if any(member.id == name for member in enum.members))


def counter_type(world: World, counter: ir.CounterDef) -> Type:
    """The type of a counter's value."""
    if counter.ref == "bool":
        return Type("bool", low=0, high=1)
    if counter.ref:
        return enum_type(world.enums[counter.ref])
    return Type("int", low=counter.low, high=counter.high, unit=counter.unit)


def enum_type(enum: ir.Enum) -> Type:
    """The type of an enum's members."""
    return Type("enum", enum.id, 0, len(enum.members) - 1)


def face_index(die: ir.Die, name: str) -> int | None:
    """The index of the first face with this id."""
    for index, face in enumerate(die.faces):
        if face.id == name:
            return index
    return None


def face_values(die: ir.Die, attribute: str) -> list[int] | None:
    """The declared value of each face, or None where some face lacks this attribute."""
    found = [dict(face.values).get(attribute) for face in die.faces]
    values = [value for value in found if value is not None]
    return values if len(values) == len(found) else None


Env = Mapping[str, Type]
