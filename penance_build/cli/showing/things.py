"""One thing of a game in a text: what it prints, its odds, where it is used, what a change would touch; and what cards can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from penance_build.cli.showing.tables import result_lines
from penance_build.formula.template import Hole
from penance_build.ir.nodes import Program
from penance_build.library.errors import WrongUse
from penance_build.library.explained import Explained
from penance_build.library.odds import odds
from penance_build.odds.question.refusal import Refused
from penance_build.surface.cards import CallPhrase, ChangePhrase, ConditionPhrase, HarmlessWords, MovePhrase, ShufflePhrase, ToldText
from penance_build.surface.game import Game

WIDTH = 100


def thing_lines(program: Program, found: Explained, place: str) -> Iterator[str]:
    """Everything that there is to say of one thing; ``place`` is where it stands in the files, or empty."""
    named = f" “{found.name}”" if found.name != found.id else ""
    yield f"{found.kind} {found.id}{named}" + "".join(f"  {word}" for word in (place, found.source) if word)
    yield from (f"  {line}" for line in found.says)
    asked = list(_odds(program, found))
    if asked:
        yield "odds"
        yield from (f"  {line}" for line in asked)
    for head, groups in (("uses", found.uses), ("used by", found.used_by), ("a change touches", found.touches)):
        if groups:
            yield head
            yield from _listed(groups)


def _listed(groups: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Names by kind, in lines of a readable length."""
    for kind, names in groups.items():
        head = f"  {kind}: " if len(names) == 1 else f"  {kind} ({len(names)}): "
        line = head
        for index, name in enumerate(names):
            word = name + (", " if index + 1 < len(names) else "")
            if len(line) + len(word) > WIDTH and line.strip() != head.strip():
                yield line.rstrip()
                line = "    "
            line += word
        yield line


def _odds(program: Program, found: Explained) -> Iterator[str]:
    """The odds of a procedure that can be asked as it is, or how to ask."""
    if found.kind == "card":
        if f"card.{found.id}" in program.by_id.procedures:
            setup = f" --setup {program.setups[0].id}" if program.setups else ""
            yield f"ask in a set-up game: penance odds card.{found.id}{setup}"
        return
    if found.kind != "procedure":
        return
    procedure = program.by_id.procedures[found.id]
    needed = [item.name for item in procedure.inputs if item.default is None]
    if needed or not procedure.results:
        if "rolls" in procedure.effects and procedure.results:
            yield f"ask: penance odds {found.id} " + " ".join(f"--set {name}=…" for name in needed)
        return
    if "rolls" not in procedure.effects:
        return
    try:
        for slot in procedure.results:
            if slot.type.kind in ("int", "bool", "enum"):
                yield from result_lines(odds(program, found.id, {}, of=(slot.name,)), slot.name)
    except (Refused, WrongUse):
        yield f"ask: penance odds {found.id} --policy …"


def thing_data(found: Explained, place: str) -> dict[str, Any]:
    """The same for programs."""
    lists = ("uses", "used_by", "touches")
    return {
        "kind": found.kind,
        "id": found.id,
        "name": found.name,
        "at": place,
        "source": found.source,
        "says": list(found.says),
        **{key: {kind: list(names) for kind, names in getattr(found, key).items()} for key in lists},
    }


# ---------------------------------------------------------------- what cards can say


def effect_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """What cards of a game can say: the step or condition, the phrase, its parameters, and the id of the wording."""
    rows = []
    for name, entry in game.wording.items():
        match entry:
            case ChangePhrase():
                step = f"change: {entry.counter.text}" + (f" {entry.direction}" if entry.direction else "")
            case MovePhrase():
                origin = "a known card" if entry.origin is None else entry.origin.text
                step = f"move: {origin} to {entry.target.text}" + (" (bottom)" if entry.is_bottom else "")
            case CallPhrase():
                given = ", ".join(f"{key} {formula.text}" for key, formula in entry.given.items())
                step = f"call: {entry.procedure.text}" + (f" ({given})" if given else "")
            case ShufflePhrase():
                step = f"shuffle: {entry.zone.text}"
            case ConditionPhrase():
                step = f"if: {entry.condition.text}"
            case ToldText() | HarmlessWords():
                continue
        holes = dict.fromkeys(part.source.strip("{}").split("|")[0] for part in entry.say.parts if isinstance(part, Hole))
        rows.append((step, entry.say.text, ", ".join(holes), name))
    return rows


def effect_lines(game: Game) -> Iterator[str]:
    """The same, two lines each."""
    for step, says, holes, name in effect_rows(game):
        yield f"{step}  [{name}]"
        yield f"    {says}" + (f"   with {holes}" if holes else "")
