"""Rules of mere arithmetic that are called for a few arguments: read by the interpreter, which takes less time than to compile them."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.interpret.dice import Scripted
from penance_build.ir.interpret.passes import Passes, TooManyPasses
from penance_build.ir.interpret.run import run
from penance_build.ir.interpret.state import Value
from penance_build.ir.nodes import Played
from penance_build.odds.question.refusal import CALL, PASS, Meter


def worked_out(program: Played, procedure: str, inputs: Mapping[str, int], meter: Meter) -> Mapping[str, Value]:
    """The results of a rule without dice, cards and choices, whose passes, calls and looks count as transitions. Raises Refused."""
    counted, what = Passes(1 + meter.left // PASS), f"'{procedure}'"
    try:
        return run(program, procedure, inputs, Scripted({}), passes=counted).results
    except TooManyPasses as stopped:
        meter.refuse(f"{what} comes to more than {stopped.most} in its {stopped.what}, which is what was left of the limit.")
    finally:
        meter.spend(PASS * counted.made + CALL * counted.called + counted.looked, 0, what)
