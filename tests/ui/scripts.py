"""Events in short, for the tests."""

from __future__ import annotations

from cobrowse.protocol.event import Ask, Asked, SessionStarted, Step, StepChanged, TurnStarted

START = SessionStarted(session="s", brain="Guide", policy="matters")
TURN = TurnStarted(turn="t", text="Buy the book")


def step(id: str = "1", status: str = "done", **more: object) -> StepChanged:
    made = {"id": id, "turn": "t", "index": 0, "name": "click", "action": {"type": "click"}, "icon": "click"}
    return StepChanged(
        step=Step.model_validate(made | {"label": "Click", "about": "Checkout", "status": status} | more)
    )


def ask(kind: str, id: str = "a", **more: object) -> Asked:
    return Asked(turn="t", ask=Ask.model_validate({"id": id, "kind": kind, "title": "Place the order?"} | more))
