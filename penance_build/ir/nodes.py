"""The IR: plain frozen data, integers only, few node kinds.

Every value at run time is an integer: a number is itself, a boolean is 0 or 1, an enum member is its
index in declaration order, a player its index from 0, a card the number of its instance. The other
values are a roll, a tuple of face indices in the order rolled, and a list, a tuple of integers. Names appear only
at the border (inputs, results, traces), where a ``Type`` says how to print or parse the value.

Positions are not part of the IR. A statement that a person can meet has ``step``, the number of the step of its procedure that it
was made from, or 0 where the compiler made it; ``Compilation.steps`` says where that step stands.
The meaning of each node is fixed by ``ir.interpret``, the oracle of every other evaluator.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final, Union, get_args

from penance_build.ir.record import Record

IR_VERSION = 4

# ---------------------------------------------------------------- types


class Type(Record):
    """How a value is meant: ``kind`` is int, bool, enum, roll, list, player or card.

    ``ref`` names the enum or the die; ``low`` and ``high`` bound an int, each number of a list, or the number of dice of a
    roll (``None``: no bound); ``unit`` is its nominal unit; a list has ``shortest`` to ``longest`` numbers.
    """

    kind: str
    ref: str = ""
    low: int | None = None
    high: int | None = None
    unit: str = ""
    shortest: int = 0
    longest: int = 0


class Slot(Record):
    """A named variable of a procedure, or an input of a table."""

    name: str
    type: Type


# ---------------------------------------------------------------- expressions (16 kinds)


class Const(Record):
    """An integer."""

    kind: ClassVar[str] = "const"
    value: int


class Var(Record):
    """The value of a slot of the running procedure, or of an input of the table being read."""

    kind: ClassVar[str] = "var"
    name: str


class Op(Record):
    """A total integer operation.

    ``add mul min max and or`` take two or more arguments; ``sub div mod eq ne lt le gt ge`` two;
    ``neg abs not`` one. ``div`` and ``mod`` are the floored ones and their divisor is proven not to be 0;
    ``cdiv`` is the division rounded up, ``rdiv`` rounded to nearest, halves up.
    Comparisons and logic give 0 or 1. How many of the arguments are looked at makes no difference: nothing here can fail.
    """

    kind: ClassVar[str] = "op"
    op: str
    args: tuple[Expr, ...]


class Cond(Record):
    """``yes`` where ``test`` is not 0, else ``no``. Both may be rolls."""

    kind: ClassVar[str] = "cond"
    test: Expr
    yes: Expr
    no: Expr


class Lookup(Record):
    """One output of a table (by position of the output), read by its hit policy."""

    kind: ClassVar[str] = "lookup"
    table: str
    args: tuple[Expr, ...]
    output: int


class Fold(Record):
    """The sum over the dice of a roll of ``body``, in which ``FaceAttr`` speaks of the die at hand.

    Counting is a fold whose body is 0 or 1; the sum of the values one whose body is the value.
    With ``die`` "" it goes over the numbers of a list, and ``FaceAttr`` (``item``) is the number at hand.
    """

    kind: ClassVar[str] = "fold"
    roll: Expr
    die: str
    body: Expr


class FaceAttr(Record):
    """Of the current face: ``face`` (index of the first face with this id) or a declared value; of a number of a list, ``item``."""

    kind: ClassVar[str] = "face_attr"
    attr: str


class Keep(Record):
    """The ``count`` highest (or lowest) dice of a roll by value, as a roll, in the order rolled.

    Among equals the earlier die is kept. A ``count`` beyond the roll keeps all of it.
    """

    kind: ClassVar[str] = "keep"
    roll: Expr
    die: str
    count: Expr
    high: bool


class Shape(Record):
    """``same``: the greatest number of dice that show one face id. ``run``: the longest run of consecutive values."""

    kind: ClassVar[str] = "shape"
    roll: Expr
    die: str
    what: str


class Dice(Record):
    """How many dice a roll has."""

    kind: ClassVar[str] = "dice"
    roll: Expr


class ListOp(Record):
    """A list, or a number computed from one. Indices count from 1 and are proven to be inside.

    ``fill(n, v)`` is n times v (below 0 counts as 0); ``put(list, i, v)`` the list with v in place i; ``first(list, k)`` its
    first k numbers, or all where there are fewer; ``sort(list)`` its numbers from the least; ``best(list, k)`` its k greatest,
    the greatest first, and ``worst(list, k)`` its k least, the least first; ``at(list, i)`` the number in place i; ``max(list)`` and ``min(list)``
    its greatest and least, 0 of an empty list; ``same(list)`` how often its most frequent number stands in it; ``size(list)``
    how many there are.
    """

    kind: ClassVar[str] = "list_op"
    op: str
    args: tuple[Expr, ...]


class ZoneSize(Record):
    """How many cards lie in a zone; ``owner`` is a player expression, or None for a zone of the game."""

    kind: ClassVar[str] = "zone_size"
    zone: str
    owner: Expr | None


class ZoneFold(Record):
    """The sum over the cards of a zone of ``body``, in which ``CardAttr`` without a card speaks of the card at hand."""

    kind: ClassVar[str] = "zone_fold"
    zone: str
    owner: Expr | None
    body: Expr


class TopCard(Record):
    """The top-most card of a zone for which ``test`` holds (over ``CardAttr`` without a card; None: any), or -1 where there is none."""

    kind: ClassVar[str] = "top_card"
    zone: str
    owner: Expr | None
    test: Expr | None


class CardAttr(Record):
    """A declared attribute of a card (``card`` None: the card at hand of a ``ZoneFold``, ``TopCard`` or ``Pick``), or its ``id`` (index among the game's cards)."""

    kind: ClassVar[str] = "card_attr"
    card: Expr | None
    attr: str


class Counter(Record):
    """The value of a counter; ``owner`` as for ``ZoneSize``."""

    kind: ClassVar[str] = "counter"
    counter: str
    owner: Expr | None


Expr = Union[Const, Var, Op, Cond, Lookup, Fold, FaceAttr, Keep, Shape, Dice, ListOp, ZoneSize, ZoneFold, TopCard, CardAttr, Counter]

# ---------------------------------------------------------------- statements (16 kinds)


class Let(Record):
    """Assign the value of an expression to a slot.

    ``checked``: what is added up in a loop without a bound; a value beyond ±(2^53 - 1) ends the run with an error that
    names the slot and the procedure. It is one sum or difference of two numbers within. All others are proven to stay within.
    """

    kind: ClassVar[str] = "let"
    slot: str
    value: Expr
    checked: bool = False


class Part(Record):
    """A piece of a trace label: literal ``text``, or a value printed as ``type`` says (``text`` empty).

    With ``table`` it is the label of the row that ``args`` hit (rows that hit, joined by `` + ``; ``none`` where none does).
    """

    text: str = ""
    value: Expr | None = None
    type: Type | None = None
    table: str = ""
    args: tuple[Expr, ...] = ()


class Note(Record):
    """A line of the derivation: label, the value of this term, the running value, the citation. Untraced builds drop it."""

    kind: ClassVar[str] = "note"
    label: tuple[Part, ...]
    value: Expr
    type: Type
    running: Expr
    source: str
    step: int = 0


class Roll(Record):
    """Roll ``count`` dice (below 0 counts as 0) into a slot. ``name`` is what scripted faces call it."""

    kind: ClassVar[str] = "roll"
    slot: str
    die: str
    count: Expr
    name: str
    step: int = 0


class Reroll(Record):
    """Roll again the dice of the roll in ``slot`` for which ``test`` (over ``FaceAttr``) holds, first die first, at most ``limit`` of them, each once.

    The new faces take the places of the old; they are drawn under ``name`` in the order of the dice.
    """

    kind: ClassVar[str] = "reroll"
    reads: ClassVar[tuple[str, ...]] = ("slot",)
    evaluated: ClassVar[tuple[str, ...]] = ("limit",)  # before the test
    slot: str
    die: str
    test: Expr
    limit: Expr
    name: str
    step: int = 0


class If(Record):
    """Run ``then`` where ``test`` is not 0, else ``orelse``."""

    kind: ClassVar[str] = "if"
    test: Expr
    then: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]


class Case(Record):
    """The values that select this case, and its body."""

    values: tuple[int, ...]
    body: tuple[Stmt, ...]


class Match(Record):
    """Run the one case whose values hold the value of ``on``; the cases are disjoint and cover the type, or ``orelse`` runs."""

    kind: ClassVar[str] = "match"
    on: Expr
    cases: tuple[Case, ...]
    orelse: tuple[Stmt, ...]


class Each(Record):
    """Run ``body`` for ``slot`` from ``low`` to ``high``, both included, both read once before; at most ``bound`` passes (proven)."""

    kind: ClassVar[str] = "each"
    slot: str
    low: Expr
    high: Expr
    bound: int
    body: tuple[Stmt, ...]


class Repeat(Record):
    """Run ``body``, then read ``until``, pass after pass, until that is not 0 or ``limit`` passes are done.

    The limit is read once before, below 1 nothing runs; it is at most ``bound`` (proven). Without one (``bound`` 0) the loop
    is proven to end with probability 1, from every state that leads here.
    """

    kind: ClassVar[str] = "repeat"
    evaluated: ClassVar[tuple[str, ...]] = ("limit",)  # before the first pass
    body: tuple[Stmt, ...]
    until: Expr
    limit: Expr | None
    bound: int
    step: int = 0


class Field(Record):
    """A named value of a report, and how it is printed."""

    name: str
    value: Expr
    type: Type


class Report(Record):
    """Report to the outside: a line of text (``name`` "", ``text``), or a record of this name with its ``fields``. Rules cannot read it."""

    kind: ClassVar[str] = "report"
    name: str
    text: tuple[Part, ...]
    fields: tuple[Field, ...]
    step: int = 0


class Call(Record):
    """Run another procedure: ``args`` in the order of its inputs; ``take`` pairs (result of the callee, slot here)."""

    kind: ClassVar[str] = "call"
    procedure: str
    args: tuple[Expr, ...]
    take: tuple[tuple[str, str], ...]


SPOKEN = "words."  # prefix of the ids of enums of a singular and a plural word; only texts refer to them
MANUAL = "manual."  # prefix of the slots of choices that people settle by hand; rules cannot name them


class Option(Record):
    """One thing that may be chosen: its id, its printed name, the member it stores, the condition (None: always)."""

    id: str
    name: str
    value: int
    test: Expr | None


class Choose(Record):
    """A player picks one legal option; its value goes into the slot. ``fallback`` (an option's id, or "") is taken without asking when no other is legal."""

    kind: ClassVar[str] = "choose"
    slot: str
    by: Expr
    prompt: str
    options: tuple[Option, ...]
    fallback: str
    step: int = 0


class Pick(Record):
    """A player picks a card of a zone for which ``test`` (over ``CardAttr``) holds; ``then`` runs with it in the slot, or ``orelse`` where there is none."""

    kind: ClassVar[str] = "pick"
    slot: str
    by: Expr
    prompt: str
    zone: str
    owner: Expr | None
    test: Expr | None
    then: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]
    step: int = 0


class Change(Record):
    """Add to a counter, or set it. Past its bounds it is clamped, or the action is illegal, as the counter declares."""

    kind: ClassVar[str] = "change"
    counter: str
    owner: Expr | None
    by: Expr
    is_set: bool
    step: int = 0


class Move(Record):
    """Move cards: the one in ``card``, or the top ``count`` of the zone ``source`` one by one (fewer where there are fewer).

    They go on top of the zone ``target``, or under it when ``bottom``. ``moved`` (a slot, or "") receives how many went.
    The top of a zone is the end of its list.
    """

    kind: ClassVar[str] = "move"
    card: Expr | None
    source: str
    source_owner: Expr | None
    count: Expr
    target: str
    target_owner: Expr | None
    bottom: bool
    moved: str
    step: int = 0


class Shuffle(Record):
    """Shuffle a zone (Fisher-Yates from the last place down, one bounded draw each)."""

    kind: ClassVar[str] = "shuffle"
    zone: str
    owner: Expr | None
    step: int = 0


class Stop(Record):
    """End the procedure; its results are the values of the slots that bear their names."""

    kind: ClassVar[str] = "stop"


Stmt = Union[Let, Note, Report, Roll, Reroll, If, Match, Each, Repeat, Call, Choose, Pick, Change, Move, Shuffle, Stop]

EXPR_KINDS: tuple[type[Record], ...] = get_args(Expr)
STMT_KINDS: tuple[type[Record], ...] = get_args(Stmt)

# ---------------------------------------------------------------- rules


class Member(Record):
    """One member of an enum; ``text`` says what it means, or is ""."""

    id: str
    name: str
    text: str = ""


class Unit(Record):
    """A nominal unit: its name for one and for many, and the words for more and less of it ("" where it has none)."""

    id: str
    name: str
    plural: str
    up: str
    down: str


class Enum(Record):
    """A closed list of names."""

    id: str
    name: str
    members: tuple[Member, ...]


class Face(Record):
    """One physical face: ``values`` pairs (attribute, integer), the attribute ``value`` first where it has one."""

    id: str
    name: str
    values: tuple[tuple[str, int], ...]
    icon: str
    text: str


class DiePrint(Record):
    """How a die is made: edge in micrometres; colours are names with their code; ``marking`` none or value; ``quantity`` dice a set."""

    edge_um: int
    material: str
    body: str
    body_color: str
    symbol: str
    symbol_color: str
    marking: str
    quantity: int
    note: str


class Die(Record):
    """A die with its physical faces, each equally likely."""

    id: str
    name: str
    faces: tuple[Face, ...]
    print: DiePrint
    source: str
    text: str = ""

    @property
    def has_values(self) -> bool:
        """Whether its faces have a plain value, so that a roll of it can be summed."""
        return all(any(name == "value" for name, _ in face.values) for face in self.faces)


class Row(Record):
    """A row of a table: a condition for each input (None: any; else closed intervals), a value for each output."""

    when: tuple[tuple[tuple[int, int], ...] | None, ...]
    values: tuple[Expr, ...]
    label: str
    group: str
    source: str


class Table(Record):
    """A decision table.

    ``policy``: ``unique`` and ``first`` take the (first) row that matches and always have one; ``sum`` adds all rows
    that match; ``max`` takes the greatest of each stacking group and adds the groups. No row gives 0.
    """

    id: str
    name: str
    policy: str
    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...]
    rows: tuple[Row, ...]
    source: str


class CounterDef(Record):
    """A bounded integer of each player (``owner`` player), of the game, or of each hex of a space (its id).

    ``past``: clamp or illegal. ``ref`` names the enum of its values, or is ``bool``; "" where they are plain numbers.
    ``shown`` tells whether people at the table are shown it; it hides nothing from programs.
    """

    id: str
    name: str
    owner: str
    low: int
    high: int
    start: int
    past: str
    unit: str
    ref: str = ""
    shown: bool = True


class ZoneDef(Record):
    """A pile of cards of a player or of the game. ``visible``: all, owner or none."""

    id: str
    name: str
    owner: str
    visible: str


class Space(Record):
    """A map of hexes: the members of the enum of the same id, each with its axial coordinates, ``q`` to the right and ``r`` down.

    For those who draw it: ``layers`` are the tables of what a hex has, ``at`` and ``facing`` the counters of a player that say
    where it stands and which of the six ways it looks, or "".
    """

    id: str
    name: str
    cells: tuple[tuple[int, int], ...]
    source: str
    layers: tuple[str, ...] = ()
    at: str = ""
    facing: str = ""


class Input(Record):
    """An input of a procedure; ``default`` None: it must be given. ``source`` says where the bound comes from."""

    name: str
    type: Type
    default: int | None
    text: str
    source: str


class Procedure(Record):
    """A rule that can be run.

    ``rolls`` pairs (script name, die) in order of first use, callees' included; ``effects`` is the sorted effect row
    (changes, chooses, moves, reads, rolls, shuffles), callees' included; no effect: pure.
    """

    id: str
    name: str
    inputs: tuple[Input, ...]
    results: tuple[Slot, ...]
    slots: tuple[Slot, ...]
    rolls: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]
    body: tuple[Stmt, ...]
    source: str


# ---------------------------------------------------------------- what is printed


class Attribute(Record):
    """A declared attribute of cards; ``signed``: printed with its sign always; ``to``: the attribute that is the upper end of a range."""

    unsaid: ClassVar[tuple[str, ...]] = ("signed", "to")

    id: str
    name: str
    type: Type
    shown: str  # where a card shows it: cost, mark, slot, line, text or "" for nowhere
    icon: str
    signed: bool = False
    to: str = ""


class Words(Record):
    """An attribute of cards that is only printed: ``kind`` is text, image, or list (of members of the enum ``ref``)."""

    id: str
    name: str
    kind: str
    ref: str
    shown: str  # as that of an attribute
    style: str  # plain, italic, bold or small
    icon: str


class Card(Record):
    """A card: its attributes as (attribute, integer), and its text as paragraphs of marked-up runs.

    The markup of a paragraph is closed: ``*n*`` a number that matters, ``{icon:NAME}`` an icon, ``{sign:NAME}`` a star or brace that is printed (``ir.markup``).
    ``procedure`` is the id of its effect's procedure, or "" where ``text_only`` gives the reason.
    ``verbs`` names what it does, for the panel. ``slot`` groups backs.
    ``words`` are the attributes that are only printed: the paragraphs of a text, the name of an image file, the ids of a list.
    ``factions`` are all factions of a card that has several, the first of them ``faction``. ``back`` is the card whose front is printed
    on its back, or "".
    """

    unsaid: ClassVar[tuple[str, ...]] = ("words", "factions", "back")

    id: str
    name: str
    type: str
    faction: str
    slot: str
    values: tuple[tuple[str, int], ...]
    text: tuple[str, ...]
    text_only: str
    procedure: str
    verbs: tuple[str, ...]
    source: str
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    factions: tuple[str, ...] = ()
    back: str = ""


class Back(Record):
    """A back of one's own: the name on it ("": that of the game), its tincture ("": that of the faction), and its ornament.

    ``ornament`` is lattice, hatching or plain. ``shows`` is a picture of the game or the id of a layout instead of all this, or "".
    """

    unsaid: ClassVar[tuple[str, ...]] = ("shows",)

    text: str
    tincture: str
    ornament: str
    shows: str = ""


class DeckDef(Record):
    """A deck: (card, copies). ``counters`` are what a player who plays it starts with, as (counter, value)."""

    unsaid: ClassVar[tuple[str, ...]] = ("back",)

    id: str
    name: str
    faction: str
    cards: tuple[tuple[str, int], ...]
    source: str
    counters: tuple[tuple[str, int], ...] = ()
    construction: str = ""
    back: Back | None = None


class CardSet(Record):
    """Cards that go into a deck together: (card, copies). ``slot`` is the part of a deck that it fills."""

    id: str
    name: str
    slot: str
    faction: str
    cards: tuple[tuple[str, int], ...]
    source: str


class DeckPart(Record):
    """So many cards of one slot: whole ``sets``, or single ``cards``, each different."""

    slot: str
    count: int
    take: str


class Construction(Record):
    """How a deck is made: its parts. The cards of the factions ``shared`` may be used by all.

    ``most`` is how many copies of one card a deck may have; 0: any number.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("most",)

    id: str
    name: str
    shared: tuple[str, ...]
    parts: tuple[DeckPart, ...]
    source: str
    most: int = 0


class Faction(Record):
    """A faction, or another family of cards, with its tincture (a colour name of the theme)."""

    id: str
    name: str
    tincture: str
    icon: str


class Group(Record):
    """A named kind that printed things refer to: card types and slots. Of a card type, ``size`` is that of its cards ("": the theme's)."""

    unsaid: ClassVar[tuple[str, ...]] = ("size", "back")

    id: str
    name: str
    icon: str
    size: str = ""
    back: Back | None = None


class OddsRow(Record):
    """A row of printed odds: its heading, and the question of each cell."""

    head: str
    cells: tuple[Asked, ...]


class OddsTable(Record):
    """Odds that are printed, as questions: the answers are no part of the rules, and come from whoever prints.

    ``id`` tells the block from others and follows from its place. ``down`` stands above the rows, ``heads`` above each column, and
    ``across`` above so many columns each. With ``bars`` there is one column, of bars; figures have so many ``digits``.
    """

    id: str
    down: str
    across: tuple[tuple[str, int], ...]
    heads: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    bars: bool
    digits: int


class Pieces(Record):
    """What a block of things to play with is of: counters or marked hexes (``of``), decks, an enum, a table that says more.

    ``cell_um`` is the width of a cell in micrometres, 0 the usual one. ``count`` are the boxes of a row or the copies of a token, 0 as
    many as its counter has; ``last`` is the last cell of a track; ``width`` and ``height`` are squares of a board.
    """

    of: tuple[str, ...]
    decks: tuple[str, ...]
    enum: str
    table: str
    cell_um: int
    count: int
    last: int
    width: int
    height: int


# The kind of definition that the ``ref`` of a block with pieces names.
TEMPLATES: Final = (".html", ".j2")  # how files end that boxes of layouts show as templates
PIECE_OF: Final[Mapping[str, str]] = {"track": "counter", "tokens": "space", "hexes": "space", "ruler": "table", "arcs": "table"}


class Block(Record):
    """A block of the quick reference; ``ref`` names what it shows.

    ``show`` is steps, table, die, counter, enum, odds or text, or with ``pieces`` track, boxes, tokens, hexes, squares, ruler or arcs.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("odds", "pieces")

    title: str
    show: str
    ref: str
    lines: tuple[str, ...]
    columns: tuple[str, ...]
    odds: OddsTable | None = None
    pieces: Pieces | None = None

    @property
    def kind(self) -> str:
        """The kind of definition that ``ref`` names."""
        return PIECE_OF.get(self.show, self.show)

    @property
    def shows(self) -> tuple[str, ...]:
        """What it shows whole or is drawn from, each as kind and id."""
        named = [f"{self.kind} {self.ref}"] if self.ref else []
        if self.pieces is not None:
            named += [f"counter {name}" for name in self.pieces.of if self.show != "hexes"]
            named += [f"deck {name}" for name in self.pieces.decks]
            named += [f"{kind} {name}" for kind, name in (("enum", self.pieces.enum), ("table", self.pieces.table)) if name]
        return tuple(named)


class ReferenceSide(Record):
    """One side of the quick reference, or of the ``sheet`` of that name; set in so many ``columns``, 0: as many as is usual.

    ``owner`` is player where there is one for each player, else "". ``is_landscape``: the sheet lies on its long side.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("sheet", "columns", "owner", "is_landscape")

    title: str
    blocks: tuple[Block, ...]
    sheet: str = ""
    columns: int = 0
    owner: str = ""
    is_landscape: bool = False


class ByValue(Record):
    """One text for each value (``cases``) of an attribute, or of the type, slot or faction, named in ``of``; ``other`` for all others."""

    of: str
    cases: tuple[tuple[str, str], ...]
    other: str


class LayoutBox(Record):
    """A part of a face. Lengths are micrometres from the corner of the trim, sizes hundredths of a point.

    ``kind`` is text (``content`` are texts with holes), icon and pips (icons), picture (names of files with holes), template (names of
    files), or rectangle, ellipse, rhombus and line. ``count`` is an attribute or a number. ``styles`` are words: align, valign, font,
    weight, style, caps, arrangement, fit, finish (a plate beside the inks), and at (card or bleed: the box is as large as this, and its lengths are 0); ``numbers`` are
    leading and opacity in per cent, spacing in thousandths of an em, lines, rotate in degrees, line and corner in micrometres, pip the
    size of an icon, focus_x and focus_y in per cent. What is left out has its default.
    A card must have all of ``has`` and none of ``lacks``; ``types`` are the card types that have the box, none of them for all.
    """

    id: str
    kind: str
    left: int
    top: int
    width: int
    height: int
    content: ByValue
    colors: tuple[tuple[str, ByValue], ...]
    smallest: int
    largest: int
    count: str
    styles: tuple[tuple[str, str], ...]
    numbers: tuple[tuple[str, int], ...]
    types: tuple[str, ...]
    has: tuple[str, ...]
    lacks: tuple[str, ...]


class Layout(Record):
    """What stands where on the fronts of cards: those of ``types`` (none: all) whose attributes have values of ``only``.

    ``ground`` is a colour or the name of a picture. With ``is_back`` it is for backs, which name it, and no front has it.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("is_back",)

    id: str
    types: tuple[str, ...]
    only: tuple[tuple[str, tuple[str, ...]], ...]
    ground: ByValue
    boxes: tuple[LayoutBox, ...]
    is_back: bool = False


# ---------------------------------------------------------------- what is set up


class Setup(Record):
    """A way to begin a game: how many play, the procedure that then runs with these inputs, and what lies where.

    The zone ``deck`` takes the deck that each player brings (one of ``decks``); ``zones`` pairs further zones with the deck
    that lies there, one for each player where the zone is a player's. ``winner`` (a number: a seat from 1, or 0), ``rounds`` (a
    number) and ``outcome`` (a member of an enum) name the results that say how it ended, or are "". ``begins`` names the choice of
    which the player who began is the first to be asked, or is "": any choice.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("begins",)

    id: str
    name: str
    players: int
    procedure: str
    inputs: tuple[tuple[str, int], ...]
    deck: str
    decks: tuple[str, ...]
    zones: tuple[tuple[str, str], ...]
    source: str
    winner: str = ""
    rounds: str = ""
    outcome: str = ""
    begins: str = ""


class Bot(Record):
    """A player that is a program. ``score`` is a pure procedure with the inputs ``me`` and ``foe`` and the result ``score``, or "": it plays at random.

    ``avoid`` pairs the slot of a choice with an option that it never takes; ``exact`` tells whether it weighs every way that dice may fall.
    """

    id: str
    name: str
    score: str
    avoid: tuple[tuple[str, str], ...]
    exact: bool
    source: str


# ---------------------------------------------------------------- what is proved


Pile = tuple[tuple[str, int], ...]  # cards with their copies, the last on top


class Situation(Record):
    """Where a question is asked: a game that is set up, before the procedure that is asked about begins.

    ``setup`` and ``decks`` (one for each player, the first that may be brought for the others) bring what they bring. Beside or
    instead of that, ``counters`` pairs a counter with a value for each owner, ``zones`` a zone with a pile for each owner; a single
    value or pile is that of all owners. ``players`` 0: as many as the setup says, without one two.
    """

    setup: str = ""
    decks: tuple[str, ...] = ()
    counters: tuple[tuple[str, tuple[int, ...]], ...] = ()
    zones: tuple[tuple[str, tuple[Pile, ...]], ...] = ()
    players: int = 0


class Choice(Record):
    """How a question makes a choice: always the option ``way``, or ``first`` or ``random``; else by a formula of the procedure that asks.

    The value of ``rule`` is that of the option; of a card it is a score, of which a greatest is taken, or a constant, its index.
    The slot ``*`` stands for all choices of which nothing else is said.
    """

    slot: str
    way: str
    procedure: str = ""
    rule: Expr | None = None


class Asked(Record):
    """A question of which the answer is one number.

    ``where`` (over the results) asks for its probability, or ``mean`` or ``spread`` (the standard deviation) name a numeric result.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("situation", "policy")

    procedure: str
    inputs: tuple[tuple[str, int], ...]
    where: Expr | None
    mean: str
    spread: str = ""
    situation: Situation | None = None
    policy: tuple[Choice, ...] = ()


class Claim(Record):
    """A figure that a source prints, and what it is about: the fields of ``Asked``.

    With ``than`` the figure says how many times as much the answer is as the answer to that question.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("spread", "than", "situation", "policy")

    id: str
    says: str
    procedure: str
    inputs: tuple[tuple[str, int], ...]
    where: Expr | None
    mean: str
    verdict: str
    source: str
    ruling: str
    spread: str = ""
    than: Asked | None = None
    situation: Situation | None = None
    policy: tuple[Choice, ...] = ()

    @property
    def asked(self) -> Asked:
        """The question alone."""
        return Asked(self.procedure, self.inputs, self.where, self.mean, self.spread, self.situation, self.policy)


class Said(Record):
    """What a source says of one datum, and what the rules have, both as texts in one form."""

    name: str
    said: str
    found: str


class Fact(Record):
    """A claim that says data of a definition, which ``about`` (its kind) and ``of`` name; ``ruled`` is what a ruling says instead."""

    id: str
    about: str
    of: str
    says: tuple[Said, ...]
    ruled: tuple[Said, ...]
    source: str
    ruling: str


class Example(Record):
    """A worked example: inputs, scripted faces as indices, what must come out, and what the book says where it differs.

    A face is a text where the die that it is of is known only in play. A list is expected as a tuple. ``tells`` are the lines that must be told; none: they are not looked at. ``chooses`` are the answers
    of the players in the order asked, ids of options or cards; ``leaves`` pairs what must be true at the end, as written, with its
    expression over the results and the players among the inputs.
    """

    unsaid: ClassVar[tuple[str, ...]] = ("situation", "chooses", "leaves", "policy")

    id: str
    procedure: str
    inputs: tuple[tuple[str, int], ...]
    dice: tuple[tuple[str, tuple[int | str, ...]], ...]
    expect: tuple[tuple[str, int | tuple[int, ...]], ...]
    book_says: tuple[tuple[str, int | tuple[int, ...]], ...]
    source: str
    ruling: str
    tells: tuple[str, ...] = ()
    situation: Situation | None = None
    chooses: tuple[str, ...] = ()
    leaves: tuple[tuple[str, Expr], ...] = ()
    policy: tuple[Choice, ...] = ()


class Ruling(Record):
    """A decision where sources disagree or stay silent: ``status`` must, option or open; ``by_hand``: no rule carries it out, people do."""

    id: str
    status: str
    question: str
    decision: str
    reason: str
    sources: tuple[str, ...]
    by_hand: bool = False


class Source(Record):
    """A source document and its sections (id, title, status: encoded, prose, later; why)."""

    id: str
    title: str
    short: str
    version: str
    sections: tuple[tuple[str, str, str, str], ...]


class Played(Record, gc=True, dict=True):
    """What is played: all that engines, odds and the interpreter read, specialised for one combination of options."""

    kind: ClassVar[str] = "program"
    ir_version: int
    game: str
    name: str
    version: str
    options: tuple[tuple[str, str], ...]
    enums: tuple[Enum, ...]
    dice: tuple[Die, ...]
    tables: tuple[Table, ...]
    counters: tuple[CounterDef, ...]
    zones: tuple[ZoneDef, ...]
    procedures: tuple[Procedure, ...]
    attributes: tuple[Attribute, ...]
    card_types: tuple[Group, ...]
    slots: tuple[Group, ...]
    factions: tuple[Faction, ...]
    cards: tuple[Card, ...]
    decks: tuple[DeckDef, ...]
    spaces: tuple[Space, ...] = ()
    setups: tuple[Setup, ...] = ()

    def __repr__(self) -> str:
        """The game and its options: a whole game printed out would be some hundred megabytes, for its parts share theirs."""
        return f"{type(self).__name__}(game={self.game!r}, version={self.version!r}, options={dict(self.options)!r})"

    @cached_property
    def by_id(self) -> Index:
        """The definitions by their ids."""
        return Index(**{name: {item.id: item for item in getattr(self, name)} for name in Index.__struct_fields__})


class Index(Record):
    """Definitions by id."""

    enums: Mapping[str, Enum]
    dice: Mapping[str, Die]
    tables: Mapping[str, Table]
    counters: Mapping[str, CounterDef]
    zones: Mapping[str, ZoneDef]
    procedures: Mapping[str, Procedure]
    attributes: Mapping[str, Attribute]
    card_types: Mapping[str, Group]
    slots: Mapping[str, Group]
    factions: Mapping[str, Faction]
    cards: Mapping[str, Card]
    decks: Mapping[str, DeckDef]
    spaces: Mapping[str, Space]
    setups: Mapping[str, Setup]


class Printed(Record):
    """Data that is only printed: no rule reads it. ``locale`` is the BCP 47 tag of its language, "" for English."""

    unsaid: ClassVar[tuple[str, ...]] = ("words", "layouts", "locale")

    subtitle: str = ""
    reference: tuple[ReferenceSide, ...] = ()
    theme: tuple[tuple[str, str], ...] = ()
    icons: tuple[tuple[str, str], ...] = ()
    units: tuple[Unit, ...] = ()
    words: tuple[Words, ...] = ()
    layouts: tuple[Layout, ...] = ()
    locale: str = ""


class Proved(Record):
    """Statements of the documents that are checked against the rules, and the documents."""

    unsaid: ClassVar[tuple[str, ...]] = ("facts",)

    claims: tuple[Claim, ...] = ()
    examples: tuple[Example, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    sources: tuple[Source, ...] = ()
    facts: tuple[Fact, ...] = ()


class Program(Played):
    """A whole game: what is played, what is printed and proved beside it, who plays by itself, and what decks may hold."""

    printed: Printed = Printed()
    proved: Proved = Proved()
    bots: tuple[Bot, ...] = ()
    card_sets: tuple[CardSet, ...] = ()
    constructions: tuple[Construction, ...] = ()
