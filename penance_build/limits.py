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
    Limit("problems of reading one file", MAX_FILE_PROBLEMS, "problems", "E159"),
    Limit("size of a number", MAX_INTEGER, "", "E120"),
)
