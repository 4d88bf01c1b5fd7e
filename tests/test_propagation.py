"""One datum, played, proved, printed: change it alone, and exactly the files that use it change, byte for byte.

Each row of ``EDITS`` is one change of one datum, and what it must reach; a new output joins the table by being made here.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from penance_build.api import Compilation, compile_game
from penance_build.build.registry import PRODUCTS
from penance_build.odds.walking.exact import distribution
from penance_build.product import Settings
from tests.press_pdf import run_cache

RULES = Path(__file__).resolve().parent.parent / "rules" / "penance"
pytestmark = pytest.mark.full


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one datum: replacements in one file, the datum, the files that must change, an odds question it moves.

    ``scripted``: the rolls of a die, and the value of a face before and after, by which worked examples name it in their dice.
    """

    name: str
    file: str
    changes: tuple[tuple[str, str], ...]
    datum: str
    files: tuple[str, ...]
    odds: tuple[str, dict[str, int], str] | None = None
    scripted: tuple[str, str, str] | None = None


def faces(card: str) -> tuple[str, ...]:
    """The files of one face."""
    return tuple(f"faces/{card}.{ending}" for ending in ("pdf", "png", "svg"))


ENGINES = ("engine/engine.mjs", "engine/engine.py", "engine/game.json", "engine/rules.json")
BILL = ("dice/bill-of-materials.csv", "dice/bill-of-materials.json")
FLAT = ("dice/paper-dice-a4.pdf", "dice/sticker-sheets-a4.pdf")
ATTACK = ("dice/attack-a4.pdf", "dice/attack.json", *BILL, *FLAT)
REFERENCE = ("reference/penance-a4.pdf", "reference/penance-odds-a4.pdf")
CASKET, TOKENS = "reference/penance-casket-a4.pdf", "reference/penance-tokens-a4.pdf"
TABLES = ("data/cards.csv", "data/cards.json", "data/cards.xlsx")
FEW = ("the words for an effect",)  # those that are tried before each commit; the others take as long each
EDITS = (
    Edit(
        "the value of a die face",
        "dice.yaml",
        (("{id: glance, name: GLANCE, value: 1,", "{id: glance, name: GLANCE, value: 2,"),),
        "die attack",
        (*ENGINES, *ATTACK, "dice/attack-glance.dxf", "dice/attack-glance.svg", *REFERENCE, "report/audit.json"),
        ("attack_roll", {}, "total"),
        ("attack pool plain", "1", "2"),
    ),
    Edit(
        "the limit of the Medium band",
        "constants.yaml",
        (("long_from: {value: 7,", "long_from: {value: 8,"),),
        "table range_modifier",
        (*ENGINES, "reference/penance-a4.pdf", TOKENS, "report/audit.json"),
        ("to_hit", {"range": 7}, "target"),
    ),
    Edit(
        "the damage of a card",
        "cards_church.yaml",
        (("    cost: 2\n    damage: 4\n", "    cost: 2\n    damage: 5\n"),),
        "card faithful_thrust",
        (*ENGINES, *TABLES, "cards/confessor-a4.pdf", *faces("faithful_thrust"), "report/audit.json", "report/cards.txt"),
    ),
    Edit(
        "the bonus of a hit tier",
        "tables.yaml",
        (("outcome: strong_hit, bonus: 1,", "outcome: strong_hit, bonus: 2,"),),
        "table hit_result",
        (*ENGINES, *REFERENCE, "report/audit.json"),
        ("attack", {"damage": 8}, "taken"),
    ),
    Edit(
        "a constant that tables, a bound and the sheet read",
        "constants.yaml",
        (("critical_heat: {value: 10,", "critical_heat: {value: 9,"),),
        "table heat_zone",
        (*ENGINES, *REFERENCE, CASKET, "report/audit.json"),
    ),
    Edit(
        "what a strained Casket loses",
        "constants.yaml",
        (("strain_damage: {value: 2,", "strain_damage: {value: 3,"),),
        "table strain_result",
        (*ENGINES, "reference/penance-a4.pdf", CASKET, "report/audit.json"),
    ),
    Edit(
        "the words for an effect",
        "wording.yaml",
        (("damage to an enemy adjacent to the target", "damage to an enemy beside the target"),),
        "card righteous_cleave",
        ("engine/game.json", "engine/rules.json", *TABLES, "cards/confessor-a4.pdf", *faces("righteous_cleave"), "report/cards.txt"),
    ),
    Edit(
        "a printed figure of a source",
        "claims.yaml",
        (('hit_on_6:\n    says: "58.33 %"', 'hit_on_6:\n    says: "58.34 %"'),),
        "claim hit_on_6",
        ("engine/rules.json", "report/audit.json"),
    ),
    Edit(
        "the text of a face",
        "dice.yaml",
        (("text: The damage is taken}", "text: Nothing is blocked}"),),
        "die defense",
        ("engine/rules.json", "dice/defense-a4.pdf", "dice/defense.json", *BILL, "reference/penance-a4.pdf", "report/audit.json"),
    ),
    Edit(
        "the colour of a die",
        "dice.yaml",
        (('body: {name: Black, color: "#16130f"}', 'body: {name: Bone, color: "#e8e0cc"}'),),
        "die attack",
        ("engine/rules.json", *ATTACK),
    ),
)


def make(folder: Path) -> tuple[Compilation, dict[str, bytes], dict[str, tuple[str, ...]]]:
    """Everything that a build writes, and what each file says that it was made from."""
    compilation = compile_game(folder, every_option=False)
    assert compilation.program is not None, [problem.message for problem in compilation.problems]
    files: dict[str, bytes] = {}
    made_from: dict[str, tuple[str, ...]] = {}
    for product in PRODUCTS:
        if product.name == "kit":  # the same files once more, and a page on them: `test_kit` holds it
            continue
        produced = product.producer()(compilation, Settings("a4", run_cache()))
        assert not [problem for problem in produced.problems if problem.severity == "error"]
        for artifact in produced.artifacts:
            files[artifact.path] = artifact.data
            made_from[artifact.path] = artifact.made_from
    return compilation, files, made_from


@pytest.fixture(scope="module")
def base() -> tuple[Compilation, dict[str, bytes], dict[str, tuple[str, ...]]]:
    return make(RULES)


def edited(edit: Edit, tmp_path: Path) -> Path:
    """A copy of the rules with the one change; each text must be there exactly once."""
    folder = tmp_path / "penance"
    shutil.copytree(RULES, folder)
    path = folder / edit.file
    text = path.read_text(encoding="utf-8")
    for old, new in edit.changes:
        assert text.count(old) == 1, (edit.name, old, text.count(old))
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    for examples in folder.glob("examples*.yaml") if edit.scripted is not None else ():
        examples.write_text(_scripted_anew(examples.read_text(encoding="utf-8"), *edit.scripted), encoding="utf-8")
    return folder


def _scripted_anew(text: str, rolls: str, old: str, new: str) -> str:
    """Examples in which the dice that they give name a face by its new value."""
    for roll in rolls.split():
        dice = re.compile(rf"(?<=\bdice: \{{)[^}}]*|(?<= ){roll}: \[[^\]]*\]")
        faces = re.compile(rf"(?<={roll}: \[)[^\]]*")
        text = dice.sub(lambda given, faces=faces: faces.sub(lambda row: re.sub(rf"\b{old}\b", new, row[0]), given[0]), text)  # type: ignore[misc]
    return text


def odds(compilation: Compilation, procedure: str, inputs: dict[str, int], result: str) -> Fraction:
    assert compilation.program is not None
    return distribution(compilation.program, procedure, inputs, of=[result]).mean[result]


@pytest.mark.parametrize(
    "edit", [pytest.param(edit, marks=[pytest.mark.soak] * (edit.name not in FEW)) for edit in EDITS], ids=lambda edit: edit.name
)
def test_a_change_reaches_its_uses_and_nothing_else(
    edit: Edit,
    tmp_path: Path,
    base: tuple[Compilation, dict[str, bytes], dict[str, tuple[str, ...]]],
) -> None:
    before, files, _ = base
    after, new_files, made_from = make(edited(edit, tmp_path))
    assert sorted(new_files) == sorted(files)
    changed = sorted(path for path in files if files[path] != new_files[path])
    assert changed == sorted(edit.files)
    for path in changed:
        assert edit.datum in made_from[path], f"the manifest of {path} does not name {edit.datum}"
    if edit.odds is not None:
        assert odds(before, *edit.odds) != odds(after, *edit.odds)
    assert odds(before, "suffering", {"count": 1}, "discard") == odds(after, "suffering", {"count": 1}, "discard")
