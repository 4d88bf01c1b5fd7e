"""What the Python types of all games have in common of what players are shown: events as one may see them, and what is asked in words."""

SEEN = """
class SeenNewGame(TypedDict):
    type: Literal["new_game"]
    rules: str
    players: int
    zones: Mapping[ZoneId, list[list[CardId] | int]]
    counters: Counters

class SeenShuffled(At):
    type: Literal["shuffle"]
    zone: ZoneId
    owner: int
    draws: None

class SeenPicked(TypedDict):
    type: Literal["pick"]
    procedure: PausingId
    slot: str
    card: int | None
    step: int
    by: int
    zone: ZoneId
    owner: int

SeenMoved = TypedDict(
    "SeenMoved",
    {
        "type": Literal["move"],
        "cards": list[int | None],
        "from": ZoneId,
        "from_owner": int,
        "to": ZoneId,
        "to_owner": int,
        "place": Literal["top", "bottom"],
        "procedure": ProcedureId,
        "step": int,
    },
)

class SeenAsking(TypedDict):
    type: Literal["ask"]
    pending: Seen

# An event as a player may see it.
SeenEvent = (
    SeenNewGame | Started | Conceded | RolledAt | SeenShuffled | ChosenAt | SeenPicked | Changed | SeenMoved
    | Passed | Noted | Said | Recorded | SeenAsking | Ended
)

class Side(TypedDict):
    text: str
    value: int | str | list[int]

class Missing(TypedDict, total=False):
    text: Required[str]
    left: Side
    sign: str
    right: Side
    either: list[list[Missing]]

class Why(At):
    text: str
    parts: list[Missing]
    source: str

class Target(TypedDict):
    card: int
    zone: ZoneId
    owner: int

class Answer(TypedDict):
    action: Action
    name: str
    target: Target | None
    legal: bool
    why: Why | None

class Description(TypedDict):
    player: int | None
    by: int | None
    procedure: ProcedureId | None
    slot: str | None
    step: int
    prompt: str
    actions: list[Answer]
"""
