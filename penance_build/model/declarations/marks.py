"""The meanings of die faces: ``marks:``, each a condition on a face and a text for the faces that satisfy it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.interpret.expressions import at_face
from penance_build.ir.record import replace
from penance_build.ir.walk import expressions
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.formulas import patterns
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.holes import fill_holes, names_in
from penance_build.surface.cards import HarmlessWords
from penance_build.surface.declarations import Mark
from penance_build.surface.nodes import Printed


def marked(ctx: Context, die: ir.Die, marks: Sequence[Mark], given: Mapping[str, Printed]) -> ir.Die:
    """The die with the texts of all marks that each face satisfies, in the order declared.

    A face with a text of its own, in ``given`` by its id, keeps that, held against what the marks say.
    """
    texts: list[list[str]] = [[] for _ in die.faces]
    for mark in marks:
        scope = Expressions(ctx.world, ctx.report, ("die", die.id))
        test = _test(scope, die, mark)
        if test is None:
            continue
        passing = [place for place in range(len(die.faces)) if fold(at_face(test, die, place))]
        if ir.FaceAttr("face") in expressions(test):
            ctx.report.read |= {f"named {die.id} {die.faces[place].id}" for place in passing}
        if not passing:
            scope.problem(
                "E711", f"no face of `{die.id}` passes this", 0, len(mark.where.text), "correct the condition, or remove the mark"
            )
        for number, place in enumerate(passing):
            found = Report()
            apart, values = structs.replace(ctx, report=found), dict(die.faces[place].values)
            texts[place].append(fill_holes(apart, ("die", die.id), mark.text, values))
            ctx.report.take_silently(found)
            ctx.report.read |= said_values(die.id, die.faces[place], mark.text)
            ctx.report.extend(found if number == 0 else ())  # the text of a mark is the same for every face: report its mistakes once
    said = dict(zip((face.id for face in die.faces), texts, strict=True))
    for face, text in given.items():
        if said[face]:
            _hold(ctx, die, face, text, said[face])
    faces = (replace(face, text=face.text or "; ".join(own)) for face, own in zip(die.faces, texts, strict=True))
    return replace(die, faces=tuple(faces))


def marks_of(ctx: Context, die: ir.Die, marks: Sequence[Mark]) -> list[list[Mark]]:
    """Of each face of a die the marks that it satisfies, in the order declared."""
    scope = Expressions(ctx.world, Report(), ("die", die.id))
    found: list[list[Mark]] = [[] for _ in die.faces]
    for mark in marks:
        test = _test(scope, die, mark)
        for place in range(len(die.faces)):
            if test is not None and fold(at_face(test, die, place)):
                found[place].append(mark)
    return found


def said_values(die: str, face: ir.Face, text: Printed) -> set[str]:
    """What a text says of the values of its face, as marks for the report: ``said DIE FACE VALUE``."""
    return {f"said {die} {face.id} {name}" for name in names_in(text).intersection(name for name, _ in face.values)}


def _test(scope: Expressions, die: ir.Die, mark: Mark) -> ir.Expr | None:
    """The condition of a mark on a face; None after reporting that it cannot be read."""
    before = len(scope.report)
    node = scope.parse(mark.where)
    test = None if node is None else patterns.dice(scope, die, node)
    scope.cure(mark.where, before)
    return None if test is None or test.type.kind == "error" else test.expr


def _hold(ctx: Context, die: ir.Die, face: str, given: Printed, said: Sequence[str]) -> None:
    """Report a text that does not say what the marks say of its face."""
    from penance_build.wording.compare import difference  # here, because few faces have a text of their own
    from penance_build.wording.phrases import Part
    from penance_build.wording.vocabulary import vocabulary

    game = ctx.game
    pairs = [(unit.name, unit.plural) for unit in game.units.values()]
    owned = [*(counter.name for counter in game.counters.values()), *(zone.name for zone in game.zones.values())]
    names = [*owned, *(word for pair in pairs for word in pair)]
    free = [at.text.lower() for entry in game.wording.values() if isinstance(entry, HarmlessWords) for at in entry.words]
    text = next(item.text for item in die.faces if item.id == face)
    found = difference(text, [Part(item) for item in said], vocabulary((), names, pairs, free=free, texts=said))
    ctx.report.read.add(f"held {die.id} {face}")
    if found is not None:
        hint = f"remove the text: the marks of `{die.id}` say: {'; '.join(said)}"
        message = found.message.replace("its effects", "the marks of its face")
        if found.is_doubt:
            hint += "; or list words that change nothing in `wording:`, as {harmless: [...]}"
        ctx.report.append(given.problem("W721" if found.is_doubt else "E713", message, hint, entity=("die", die.id)))
