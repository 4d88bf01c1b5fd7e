"""One way that stands for several: what they agree on, and bounds of all else."""

from __future__ import annotations

from penance_build.falling.forms import Form
from penance_build.falling.path import Kind, Listed, Path, Proof, Rolled, Value, Wrote
from penance_build.ir.ops import hull


def join(proof: Proof, paths: list[Path]) -> Path:
    """A way that may stand for any of these, which are of the same procedure. It keeps by how much things changed since the pass began."""
    for atom in sorted({atom for path in paths for atom in path.held}, key=repr):
        for path in paths:
            path.read(atom)
    first = paths[0]
    made = Path(proof)
    common = set.intersection(*({fact for facts in path.facts.values() for _, fact in facts} for path in paths))
    for symbol, facts in first.facts.items():
        if kept := tuple(item for item in facts if item[1] in common):
            made.facts[symbol] = kept
    made.log = _log(paths)
    made.known = {key: value for key, value in first.known.items() if all(path.known.get(key) == value for path in paths)}
    made.homes = {card: home for card, home in first.homes.items() if all(path.homes.get(card) == home for path in paths)}
    made.trail = _prefix([path.trail for path in paths])
    frames = []
    for level, frame in enumerate(first.frames):
        names = [name for name in frame if all(name in path.frames[level] for path in paths)]
        heads = proof.slots if level == 0 else {}
        frames.append({name: _either(made, [(path, path.frames[level][name]) for path in paths], heads.get(name)) for name in names})
    made.frames = tuple(frames)
    for atom in first.held:
        found = _either(made, [(path, path.held[atom]) for path in paths], proof.heads.get(atom))
        assert isinstance(found, Form)
        made.held[atom] = found
    return made


def _either(made: Path, ways: list[tuple[Path, Value]], head: Value | None) -> Value:
    """A value that is one of these, and no further from what it was at the head of the pass than they are."""
    first = ways[0][1]
    if all(value == first for _, value in ways):
        return first
    if all(isinstance(value, Form) for _, value in ways):
        forms = [(path, value) for path, value in ways if isinstance(value, Form)]
        found = made.fresh(*hull((path.lower(form), path.upper(form)) for path, form in forms))
        if isinstance(head, Form):
            apart = [(path, form.minus(head)) for path, form in forms]
            low, high = hull((path.lower(form), path.upper(form)) for path, form in apart)
            if low is not None:
                made.learn(found.minus(head).raised(-low))
            if high is not None:
                made.learn(head.minus(found).raised(high))
        return found
    proof = made.proof
    rolls = [(path, value) for path, value in ways if isinstance(value, Rolled)]
    if len(rolls) == len(ways) and len({value.die for _, value in rolls}) == 1:
        counts = _either(made, [(path, value.count) for path, value in rolls], None)
        return Rolled(rolls[0][1].die, counts, proof.mark()) if isinstance(counts, Form) else made.fresh(None, None)
    lists = [(path, value) for path, value in ways if isinstance(value, Listed)]
    if len(lists) < len(ways):  # of different dice, or of different kinds: nothing is known
        return made.fresh(None, None)
    size = _either(made, [(path, value.size) for path, value in lists], None)
    low, high = hull((value.low, value.high) for _, value in lists)
    return Listed(size, low, high, proof.mark()) if isinstance(size, Form) else made.fresh(None, None)


def _prefix(trails: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What all trails begin with."""
    shared = 0
    while all(len(trail) > shared for trail in trails) and len({trail[shared] for trail in trails}) == 1:
        shared += 1
    return trails[0][:shared]


def _log(paths: list[Path]) -> tuple[Wrote, ...]:
    """What was written on all ways alike, then what may have been written on some, as far as its direction is known."""
    logs = [path.log for path in paths]
    shared = 0
    while all(len(log) > shared for log in logs) and all(log[shared] == logs[0][shared] for log in logs):
        shared += 1
    rest: dict[tuple[Kind, str], Wrote] = {}
    falls: dict[tuple[Kind, str], tuple[bool, bool]] = {}
    for path in paths:
        for wrote in path.log[shared:]:
            name: tuple[Kind, str] = (wrote.kind, wrote.name)
            before = falls.get(name, (False, False))
            falls[name] = (
                before[0] or not path.is_at_least(wrote.change, 0), before[1] or not path.is_at_most(wrote.change, 0)
            )  # fmt: skip
            rest[name] = wrote
    made = []
    for name, wrote in rest.items():
        change = paths[0].proof.symbols.new(None if falls[name][0] else 0, None if falls[name][1] else 0)
        made.append(Wrote(wrote.kind, wrote.name, None, change, True))
    return (*logs[0][:shared], *made)
