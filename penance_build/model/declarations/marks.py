"""The meanings of die faces: ``marks:``, each a condition on a face and a text for the faces that satisfy it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.interpret.expressions import face_attr
from penance_build.ir.record import replace
from penance_build.ir.walk import rebuild
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.formulas import patterns
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.holes import fill_holes
from penance_build.surface.declarations import Mark


def marked(ctx: Context, die: ir.Die, marks: Sequence[Mark]) -> ir.Die:
    """The die with the texts of all marks that each face satisfies, appended in declaration order to the face's own text."""
    texts = [[face.text] if face.text else [] for face in die.faces]
    for mark in marks:
        scope = Expressions(ctx.world, ctx.report, ("die", die.id))
        node = scope.parse(mark.where)
        if node is None:
            continue
        test = patterns.dice(scope, die, node)
        if test.type.kind == "error":
            continue
        passing = [place for place in range(len(die.faces)) if fold(_at(test.expr, die, place))]
        if not passing:
            scope.problem(
                "E711", f"no face of `{die.id}` passes this", 0, len(mark.where.text), "correct the condition, or remove the mark"
            )
        for number, place in enumerate(passing):
            found = Report()
            apart, values = structs.replace(ctx, report=found), dict(die.faces[place].values)
            texts[place].append(fill_holes(apart, ("die", die.id), mark.text, values))
            ctx.report.take_silently(found)
            ctx.report.extend(found if number == 0 else ())  # the text of a mark is the same for every face: report its mistakes once
    return replace(die, faces=tuple(replace(face, text="; ".join(said)) for face, said in zip(die.faces, texts, strict=True)))


def _at(expr: ir.Expr, die: ir.Die, place: int) -> ir.Expr:
    """The condition with the index of a face substituted for the face at hand."""
    if isinstance(expr, ir.FaceAttr):
        return ir.Const(face_attr(die, place, expr.attr))
    return rebuild(expr, lambda inner: _at(inner, die, place))
