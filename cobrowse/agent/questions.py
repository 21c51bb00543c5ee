"""Questions that come from the page or go into it: its dialogs, our picker, the person's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cobrowse.agent import sites, wording
from cobrowse.browser.overlay import Pick
from cobrowse.protocol.event import Answer, Ask, Fact, Judged, Notice
from cobrowse.protocol.node import Node

if TYPE_CHECKING:
    from cobrowse.agent.session import Session

_DIALOGS = {
    "confirm": "The page asks you to confirm",
    "prompt": "The page asks you for text",
    "beforeunload": "Leave this page? What was entered may be lost",
}


class Questions:
    """Connects the browser's questions with the person."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked = ""

    def attach(self) -> None:
        """Listen to the browser."""
        session = self._session
        session.page.on_question = self.dialog
        session.page.on_person_input = self.person_acted
        session.people.picker = self.show_picker
        session.overlay.on_pick = self.picked
        session.overlay.on_resisted = self.resisted
        session.page.downloads.on_unasked = self.unasked_download

    async def dialog(self, kind: str, message: str, default: str) -> tuple[bool, str | None]:
        """Whether to accept a dialog of the page, and with which text. Under `watch` nothing asks: it is dismissed."""
        session = self._session
        if session.gate.policy == "watch":
            return False, None
        ask = Ask(
            id=session.people.new_id(),
            kind="approval",
            title=f"{_DIALOGS.get(kind, 'The page asks')}: “{wording.plain(message, 300)}”",
            where=sites.shown(session.page.url),
            why="The page opened a dialog.",
            facts=(Fact(label="Suggested", value=wording.plain(default)),) if default else (),
            editable=default if kind == "prompt" else None,
            consequential=True,
        )
        answer = await session.people.put(ask)
        worded = answer.verdict in ("edit", "text", "choice")
        yes = worded or answer.verdict in ("approve", "always", "continue")
        self._told(kind, ask, yes)
        if worded:
            return True, answer.text or ""
        return yes, default if kind == "prompt" else None

    def _told(self, kind: str, ask: Ask, yes: bool) -> None:
        session = self._session
        session.stream.emit(
            Judged(
                turn=session.people.turn, step="", action=kind, about=ask.title, site=ask.where,
                verdict="allowed" if yes else "refused", by="person", why=ask.why, ask=ask.id,
            )
        )  # fmt: skip

    def unasked_download(self, name: str) -> None:
        """A page began a download by itself, which was cancelled."""
        session, shown = self._session, wording.plain(name)
        why = f"The page began to download “{shown}” by itself. That was stopped."
        session.stream.emit(Notice(tone="warning", text=why))
        session.stream.emit(
            Judged(
                turn=session.people.turn, step="", action="download", about=shown, site=sites.shown(session.page.url),
                verdict="refused", by="rule", why=why,
            )
        )  # fmt: skip

    def resisted(self) -> None:
        """The page keeps taking our drawing away; it is told in the window from now on."""
        where = sites.shown(self._session.page.url)
        self._session.stream.emit(
            Notice(tone="warning", text=f"This page ({where}) interferes with what I draw into it. Look here instead.")
        )

    async def show_picker(self, ask: Ask, about: Sequence[Node]) -> None:
        """Ask in the page as well, with what the options mean framed."""
        self._asked = ask.id
        overlay = self._session.overlay
        if about:
            await overlay.mark(about, labels=[str(at + 1) for at in range(len(about))], numbered=True)
        await overlay.picker(ask.title, ask.options, ask.allow_free_text)

    def picked(self, pick: Pick) -> None:
        """The person answered in the page."""
        if pick.cancelled:
            answer = Answer(verdict="reject")
        elif pick.index >= 0:
            answer = Answer(verdict="choice", index=pick.index)
        else:
            answer = Answer(verdict="text", text=pick.text)
        self._session.people.reply(self._asked, answer, "page")

    def person_acted(self) -> None:
        """A click or key in the page that is not ours: the person takes over."""
        if self._session.people.waiting is None:
            self._session.take_over("You took over.")
