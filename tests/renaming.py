"""Renames every id of a game: the tree is rewritten, and written out as JSON, which is YAML.

What is an id depends on where it stands: keys that define something, references, and every word of a formula that is
one of them. Texts that people read keep their words, but for the formulas in their holes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from penance_build.formula.template import KINDS
from penance_build.source import read_game

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_HOLE = re.compile(r"\{([^{}]*)\}")
PROSE = frozenset(
    {
        "name",
        "plural",
        "text",
        "note",
        "say",
        "label",
        "prompt",
        "title",
        "heading",
        "down_heading",
        "across_heading",
        "subtitle",
        "question",
        "decision",
        "reason",
        "why",
        "says",
        "tells",
        "manual",
    }
)
PLAIN = frozenset("version edge material color marking status verdict up down short hit past visible chance".split())
WORDS = frozenset(
    "if then else and or not in true false min max abs floor ceil round count sum best worst highest lowest same run size first face item "
    "card row value slot type faction player game int bool list top bottom outcome reroll "
    "index sides die unitless neighbour distance bearing line me foe".split()
)
FIELDS = frozenset(
    "id name subtitle version language values plural up down unit value source ruling note when members text sides faces "
    "copies print edge material body symbol color marking quantity hit inputs outputs rows label group known owner type start "
    "past visible like chance default uses results steps let sum roll die count as reroll where at_most if then else match cases each "
    "play window find types legend layers map players setups bots score avoid spaces deck from to do repeat until list of "
    "tell tells record fields call with take choose by prompt options fallback card_from change move card "
    "ends begins winner rounds facing at place shuffle outcome shown by_hand manual icon played "
    "parts shared construction card_sets constructions "
    "optional slot faction effects text_only tincture size cards step counter zone direction say also procedure condition "
    "blocks title show ref lines columns says set mean verdict dice expect book_says status question readings decision reason "
    "spread than ruled card table card_set constant enum parameter setup chooses leaves "
    "across sheet at_least heading down_heading across_heading bars digits "
    "sections short why units constants enums tables counters zones parameters procedures card_attributes card_types slots "
    "factions decks wording reference claims examples rulings sources theme icons game".split()
)
SECTIONS = frozenset(
    "options units constants enums dice tables counters zones parameters procedures card_attributes card_types slots factions cards decks "
    "spaces setups bots card_sets constructions wording claims examples rulings sources icons layouts".split()
)
FACT_WORDS = frozenset("name label rows cards counters parts sides low high start members default players at_most size".split())
# Keys of sides and blocks of the reference that are names elsewhere.
SIDE_WORDS = frozenset("owner landscape cell last width height".split())
ROW_WORDS = frozenset("label group source ruling note when known".split())
GROUPS = frozenset("values members inputs outputs results set expect book_says with take also options fields layers".split())


def defines(path: tuple[str, ...]) -> bool:
    """Whether the keys of the mapping at this path are ids."""
    if len(path) == 1:
        return path[0] in SECTIONS
    if path[:1] == ("parameters",) and len(path) == 2:
        return True
    if len(path) == 3 and (path[0], path[2]) in (
        ("decks", "cards"),
        ("decks", "counters"),
        ("card_sets", "cards"),
        ("constructions", "parts"),
        ("examples", "dice"),
        ("examples", "counters"),
        ("examples", "zones"),
        ("setups", "zones"),
        ("bots", "avoid"),
    ):
        return True
    if path[:1] == ("reference",) and path[-1] in ("zones", "counters", "down", "across", "each", "at_least"):
        return True
    return len(path) >= 3 and path[-1] in GROUPS and path[0] not in ("theme", "game", "sources")


class Renamer:
    """One renaming: every id gets the same prefix, so that their order stays."""

    def __init__(self, prefix: str, trees: list[dict[str, Any]]) -> None:
        self.prefix = prefix
        self.ids = {name for tree in trees for name in defined(tree)} - WORDS

    def word(self, text: str) -> str:
        return self.prefix + text if text in self.ids else text

    def formula(self, text: str) -> str:
        return _WORD.sub(lambda match: self.word(match[0]), text)

    def prose(self, text: str) -> str:
        def hole(match: re.Match[str]) -> str:
            inner = match[1]
            if inner.startswith("icon:"):
                return "{icon:" + self.word(inner[5:]) + "}"
            kind, blank, name = inner.partition(" ")
            if blank and kind in KINDS:
                return "{" + f"{kind} {self.word(name)}" + "}"
            head, bar, rest = inner.partition("|")
            return "{" + self.formula(head) + bar + rest + "}"

        return _HOLE.sub(hole, text)

    def tree(self, value: Any, key: str = "", path: tuple[str, ...] = ()) -> Any:
        if isinstance(value, dict):
            return {self.key(name, path): self.tree(item, name, (*path, name)) for name, item in value.items()}
        if isinstance(value, list):
            return [self.tree(item, key, (*path, "-")) for item in value]
        return self.scalar(value, key, path) if isinstance(value, str) else value

    def key(self, name: str, path: tuple[str, ...]) -> str:
        """A key is an id below a section or a group of definitions, or where it is no field of the language."""
        if path and path[0] in ("theme", "game"):
            kind, of, rest = name.partition("_")
            return f"{kind}_{self.word(rest)}" if of and kind in ("tint", "diagram", "ground") else name
        if path and path[-1] in ("sections", "legend"):
            return name
        if path and path[-1] == "readings":
            return self.formula(name.partition("/")[0]) + "".join(name.partition("/")[1:])
        if path and path[-1] == "cases":
            return self.formula(name)
        if path[0:1] == ("claims",) and path[2:3] in (("says",), ("ruled",)):
            return _WORD.sub(lambda match: match[0] if self.is_fact_word(match, name) else self.word(match[0]), name)
        if path[:1] == ("reference",) and name in SIDE_WORDS:
            return name
        row = len(path) == 4 and path[0] == "tables" and path[2] == "rows"
        if defines(path) or name not in FIELDS or (row and name not in ROW_WORDS):
            return self.word(name)
        return name

    @staticmethod
    def is_fact_word(found: re.Match[str], name: str) -> bool:
        """Whether a word in the name of a datum is the language's own: behind a dot only those that say which end of a type is meant."""
        word = found[0]
        if name[: found.start()].endswith("."):
            return word in ("low", "high", "default", "marks")
        if word == "cards" and name.partition(".")[2] in ("low", "high", "default"):
            return False  # an input of this name
        return word in FACT_WORDS and (word != "players" or name == word)  # of a setup; before a dot it is an input of this name

    def scalar(self, text: str, key: str, path: tuple[str, ...]) -> str:
        """References and formulas word by word, texts in their holes only, the language's own words not at all."""
        if key == "source":
            head, slash, rest = text.partition("/")
            return self.word(head) + slash + rest
        if key == "ruling":
            return self.word(text)
        if path[0] == "claims" and len(path) > 3 and path[2] in ("says", "ruled"):
            is_said = any(part.endswith(".marks") for part in (key, *path))  # what a face says
            is_kept = is_said or key in ("name", "label") or text != text.lower() or (text == "none" and key in self.directed)
            return text if is_kept else self.formula(text)
        if path[0] == "theme" and key.startswith("diagram_"):
            kind, blank, given = text.partition(" ")
            return kind + blank + self.formula(given)
        if path[0] in ("theme", "icons") or "map" in path or key in PLAIN or (path[0] == "game" and key != "id"):
            return text
        if key in PROSE or (path[0] == "enums" and "members" in path) or key in ("lines", "text_only") or path[-2:-1] == ("also",):
            return self.prose(text)
        if path[0] == "options" or (path[-2:-1] == ("options",) and key not in FIELDS) or path[-2:-1] == ("readings",):
            return self.prose(text)
        if path[0] == "wording" and (key in ("counter", "procedure", "from", "to", "zone") or "silent" in path):
            return self.formula(text)
        if key in ("step", "show", "direction", "shown", "tincture", "move", "place"):
            return text
        if key == "take" and path[0] == "constructions":
            return text
        if text == "none" and path[0] == "tables" and key in self.directed:
            return text
        return self.formula(text)

    directed: frozenset[str] = frozenset()


def defined(tree: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every id that a tree defines: entries, columns, inputs, variables, members, faces, options."""
    if isinstance(tree, dict):
        for name, item in tree.items():
            if defines(path) and _WORD.fullmatch(name):
                yield name
            if (
                name in ("let", "roll", "each", "list", "choose", "window", "find", "as", "id")
                and isinstance(item, str)
                and _WORD.fullmatch(item)
            ):
                yield item
            if name == "take" and isinstance(item, str):
                yield item
            yield from defined(item, (*path, name))
    elif isinstance(tree, list):
        for item in tree:
            yield from defined(item, (*path, "-"))


def directed_outputs(trees: list[dict[str, Any]]) -> frozenset[str]:
    """The outputs whose cells say ``harder``, ``easier`` or ``none``."""
    units = {name for tree in trees for name, unit in tree.get("units", {}).items() if "up" in unit}
    found: set[str] = set()
    for tree in trees:
        for table in tree.get("tables", {}).values():
            for name, output in table["outputs"].items():
                type_ = output if isinstance(output, str) else output["type"]
                if type_.split()[-1] in units:
                    found.add(name)
    return frozenset(found)


def rename_game(source: Path, target: Path, prefix: str) -> frozenset[str]:
    """Write the renamed game into ``target``; gives the ids that were renamed."""
    game, problems = read_game(source)
    assert not [problem for problem in problems if problem.severity == "error"]
    trees = [file.root for file in game.files]
    renamer = Renamer(prefix, trees)
    renamer.directed = directed_outputs(trees)
    target.mkdir(parents=True, exist_ok=True)
    for file in game.files:
        (target / file.name).write_text(json.dumps(renamer.tree(file.root), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return frozenset(renamer.ids)
