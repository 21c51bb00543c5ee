"""What to do about each kind of clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cobrowse.guide import clauses as c
from cobrowse.guide import (
    plan_choose,
    plan_do,
    plan_form,
    plan_move,
    plan_point,
    plan_search,
    plan_talk,
    plan_tick,
    replies,
    walk,
)
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.opening import plan_unfold

_PLANS: dict[type[c.Clause], Callable[[Any, Desk], Move]] = {
    c.Point: plan_point.plan_point,
    c.Press: plan_point.plan_press,
    c.Go: plan_move.plan_go,
    c.History: plan_move.plan_history,
    c.Scroll: plan_move.plan_scroll,
    c.Wait: plan_move.plan_wait,
    c.Drag: plan_move.plan_drag,
    c.Unfold: plan_unfold,
    c.Fill: plan_form.plan_fill,
    c.Search: plan_search.plan_search,
    c.Subscribe: plan_search.plan_subscribe,
    c.Choose: plan_choose.plan_choose,
    c.Details: plan_form.plan_details,
    c.Several: lambda clause, desk: Move(becomes=clause.parts),
    c.Leave: plan_talk.plan_leave,
    c.Suggest: plan_choose.plan_suggest,
    c.Tick: plan_tick.plan_tick,
    c.Show: plan_talk.plan_show,
    c.Ask: plan_talk.plan_ask,
    c.Read: plan_talk.plan_read,
    c.Greet: plan_talk.plan_greet,
    c.Do: plan_do.plan_do,
    c.WalkForm: walk.plan_walk,
}

_TALK = (c.Ask, c.Show, c.Read, c.Greet, c.Leave)


def plan(clause: c.Clause, desk: Desk) -> Move:
    """The next move for a clause; a control that is called like the whole request is simply pressed."""
    whole = None if isinstance(clause, _TALK) or desk.phase else plan_point.by_whole_name(clause, desk)
    if whole is not None:
        desk.it = whole.id
        return Move(entries=({"type": "click", "selector": whole.id},), said=f"pressed {replies.named(whole)}")
    return _PLANS[type(clause)](clause, desk)
