"""An approval: what would happen, where, why, with what; and the person's answer."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from cobrowse.protocol.event import Answer, Ask
from ui.approval.armed import AllowButton, Arming
from ui.approval.flow import FlowLayout
from ui.chat.asks import AskCard
from ui.theme.surface import button, label, row

DOUBLE_MS = 300
"""Two presses of Space within this time are a no."""


class ApprovalCard(AskCard):
    """Nothing on it answers to Return, to a held key, or before it has been there for a moment."""

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        self.body_layout.setSpacing(3)
        self.body_layout.addWidget(label(ask.title, "title"))
        for text in filter(None, (ask.where, ask.why)):
            self.body_layout.addWidget(label(text, "small"))
        if ask.facts:
            self.body_layout.addSpacing(3)
            self.body_layout.addLayout(self._facts())
        self.body_layout.addSpacing(6)
        self.buttons = QWidget()
        self.edit_row = QWidget()
        self._make_buttons()
        self._make_edit_row()
        self.body_layout.addWidget(self.buttons)
        self.body_layout.addWidget(self.edit_row)
        self.arming = Arming(self.buttons, self)
        self._double = QTimer(self, interval=DOUBLE_MS, singleShot=True)
        self._double.timeout.connect(lambda: self._say("approve"))

    def wants(self, number: int) -> bool:
        """Space approves what is not consequential; anything else needs a button."""
        return self.waiting and number == 0 and not self.ask.consequential and not self.edit_row.isVisible()

    def press(self, number: int) -> None:
        """Once approves, twice rejects."""
        if not self.arming.ready:
            return
        if self._double.isActive():
            self._double.stop()
            self._say("reject")
        else:
            self._double.start()

    def settle(self, answer: Answer, by: str) -> None:
        self._double.stop()
        self.arming.end()
        super().settle(answer, by)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.edit_row.isVisible():
            self._show_edit(False)
        else:
            super().keyPressEvent(event)

    def _facts(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        for line, fact in enumerate(self.ask.facts):
            name = label(fact.label, "faint", wrap=len(fact.label) > 18)
            name.setFixedWidth(min(name.sizeHint().width(), 110) if len(fact.label) <= 18 else 110)
            grid.addWidget(name, line, 0, Qt.AlignmentFlag.AlignTop)
            shown = self.tr("{0}  (instead of {1})").format(fact.value, fact.was) if fact.was else fact.value
            grid.addWidget(label(shown, "value"), line, 1, Qt.AlignmentFlag.AlignTop)
        return grid

    def _make_buttons(self) -> None:
        self.approve = AllowButton(self.tr("Approve"))
        self.approve.setProperty("look", "primary")
        self.approve.setAccessibleDescription(self.ask.title)
        self.approve.clicked.connect(lambda: self._say("approve"))
        self.edit = button(self.tr("Edit"))
        self.edit.setVisible(self.ask.editable is not None)
        self.edit.clicked.connect(lambda: self._show_edit(True))
        self.skip = button(self.tr("Skip"))
        self.skip.setToolTip(self.tr("Leave this step out and go on"))
        self.skip.clicked.connect(lambda: self._say("skip"))
        self.reject = button(self.tr("Reject"))
        self.reject.setToolTip(self.tr("Do not do this"))
        self.reject.clicked.connect(lambda: self._say("reject"))
        self.always = AllowButton(self.tr("Always on this site…"))
        self.always.setProperty("look", "quiet")
        self.always.setVisible(self.ask.grantable)
        self.always.clicked.connect(self._confirm_always)
        self._sure = False
        flow = FlowLayout(self.buttons, gap=6)
        for part in (self.approve, self.edit, self.skip, self.reject, self.always):
            flow.addWidget(part)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.buttons.setSizePolicy(policy)

    def _make_edit_row(self) -> None:
        self.value = QLineEdit(self.ask.editable or "")
        self.value.setAccessibleName(self.tr("The value to use instead"))
        self.approve_edit = AllowButton(self.tr("Approve with this"))
        self.approve_edit.setProperty("look", "primary")
        self.approve_edit.clicked.connect(lambda: self._say("edit", self.value.text()))
        back = button(self.tr("Back"))
        back.clicked.connect(lambda: self._show_edit(False))
        inside = QVBoxLayout(self.edit_row)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.value)
        inside.addLayout(row(self.approve_edit, back, None))
        self.edit_row.hide()

    def _show_edit(self, on: bool) -> None:
        self.edit_row.setVisible(on)
        self.buttons.setVisible(not on)
        if on:
            self.value.setFocus(Qt.FocusReason.OtherFocusReason)
            self.value.selectAll()

    def _confirm_always(self) -> None:
        """A lasting permission takes a second click, and says so."""
        if self._sure:
            self._say("always")
            return
        self._sure = True
        self.always.setText(self.tr("Yes, always on this site"))
        self.always.setAccessibleName(self.always.text())
        self.arming.restart()

    def _say(self, verdict: str, text: str | None = None) -> None:
        self.reply(Answer.model_validate({"verdict": verdict, "text": text}))
