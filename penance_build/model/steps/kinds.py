"""Dispatch over the kinds of steps: the one module that knows which function elaborates which."""

from __future__ import annotations

from typing import assert_never

from penance_build.model.steps import branches as branch_steps
from penance_build.model.steps import calls as call_steps
from penance_build.model.steps import cards as card_steps
from penance_build.model.steps import choices as choice_steps
from penance_build.model.steps import dice as dice_steps
from penance_build.model.steps import lists as list_steps
from penance_build.model.steps import loops
from penance_build.model.steps import speech as speech_steps
from penance_build.model.steps import state as state_steps
from penance_build.model.steps import values as value_steps
from penance_build.model.steps.body import Body, Stepped
from penance_build.model.steps.flow import Flow
from penance_build.surface import steps as surface


def elaborate_step(body: Body, step: surface.Step, flow: Flow) -> Stepped:
    """The statements of one step, and the facts after it."""
    match step:
        case surface.Let():
            return value_steps.let(body, step, flow)
        case surface.Sum():
            return value_steps.total(body, step, flow)
        case surface.Roll():
            return dice_steps.roll(body, step, flow)
        case surface.Reroll():
            return dice_steps.reroll(body, step, flow)
        case surface.Outcome():
            return value_steps.outcome(body, step, flow)
        case surface.Put():
            return list_steps.put(body, step, flow)
        case surface.MakeList():
            return list_steps.make(body, step, flow)
        case surface.If():
            return branch_steps.when_true(body, step, flow)
        case surface.Match():
            return branch_steps.match(body, step, flow)
        case surface.Each():
            return loops.each(body, step, flow)
        case surface.Repeat():
            return loops.repeat(body, step, flow)
        case surface.Call():
            return call_steps.call(body, step, flow)
        case surface.Choose():
            return choice_steps.choose(body, step, flow)
        case surface.Pick():
            return choice_steps.pick(body, step, flow)
        case surface.Play():
            return card_steps.play(body, step, flow)
        case surface.Window():
            return card_steps.window(body, step, flow)
        case surface.Find():
            return card_steps.find(body, step, flow)
        case surface.Change():
            return state_steps.change(body, step, flow)
        case surface.MoveTop():
            return state_steps.move_top(body, step, flow)
        case surface.MoveCard():
            return state_steps.move_card(body, step, flow)
        case surface.Shuffle():
            return state_steps.shuffle(body, step, flow)
        case surface.Tell():
            return speech_steps.tell(body, step, flow)
        case surface.Record():
            return speech_steps.record(body, step, flow)
        case surface.Manual():
            return speech_steps.manual(body, step, flow)
        case _:
            assert_never(step)
