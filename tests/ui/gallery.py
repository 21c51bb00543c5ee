"""Pictures of the window for the eye: `python tests/ui/gallery.py FOLDER`; no test, and no engine behind it."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("COBROWSE_HOME", tempfile.mkdtemp())
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtWidgets import QApplication

from cobrowse.protocol.event import (
    Answer,
    Answered,
    Ask,
    Asked,
    ControlChanged,
    Event,
    Fact,
    Grant,
    GrantsChanged,
    Judged,
    Notice,
    Observed,
    PageChanged,
    Said,
    SessionStarted,
    Step,
    StepChanged,
    TurnEnded,
    TurnStarted,
    Used,
)
from cobrowse.protocol.result import Result
from ui.app import application
from ui.bridge import ModelChoice
from ui.settings.model_dialog import ModelDialog
from ui.theme.theme import theme
from ui.window import MainWindow

SUGGESTIONS = ["Show me around this page", "Help me fill in the form", "Where do I change my delivery address?"]
GREETING = (
    "I browse with you: you say what you want, I show each step and ask before anything that matters.\n\n"
    "No model is connected; the built-in **guide** understands plain commands."
)
START = SessionStarted(session="s1", brain="Guide", policy="matters")
PAGE = PageChanged(url="https://oscar.example/checkout?step=2", title="Checkout", tabs=("Checkout", "Terms"))


def step(index: int, label: str, about: str, icon: str, status: str = "done", **more: object) -> StepChanged:
    made = {"id": f"t{index}", "turn": "t", "index": index, "name": icon, "action": {"type": icon}, "icon": icon}
    return StepChanged(step=Step.model_validate(made | {"label": label, "about": about, "status": status} | more))


STEPS = [
    step(0, "Go to", "oscar.example/catalogue", "navigate", ms=800),
    step(1, "Choose", "Price low to high · Sort by", "select", ms=412, undoable=True),
    step(2, "Click", "Add to basket · Trails of the North", "click", ms=503),
    step(
        3,
        "Click",
        "Checkout",
        "click",
        "failed",
        ms=5000,
        result=Result.failure("covered", "“Accept cookies” lies over it. Trying that first."),
    ),
    step(4, "Narrate", "Declining the cookies", "narrate", "skipped"),
    step(5, "Fill", "Delivery note: “Leave it with the neighbour, please”", "fill", ms=90, undoable=True),
    step(
        6,
        "Go to",
        "evil.example",
        "navigate",
        "refused",
        result=Result.failure("refused", "evil.example is not on the list of allowed sites."),
    ),
    step(7, "Click", "Place order", "click", "waiting"),
    step(8, "Wait", "until the confirmation appears", "wait", "running"),
    step(9, "Read", "the confirmation number", "read", "pending"),
]
LONG = "Storgata 99, a rather long address line that has to wrap because it does not fit, Trondheim"
WORK = Ask(
    id="a1",
    kind="choice",
    title="Which address do you mean by “work”?",
    options=("Harbour Lane 3, Oslo", "Unit 12, Mill Park, Bergen", LONG),
    allow_free_text=True,
)
RICH: list[Event] = [
    START,
    PAGE,
    Said(turn="", text=GREETING),
    TurnStarted(turn="t", text="Buy the cheapest hiking book and send it to my work address"),
    Said(turn="t", text="I found 14 hiking books. The cheapest is **Trails of the North**, £6.20. It is in the basket"),
    Asked(turn="t", ask=WORK),
]
LOGIN = Ask(id="h", kind="hand_over", title="Please log in", why="Passwords are yours to type. I look away meanwhile.")
ANSWERED = Answered(ask="a1", answer=Answer(verdict="choice", index=1, text="Unit 12, Mill Park, Bergen"))
APPROVAL = Asked(turn="t", ask=Ask(
    id="a2", kind="approval", title="Place the order?", step="t7",
    where="button “Place order” · oscar.example · sends the form to oscar.example",
    facts=(Fact(label="Total", value="£6.20"), Fact(label="Ship to", value="Unit 12, Mill Park, Bergen")),
    editable="1", consequential=True, grantable=True))  # fmt: skip
MARKDOWN = """### Returns
You may send it back within **30 days**, see the [returns page](https://oscar.example/returns).

1. Pack it
2. Print the label with `Print label`

| what | costs |
|---|---|
| a book | free |
| a map | £2 |

<b>not bold</b> ![a picture](https://evil.example/x.png)
"""
END = [
    Said(turn="t", text=MARKDOWN), Used(turn="t", input_tokens=10_321, output_tokens=2_040),
    TurnEnded(turn="t", outcome="done"),
    TurnStarted(turn="u", text="And now?"),
    Notice(tone="info", text="A file was saved: invoice.pdf"),
    Notice(tone="warning", text="The browser runs without its sandbox, because this is the root user."),
    Notice(tone="error", text="The browser was closed.", offer="reopen_browser"),
    TurnEnded(turn="u", outcome="failed", response="The network is not there.", retryable=True),
]  # fmt: skip


def decision(action: str, about: str = "", **more: object) -> Judged:
    made = {"turn": "t", "step": "s", "site": "oscar.example", "action": action, "about": about}
    return Judged.model_validate(made | {"verdict": "allowed", "by": "policy"} | more)


DECISIONS: list[Event] = [
    decision("click", "button “Add to basket”"),
    decision("fill", "textbox “Street”", digest="3f" * 32),
    decision("navigate", site="evil.example", verdict="refused", by="rule",
             why="evil.example is not among the sites that this session may reach."),
    decision("click", "button “Place order”", by="person", ask="q1", why="It sends a form.", digest="ab12" * 16),
    decision("click", "button “Subscribe to everything we will ever write to you”", verdict="refused", by="person",
             why="You said no to this."),
    GrantsChanged(grants=(
        Grant(origin="https://oscar.example", action="click", site="oscar.example", words="Click"),
        Grant(origin="https://docs.example", action="upload", site="docs.example", words="Upload"),
    )),
]  # fmt: skip


class NoModels:
    """Models that answer at once."""

    def current(self) -> ModelChoice | None:
        return ModelChoice(base_url="http://127.0.0.1:11434/v1", name="qwen3:8b")

    async def test(self, choice: ModelChoice) -> str:
        return "It answers."

    async def save(self, choice: ModelChoice | None) -> None:
        return


def settle(seconds: float = 0.15) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents()


def picture(folder: Path, name: str, width: int, height: int, events: list[Event], *, wait: float = 0.15) -> MainWindow:
    window = MainWindow(SUGGESTIONS)
    window.resize(width, height)
    window.show()
    settle()
    for event in events:
        window.take(event)
    settle(wait)
    window.grab().save(str(folder / f"{name}.png"))
    return window


def scenes(folder: Path, mode: str) -> None:
    run = [*RICH, ANSWERED, *STEPS, APPROVAL]
    picture(folder, f"{mode}-400-empty", 400, 800, []).close()
    picture(folder, f"{mode}-400-greeting", 400, 800, [START, PAGE, Said(turn="", text=GREETING)]).close()
    picture(folder, f"{mode}-400-choice", 400, 800, [*RICH, *STEPS[:3]]).close()
    picture(folder, f"{mode}-440-rich", 440, 880, run, wait=0.8).close()
    picture(folder, f"{mode}-380-rich", 380, 700, run).close()
    window = picture(folder, f"{mode}-900-rich", 900, 800, run, wait=0.8)
    window.timeline.model.toggle(5)
    window.chat.cards["a2"].edit.click()  # type: ignore[attr-defined]
    settle(0.6)
    window.grab().save(str(folder / f"{mode}-900-open.png"))
    window.close()
    over = [*RICH, ControlChanged(who="person", why="You clicked in the page."), Asked(turn="t", ask=LOGIN)]
    picture(folder, f"{mode}-400-hand-over", 400, 800, over).close()
    asks = [START, PAGE, TurnStarted(turn="t", text="Help me with this form"),
            Asked(turn="t", ask=Ask(id="p", kind="pause", title="Here is the form. Shall we go on?")),
            Asked(turn="t", ask=Ask(id="q", kind="text", title="What should the parcel note say?"))]  # fmt: skip
    picture(folder, f"{mode}-400-asks", 400, 800, asks).close()
    picture(folder, f"{mode}-400-errors", 400, 900, [*RICH, ANSWERED, *END]).close()
    look = picture(
        folder,
        f"{mode}-tmp",
        400,
        800,
        [
            START,
            Observed(
                turn="t", url=PAGE.url, text='[k3f9] button "Place order"\n' * 60, elements=60, nodes=1203, ms=6.4
            ),
        ],
    )
    look.timeline.open_look()
    settle()
    look.timeline.look.grab().save(str(folder / f"{mode}-look.png"))
    dialog = ModelDialog(NoModels(), lambda work: work.close(), look)
    dialog.open()
    settle()
    dialog.grab().save(str(folder / f"{mode}-model.png"))
    dialog.close()
    safety(folder, mode, look)
    look.close()
    (folder / f"{mode}-tmp.png").unlink()


def safety(folder: Path, mode: str, window: MainWindow) -> None:
    """What was allowed: empty, filled, explained, and what is allowed for good."""
    shown = window.safety
    shown.open()
    settle()
    shown.grab().save(str(folder / f"{mode}-safety-empty.png"))
    for event in DECISIONS:
        window.take(event)
    shown.table.selectRow(1)
    settle()
    shown.grab().save(str(folder / f"{mode}-safety.png"))
    shown.tabs.setCurrentIndex(1)
    settle()
    shown.grab().save(str(folder / f"{mode}-safety-grants.png"))
    shown.resize(400, 420)
    shown.tabs.setCurrentIndex(0)
    settle()
    shown.grab().save(str(folder / f"{mode}-safety-narrow.png"))


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "gallery")
    folder.mkdir(parents=True, exist_ok=True)
    application()
    for mode in ("light", "dark"):
        os.environ["COBROWSE_HOME"] = tempfile.mkdtemp()
        from ui.settings.store import WindowStore

        store = WindowStore()
        store.mode = mode
        store.write()
        scenes(folder, mode)
    theme().set_mode("system")


if __name__ == "__main__":
    main()
