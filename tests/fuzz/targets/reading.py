"""Bytes to the reader, formulas and texts with holes to their parsers, trees to the validator."""

# ruff: noqa: E501  (data reads best as one line each)

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from penance_build.formula import FormulaError, parse, template
from penance_build.formula.syntax import nodes
from penance_build.schema import validate
from penance_build.source.reader import read_text
from penance_build.source.tree import GameSource
from tests.fuzz import damage
from tests.fuzz.target import Case, Target, demand, said_well
from tests.test_schema_files import GAMES, editor
from tests.test_schema_validate import MACHINE_WORDS, broken
from tests.test_source_fuzz import GAME, PIECES, check

_PIECES = list(PIECES.elements)


def _bytes(chance: Random) -> Case:
    match chance.randrange(5):
        case 0:
            data = "".join(chance.choice(_PIECES) for _ in range(chance.randint(0, 25))).encode("utf-8", "surrogatepass")
        case 1:
            data = chance.randbytes(chance.randint(0, 60))
        case 2:
            data = damage.of_bytes(GAME.encode(), chance)
        case 3:
            data = damage.of_text(GAME, chance, pieces=_PIECES).encode("utf-8", "surrogatepass")
        case _:
            data = damage.of_text(GAME, chance, pieces=_PIECES).encode(chance.choice(("utf-16", "utf-32", "utf-8-sig")), "surrogatepass")
    return {"a.yaml": data}


def _read(case: Case, folder: Path) -> str:
    check(case["a.yaml"])
    file, problems = read_text("a.yaml", case["a.yaml"])
    said_well(problems, {} if file is None else {"a.yaml": file.text})
    return "refused" if file is None else "read"


READER = Target("reader", "both parsers of YAML say the same of any bytes, at places inside the file", _bytes, _read)


# ---------------------------------------------------------------- formulas


@cache
def _formulas() -> list[str]:
    """What formulas the games hold: every text of them that parses and is no mere word."""
    found: dict[str, None] = {}

    def texts(value: Any) -> None:
        if isinstance(value, str):
            try:
                if len(list(nodes(parse(value)))) > 2:
                    found[value] = None
            except FormulaError:
                pass
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            texts(item)

    for path in GAMES:
        texts(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader))
    return list(found)


_TOKENS = (
    *"0 1 7 60 9007199254740991 9007199254740992 a b range x.y size sum count if then else and or not in true false == != <= >= < > + - * /"
    " // % ( ) [ ] . , .. = & | ! ? ^ { } \" ' ** 1.5 0x1 _ é".split(),
    " ", "-" * 40, "(" * 40, ")" * 40, "not " * 40, "1 + " * 60, "if a then " * 20, "a" * 501,
)  # fmt: skip


def _formula(chance: Random) -> Case:
    if chance.random() < 0.5:
        text = " ".join(chance.choice(_TOKENS) for _ in range(chance.randint(0, 14)))
    else:
        text = damage.of_text(chance.choice(_formulas()), chance, 3, (*damage.LETTERS, *_TOKENS))
    return {"formula": text.encode("utf-8", "surrogatepass")}


def _parse(case: Case, folder: Path) -> str:
    text = case["formula"].decode("utf-8", "surrogatepass")
    try:
        tree = parse(text)
    except FormulaError as error:
        demand(0 <= error.start <= error.end <= len(text) + 1, f"columns {error.start} to {error.end} of {len(text)}")
        return "refused"
    for node in nodes(tree):
        demand(0 <= node.start <= node.end <= len(text), f"a node from {node.start} to {node.end} of {len(text)}")
    return "formula"


FORMULAS = Target("formulas", "a line of text is a formula, or is refused at a column of its own", _formula, _parse, seconds=2)

_HOLES = ("{x}", "{", "}", "{{", "}}", "*", "*3*", "**", "{icon:heat}", "{sign:star}", "{a|one|many}", "{row t(x)}", "{+x}", "{x", "{}", "{ }", "{icon:}", "{1 + }", "\\")  # fmt: skip


def _template(chance: Random) -> Case:
    text = "".join(
        chance.choice((*_HOLES, *damage.LETTERS, "word ", "{" + chance.choice(_TOKENS) + "}")) for _ in range(chance.randint(0, 12))
    )
    return {"text": text.encode("utf-8", "surrogatepass")}


def _holes(case: Case, folder: Path) -> str:
    text = case["text"].decode("utf-8", "surrogatepass")
    for read in (template.label, template.told, template.printed, template.phrase, template.card):
        parts = read(text)
        demand(isinstance(repr(parts), str), "no parts")
    return "read"


HOLES = Target("holes", "a text with holes is its parts, whatever stands in the holes", _template, _holes, seconds=2)


# ---------------------------------------------------------------- trees


def _tree(chance: Random) -> Case:
    path = chance.choice(GAMES)
    tree: Any = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    name = chance.choice(list(tree))
    part = tree[name]
    if isinstance(part, dict) and name != "game" and len(part) > 3:
        part = {key: part[key] for key in chance.sample(list(part), 3)}
    part = {name: part}
    for _ in range(chance.randint(1, 3)):
        part = broken(part, chance) if chance.random() < 0.5 else damage.of_data(part, chance, 1)
        if not isinstance(part, dict) or not part:
            part = {name: part}
    return {"tree.json": json.dumps(part).encode("utf-8")}


def _validate(case: Case, folder: Path) -> str:
    tree = json.loads(case["tree.json"])
    text = yaml.safe_dump(tree, sort_keys=False, allow_unicode=True, width=10**9)
    file, problems = read_text("game.yaml", text)
    said_well(problems, {"game.yaml": text})
    if file is None or file.root != tree:
        return "unread"
    found = validate(GameSource((file,), ()))
    said_well(found, {"game.yaml": text})
    for problem in found:
        demand(problem.span.line > 0, f"{problem.code} stands nowhere")
        words = [word for word in MACHINE_WORDS if word in problem.message and word not in text]
        demand(not words, f"{problem.code} says {words}")
    if any(problem.code == "E212" for problem in found):
        return "refused"
    valid = editor("rules.schema.json").is_valid(tree)
    demand(bool(found) != valid, f"an editor says {'valid' if valid else 'invalid'}, we say {[item.message for item in found]}")
    return "refused" if found else "valid"


TREES = Target("trees", "the validator and an editor agree about any tree, and what is wrong has a place", _tree, _validate, seconds=5)
