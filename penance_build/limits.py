"""The bounds of what is read: constants, each with the code of the problem that names it.

They are far above any real game and low enough that a hostile or damaged file costs seconds, not the machine.
"""

from __future__ import annotations

from msgspec import Struct

MAX_FILES = 2_000
MAX_FILE_BYTES = 16_000_000
MAX_GAME_BYTES = 64_000_000
MAX_FOLDER_DEPTH = 16
MAX_DEPTH = 64
MAX_NODES = 2_000_000
MAX_KEY_LENGTH = 128
MAX_TEXT_LENGTH = 100_000
MAX_FILE_PROBLEMS = 1_000
MAX_INTEGER = 2**53 - 1
MAX_FAMILY = 1_000
MAX_FAMILIES = 100_000  # cards of all of them
MAX_STEPS = 30_000_000  # between two choices
MAX_ALL_STEPS = 100_000_000_000
MAX_NESTED = 120
MAX_ROLLED = 500_000  # between two choices; the interpreter and the engines hold it as MOST_ROLLED
MOST_ON_A_CARD = 12_000  # about 2,000 words
MOST_ON_A_FACE = 1_000
MOST_ON_A_SIDE = 20_000  # of the quick reference
MOST_IN_A_NAME = 500
LONGEST_ID = 100  # of one that names files
# What no file of Windows can be called.
DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))))


class Limit(Struct, frozen=True):
    """One bound: what it bounds, its value and unit, and the code of the problem beyond it."""

    name: str
    value: int
    unit: str
    code: str


LIMITS: tuple[Limit, ...] = (
    Limit("size of one file", MAX_FILE_BYTES, "bytes", "E108"),
    Limit("size of all files", MAX_GAME_BYTES, "bytes", "E109"),
    Limit("number of files", MAX_FILES, "files", "E157"),
    Limit("folders within folders", MAX_FOLDER_DEPTH, "levels", "E158"),
    Limit("nesting of lists and maps", MAX_DEPTH, "levels", "E132"),
    Limit("keys, values and items of one file", MAX_NODES, "nodes", "E133"),
    Limit("length of a key", MAX_KEY_LENGTH, "characters", "E130"),
    Limit("length of a text", MAX_TEXT_LENGTH, "characters", "E131"),
    Limit("cards of one family", MAX_FAMILY, "cards", "E218"),
    Limit("cards of all families", MAX_FAMILIES, "cards", "E218"),
    Limit("texts of all families", MAX_GAME_BYTES, "characters", "E218"),
    Limit("steps of a rule in which nobody is asked", MAX_STEPS, "steps", "E629"),
    Limit("steps of a rule", MAX_ALL_STEPS, "steps", "E629"),
    Limit("dice rolled and cards shuffled while nobody is asked", MAX_ROLLED, "dice", "E629"),
    Limit("calls, loops and branches within one another", MAX_NESTED, "levels", "E616"),
    Limit("texts printed on a card", MOST_ON_A_CARD, "characters", "E825"),
    Limit("text printed on a face of a die", MOST_ON_A_FACE, "characters", "E825"),
    Limit("texts printed on a side of the quick reference", MOST_ON_A_SIDE, "characters", "E825"),
    Limit("printed name", MOST_IN_A_NAME, "characters", "E825"),
    Limit("problems of reading one file", MAX_FILE_PROBLEMS, "problems", "E159"),
    Limit("size of a number", MAX_INTEGER, "", "E120"),
)
