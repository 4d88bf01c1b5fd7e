"""What the Python types of all games have in common, over the names that :mod:`python_types` writes for each."""

IMPORTS = """
from collections.abc import Mapping, Sequence
from typing import Generic, Literal, Protocol
from typing import overload as _overload

from typing_extensions import Never, NotRequired, ReadOnly, Required, TypedDict, TypeVar

Value = bool | int | str | list[int] | list[int | str]

_I = TypeVar("_I")
_D = TypeVar("_D")
_P = TypeVar("_P")
_S = TypeVar("_S")
_O = TypeVar("_O")
_R = TypeVar("_R")
_Given = TypeVar("_Given", covariant=True, default=Mapping[str, object])
"""

# What is asked: P is the procedure, S the slot, O the options or the zone.
FORMS = """
class ToChoose(TypedDict, Generic[_P, _S, _O]):
    type: Literal["choose"]
    procedure: _P
    step: int
    slot: _S
    by: int
    options: list[_O]

class ToPick(TypedDict, Generic[_P, _S, _O]):
    type: Literal["pick"]
    procedure: _P
    step: int
    slot: _S
    by: int
    zone: _O
    owner: int
    cards: list[int]

class ToChooseShown(ToChoose[_P, _S, _O], Generic[_P, _S, _O]):
    prompt: str
    names: list[str]

class ToPickShown(ToPick[_P, _S, _O], Generic[_P, _S, _O]):
    prompt: str

class ToChooseSeen(TypedDict, Generic[_P, _S, _O]):
    type: Literal["choose"]
    procedure: _P
    step: int
    slot: _S
    by: int
    options: NotRequired[list[_O]]
    prompt: str
    names: NotRequired[list[str]]

class ToPickSeen(TypedDict, Generic[_P, _S, _O]):
    type: Literal["pick"]
    procedure: _P
    step: int
    slot: _S
    by: int
    zone: _O
    owner: int
    cards: NotRequired[list[int]]
    prompt: str
"""

FIXED = """
class At(TypedDict):
    procedure: ProcedureId
    step: int

class Line(At):
    label: str
    value: Value
    running: Value
    source: str

class Refusal(TypedDict):
    reason: str
    source: str
    procedure: ProcedureId | Literal[""]
    step: int

class TableSetup(TypedDict, total=False):
    players: int
    zones: SetupZones
    counters: SetupCounters

class NewGame(TypedDict):
    type: Literal["new_game"]
    rules: str
    players: int
    zones: NamedZones
    counters: Counters

class Started(TypedDict):
    type: Literal["start"]
    procedure: ProcedureId
    inputs: Mapping[str, Value]

class Rolled(TypedDict):
    type: Literal["roll"]
    name: str
    die: DieId
    face: int

class Shuffled(TypedDict):
    type: Literal["shuffle"]
    zone: ZoneId
    owner: int
    draws: list[int]

class Conceded(TypedDict):
    type: Literal["concede"]
    player: int

class Carried(TypedDict):
    type: Literal["carried"]
    rules: str

class LayoutSlot(TypedDict):
    name: str
    kind: str
    ref: str

class LayoutAsk(TypedDict):
    slot: str
    pc: int

class LayoutCall(TypedDict):
    procedure: str
    pc: int

class LayoutFrame(TypedDict):
    slots: list[LayoutSlot]
    asks: list[LayoutAsk]
    calls: list[LayoutCall]

class Layout(TypedDict):
    rules: str
    enums: dict[str, list[str]]
    dice: dict[str, list[str]]
    frames: dict[str, LayoutFrame]

class RolledAt(Rolled):
    procedure: ProcedureId
    step: int

class ShuffledAt(Shuffled):
    procedure: ProcedureId
    step: int

class ChosenAt(TypedDict):
    type: Literal["choose"]
    procedure: PausingId
    slot: str
    option: str
    step: int
    by: int

class PickedAt(TypedDict):
    type: Literal["pick"]
    procedure: PausingId
    slot: str
    card: int
    step: int
    by: int
    zone: ZoneId
    owner: int

Changed = TypedDict(
    "Changed",
    {"type": Literal["change"], "counter": CounterId, "owner": int, "from": int, "to": int, "procedure": ProcedureId, "step": int},
)
Moved = TypedDict(
    "Moved",
    {
        "type": Literal["move"],
        "cards": list[int],
        "from": ZoneId,
        "from_owner": int,
        "to": ZoneId,
        "to_owner": int,
        "place": Literal["top", "bottom"],
        "procedure": ProcedureId,
        "step": int,
    },
)

class Passed(TypedDict):
    type: Literal["enter", "leave"]
    procedure: PausingId

class Noted(Line):
    type: Literal["note"]

class Said(At):
    type: Literal["say"]
    text: str

class Recorded(At):
    type: Literal["record"]
    name: str
    values: Mapping[str, Value]

class Asking(TypedDict):
    type: Literal["ask"]
    pending: Shown

class Ended(TypedDict):
    type: Literal["end"]
    procedure: ProcedureId
    result: Mapping[str, Value]

Entry = NewGame | Started | Rolled | Shuffled | Conceded | Carried | Action
GameEvent = (
    NewGame | Started | Conceded | RolledAt | ShuffledAt | ChosenAt | PickedAt | Changed | Moved
    | Passed | Noted | Said | Recorded | Asking | Ended
)

class Frame(TypedDict):
    p: PausingId
    pc: int
    v: dict[str, int | list[int]]
    take: list[list[str]]

# A plain JSON record; _Given is what the procedure that was started gives at its end.
class State(TypedDict, Generic[_Given]):
    version: Literal[2]
    rules: str
    rng: list[int] | None
    script: dict[str, list[int | str]] | None
    used: dict[str, int]
    players: int
    counters: Counters
    zones: Zones
    cards: list[CardId]
    procedure: ProcedureId | None
    frames: list[Frame]
    log: list[Entry]
    fixed: int
    pending: Pending | None
    result: ReadOnly[_Given | None]

class View(TypedDict, Generic[_Given]):
    version: Literal[2]
    rules: str
    players: int
    player: int | None
    counters: Counters
    zones: SeenZones
    cards: list[CardId | None]
    procedure: ProcedureId | None
    pending: Seen | None
    result: ReadOnly[_Given | None]

class Options(TypedDict, Generic[_D], total=False):
    dice: _D | None
    seed: int | Generator | None
    setup: Setup | None
    state: State | None

class Chance(TypedDict, total=False):
    dice: Mapping[str, Sequence[int | str]] | None
    seed: int | Generator | None

class Outcome(TypedDict, Generic[_I, _D, _R]):
    inputs: _I
    dice: _D
    result: _R
    seed: int | None

class Told(Outcome[_I, _D, _R], Generic[_I, _D, _R]):
    display: list[str]
    records: list[Report]

class Traced(Outcome[_I, _D, _R], Generic[_I, _D, _R]):
    trace: list[Line]

class TracedTold(Told[_I, _D, _R], Generic[_I, _D, _R]):
    trace: list[Line]

class RulesError(Exception): ...
class InputError(RulesError): ...
class DiceError(RulesError): ...

class IllegalAction(RulesError):
    procedure: ProcedureId | Literal[""]
    step: int
    def __init__(self, message: str, procedure: ProcedureId | Literal[""] = "", step: int = 0) -> None: ...

class StateError(RulesError): ...

# What a game in place may draw from.
class Source(Protocol):
    def draw(self, bound: int, count: int) -> list[int]: ...
    def shuffle(self, size: int) -> list[int]: ...
    def fork(self) -> Source: ...

class Generator:
    def __init__(self, seed: int | None = None, words: Sequence[int] | None = None) -> None: ...
    def draw(self, bound: int, count: int) -> list[int]: ...
    def shuffle(self, size: int) -> list[int]: ...
    def fork(self) -> Generator: ...

class Live(Generic[_Given]):
    def __init__(self, engine: Never, game: Never) -> None: ...
    @property
    def pending(self) -> Pending | None: ...
    @property
    def result(self) -> _Given | None: ...
    @property
    def players(self) -> int: ...
    @property
    def chance(self) -> Source | None: ...
    def counter(self, name: CounterId, owner: int = 0) -> int: ...
    def zone(self, name: ZoneId, owner: int = 0) -> list[int]: ...
    def running(self) -> list[tuple[PausingId, int]]: ...
    def legal(self) -> list[Action]: ...
    def do(self, number: int) -> list[GameEvent]: ...
    def fork(self, chance: int | Source | None = None) -> Live[_Given]: ...
    def imagine(self, player: int | None, seed: int | Generator) -> Live[_Given]: ...
    def reseed(self, chance: int | Source | None) -> None: ...
    def events(self, on: bool = True) -> None: ...
    def view(self, player: int | None) -> View[_Given]: ...
    def describe(self, player: int | None) -> Description: ...
    def save(self) -> State[_Given]: ...
"""

FUNCTIONS = """
GAME: str
VERSION: str
RULES: str
PROCEDURES: tuple[ProcedureId, ...]

def legal(state: State) -> list[Action]: ...
def why_not(state: State, action: Action, player: int | None = None) -> Refusal | None: ...
def apply(state: State[_R], action: Action, player: int | None = None) -> tuple[State[_R], list[GameEvent]]: ...
def describe(state: State, player: int | None) -> Description: ...
def concede(state: State[_R], player: int) -> tuple[State[_R], list[GameEvent]]: ...
def imagine(state: State[_R], player: int | None, seed: int | Generator) -> State[_R]: ...
def compatible(rules: str) -> bool: ...
def layout() -> Layout: ...
def migrate(state: Mapping[str, object], layout: Layout) -> tuple[State, list[str]]: ...
def default_action(state: State) -> Action | None: ...
def events_for(events: Sequence[GameEvent], player: int | None) -> list[SeenEvent]: ...
def reseed(state: State[_R], seed: int | None) -> State[_R]: ...
def open(state: State[_R]) -> Live[_R]: ...
def replay(
    log: Sequence[Entry],
    options: Chance | None = None,
    *,
    dice: Mapping[str, Sequence[int | str]] | None = None,
    seed: int | Generator | None = None,
) -> State: ...
@_overload
def retell(log: Sequence[Entry], options: None = None, *, since: int = 0) -> list[GameEvent]: ...
@_overload
def retell(log: Sequence[Entry], options: Mapping[str, int | None]) -> list[GameEvent] | list[SeenEvent]: ...
@_overload
def retell(log: Sequence[Entry], options: None = None, *, player: int | None, since: int = 0) -> list[SeenEvent]: ...
def undo(state: State[_R], player: int | None = None) -> State[_R]: ...
def view(state: State[_R], player: int | None) -> View[_R]: ...
"""
