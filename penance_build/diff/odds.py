"""The questions that a game states, claims and worked examples, answered on both sides: those with another answer."""

from __future__ import annotations

from penance_build.diff.describing.papers import question
from penance_build.diff.renames import Pairs, alike
from penance_build.diff.result import ClaimChange, ExampleChange, Key, Value
from penance_build.diff.view import View
from penance_build.ir.identity import without_texts
from penance_build.ir.interpret.state import printed
from penance_build.ir.nodes import Claim, Example, Played, Program, Type
from penance_build.ir.play import playable
from penance_build.ir.record import replace
from penance_build.odds.proofs.claims import ClaimVerdict, audit
from penance_build.odds.proofs.examples import ExampleVerdict, replay


def _by_play(program: Program) -> Played:
    """What the answers follow from."""
    return without_texts(playable(program))


def claim_changes(old: View, new: View, pairs: Pairs) -> tuple[ClaimChange, ...]:
    """The claims that both games state and of which the exact value, or the verdict on what is printed, is another one."""
    shared = _shared("claim", pairs, old.program.proved.claims, new.program.proved.claims)
    if not shared or _same_answers(old.program, new.program, [(_asked(one), _asked(other)) for one, other in shared], pairs):
        return ()
    before, after = ({item.id: item for item in audit(view.program)} for view in (old, new))
    found = []
    for was, now in shared:
        one, other = before[was.id], after[now.id]
        if (one.exact, one.verdict) != (other.exact, other.verdict):
            asks_otherwise = not alike(_asked(was), _asked(now), pairs)
            key = Key("claim", now.id, "")
            asked = question(new.program, now, new.head("claim", now.id).event)
            found.append(ClaimChange(key, asked, now.says, _value(one), _value(other), asks_otherwise, _is_chance(now)))
    return tuple(found)


def _asked(claim: Claim) -> Claim:
    return replace(claim, id="", verdict="", source="", ruling="")


def _is_chance(claim: Claim) -> bool:
    return not (claim.mean or claim.spread or claim.than is not None)


def _value(verdict: ClaimVerdict) -> Value:
    return Value(verdict.exact, verdict.reason, verdict.verdict)


def _same_answers(old: Program, new: Program, asked: list[tuple[Claim, Claim]], pairs: Pairs) -> bool:
    """Whether the answers cannot differ: the same questions of the same rules."""
    return all(alike(one, other, pairs) for one, other in asked) and _by_play(old) == _by_play(new)


def _shared(kind: str, pairs: Pairs, old: tuple[Claim, ...], new: tuple[Claim, ...]) -> list[tuple[Claim, Claim]]:
    was = {now: then for which, then, now in pairs if which == kind}
    before = {item.id: item for item in old}
    return [(before[was.get(item.id, item.id)], item) for item in new if was.get(item.id, item.id) in before]


def example_changes(old: View, new: View, pairs: Pairs) -> tuple[ExampleChange, ...]:
    """The worked examples that come out differently than before, against what the new rules expect of them."""
    was = {now: then for which, then, now in pairs if which == "example"}
    before = {item.id: item for item in replay(old.program)}
    given = {item.id: item for item in new.program.proved.examples}
    found = []
    for other in replay(new.program):
        one = before.get(was.get(other.id, other.id))
        if one is not None and _outcome(old.program, one) != _outcome(new.program, other):
            found.append(_example_change(new, given[other.id], one, other))
    return tuple(found)


def _outcome(program: Program, item: ExampleVerdict) -> tuple[object, ...]:
    return item.verdict, item.reason, _results(program, item)


def _example_change(new: View, example: Example, one: ExampleVerdict, other: ExampleVerdict) -> ExampleChange:
    results = _results(new.program, other)
    said = [*results, *([("", "", other.reason)] if other.reason and not results else [])]
    return ExampleChange(Key("example", example.id, ""), one.verdict, other.verdict, tuple(said))


def _results(program: Program, item: ExampleVerdict) -> tuple[tuple[str, str, str], ...]:
    """Result, what is written, what comes out."""
    procedure = program.by_id.procedures[item.procedure]
    types = {slot.name: slot.type for slot in procedure.results}
    found = []
    for one in item.differences:
        kind = types.get(one.name, Type("int"))
        got = "nothing" if one.got is None else _text(printed(program, kind, one.got))
        found.append((one.name, _text(printed(program, kind, one.written)), got))
    return tuple(found)


def _text(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
