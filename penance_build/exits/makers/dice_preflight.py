"""What a maker of dice would refuse or spoil, said before anything is sent: die, face, symbol and millimetres."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.exits.dice_form import DiceForm
from penance_build.exits.profiles import Profile
from penance_build.ir.record import Record
from penance_build.press.complaints import Complaints
from penance_build.press.dice.spec import DieSpec, Side, number_at, number_measures
from penance_build.press.drawing.closed import rings
from penance_build.press.drawing.lengths import mm, mm2
from penance_build.press.drawing.outline import scaled


class Found(Record):
    """A place of a face: how many micrometres it has, what it is a part of, and the face."""

    um: int
    part: str
    side: Side


def inspect_dice(profile: Profile, specs: Sequence[DieSpec], complaints: Complaints) -> None:
    """Report everything that is wrong with the dice for this maker."""
    form = profile.dice
    assert form is not None, "a profile of this form has it"
    for spec in specs:
        _kind(profile, form, spec, complaints)
        for kind, least in (("line", form.line), ("gap", form.gap)):
            _thin(profile, kind, least, spec, complaints)
        _near(profile, form, spec, complaints)
    _colours(profile, form, specs, complaints)


def thinnest(spec: DieSpec, side: Side, kind: str) -> Found | None:
    """The thinnest line or gap of a face, of its symbol or of the signs of its number."""
    at = ("line", "gap").index(kind)
    found = [Found((side.line_um, side.gap_um)[at], f"the icon {side.face.icon}", side)]
    if side.number is not None:
        found.append(Found(number_measures(spec.edge, side.number)[at], f"the number {side.number}", side))
    return min((one for one in found if one.um), key=lambda one: one.um, default=None)


def nearest(spec: DieSpec, side: Side) -> Found | None:
    """How far what is cut stays from the edges of its face; None where nothing is cut."""
    symbol = scaled(side.icon, size=spec.symbol, x=spec.symbol_at, y=spec.symbol_at) if side.icon else ""
    number = "" if side.number is None else number_at(spec.edge, side.number)
    found = []
    for data, part in ((symbol, f"the icon {side.face.icon}"), (number, f"the number {side.number}")):
        points = [point for ring in rings(data) for point in ring]
        if points:
            found.append(Found(min(min(x, y, spec.edge - x, spec.edge - y) for x, y in points), part, side))
    return min(found, key=lambda one: one.um, default=None)


def _kind(profile: Profile, form: DiceForm, spec: DieSpec, complaints: Complaints) -> None:
    sides = len(spec.sides)
    if sides not in form.sides:
        says = f"{spec.die.name} has {sides} faces, and {profile.name} makes dice of {', '.join(map(str, form.sides))}"
        complaints.say("E878", says, ("die", spec.die.id), "choose another maker")
    if form.edges and spec.edge not in form.edges:
        says = f"{spec.die.name} has edges of {mm(spec.edge)} mm, and {profile.name} makes {', '.join(map(mm, form.edges))} mm"
        complaints.say("E878", says, ("die", spec.die.id), "change `edge:` of its `print:`, or choose another maker")


def _thin(profile: Profile, kind: str, least: int, spec: DieSpec, complaints: Complaints) -> None:
    each = [thinnest(spec, side, kind) for side in spec.sides]
    found = [one for one in each if one is not None and is_less(one.um, least)]
    if found:
        worst = _worst(found)
        says = f"{_called(spec, worst)} has a {kind} of {mm2(worst.um)} mm, and {profile.name} asks for {mm2(least)} mm{_others(found)}"
        complaints.say("W879", says, ("die", spec.die.id), "draw it bolder, make the die larger, or choose another maker")


def _near(profile: Profile, form: DiceForm, spec: DieSpec, complaints: Complaints) -> None:
    each = [nearest(spec, side) for side in spec.sides]
    found = [one for one in each if one is not None and is_less(one.um, form.margin)]
    if found:
        worst, wanted = _worst(found), f"and {profile.name} asks for {mm2(form.margin)} mm"
        says = f"{_called(spec, worst)} comes to {mm2(max(0, worst.um))} mm from the edge, {wanted}{_others(found)}"
        complaints.say("W880", says, ("die", spec.die.id), "edges are rounded there: draw it smaller, or choose another maker")


def _colours(profile: Profile, form: DiceForm, specs: Sequence[DieSpec], complaints: Complaints) -> None:
    if form.colours == 0 and specs:
        named = [f"{spec.die.name} ({spec.die.print.symbol or spec.die.print.symbol_color})" for spec in specs]
        says = f"{profile.name} fills no colour into what it cuts, and symbols have one: {', '.join(named)}"
        first, *others = (("die", spec.die.id) for spec in specs)
        cure = "they show what lies under the surface: agree on it, or choose another maker"
        complaints.say("W881", says, first, cure, related=others)


def is_less(um: int, least: int) -> bool:
    """Whether a length is below another one, in the hundredths of a millimetre in which both are told."""
    return (um + 5) // 10 < (least + 5) // 10


def _worst(found: Sequence[Found]) -> Found:
    return min(found, key=lambda one: (one.um, one.side.position))


def _others(found: Sequence[Found]) -> str:
    more = len(found) - 1
    return f"; so have {more} more faces" if more > 1 else "; so has one more face" if more else ""


def _called(spec: DieSpec, one: Found) -> str:
    return f"{spec.die.name}, face {one.side.position} {one.side.face.name}: {one.part}"
