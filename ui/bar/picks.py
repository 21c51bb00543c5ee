"""Which brain, what it asks for, and what was used."""

from __future__ import annotations

from typing import cast, get_args

from PySide6.QtCore import QLocale, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from cobrowse.protocol.command import Policy, SetPolicy
from cobrowse.protocol.event import Event, SessionStarted, SettingChanged, Used
from ui.theme.surface import label, row, shown
from ui.theme.theme import theme

_PAD, _LEAST = 11, 60


class Pill(QPushButton):
    """A small button: what it is about in a soft colour, then its value; shortened when there is no room."""

    def __init__(self, about: str, value: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._about, self.value = about, ""
        self.put(value)

    def put(self, value: str) -> None:
        """Show another value."""
        self.value = shown(value)
        self.setAccessibleName(f"{self._about}: {self.value}")
        self.setToolTip(self.accessibleName())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme().font(small=True))
        text = f"{self._about} {self.value}"
        return QSize(metrics.horizontalAdvance(text) + 2 * _PAD + 2, metrics.height() + 9)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST, self.sizeHint().width()), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(look.colour("hover" if self.underMouse() or self.isDown() else "card"))
        focused = self.hasFocus()
        painter.setPen(QPen(look.colour("accent" if focused else "edge"), 2 if focused else 1))
        inset = 1.0 if focused else 0.5
        box = self.rect().toRectF().adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setFont(look.font(small=True))
        metrics, line = painter.fontMetrics(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        room, used = self.width() - 2 * _PAD, metrics.horizontalAdvance(f"{self._about} ")
        painter.setPen(look.colour("soft"))
        painter.drawText(QRect(_PAD, 0, used, self.height()), line, self._about)
        painter.setPen(look.colour("text"))
        value = metrics.elidedText(self.value, Qt.TextElideMode.ElideMiddle, room - used + 1)
        painter.drawText(QRect(_PAD + used, 0, room - used + 2, self.height()), line, value)
        painter.end()


class Picks(QWidget):
    """The row of picks. It shows what the engine says is so, not what was clicked."""

    command = Signal(object)
    model_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("picks")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.brain = Pill(self.tr("Brain"), "…")
        self.brain.clicked.connect(self.model_wanted)
        self.policy = Pill(self.tr("Ask"), self._names()["matters"])
        self.policies = self._policy_actions()
        self.policy.clicked.connect(self.open_policies)
        self.meter = label(look="faint", wrap=False)
        self.meter.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._used = [0, 0]
        self._count()
        layout = row(self.brain, self.policy, None, self.meter)
        layout.setContentsMargins(12, 7, 14, 7)
        self.setLayout(layout)

    def take(self, event: Event) -> None:
        """Show an event, if it is one for the picks."""
        match event:
            case SessionStarted():
                self.brain.put(event.brain)
                self._show_policy(event.policy)
            case SettingChanged(name="brain"):
                self.brain.put(event.value)
            case SettingChanged(name="policy"):
                self._show_policy(event.value)
            case Used():
                self._used = [self._used[0] + event.input_tokens, self._used[1] + event.output_tokens]
                self._count()

    def open_policies(self) -> None:
        """Show the policies to pick from."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addActions(list(self.policies.values()))
        menu.popup(self.policy.mapToGlobal(QPoint(0, self.policy.height() + 3)))

    def _policy_actions(self) -> dict[str, QAction]:
        group, hints = QActionGroup(self), self._hints()
        actions: dict[str, QAction] = {}
        for key, name in self._names().items():
            action = QAction(name, group, checkable=True)
            action.setToolTip(hints[key])
            action.triggered.connect(lambda _=False, key=key: self._pick(key))
            actions[key] = action
        actions["matters"].setChecked(True)
        return actions

    def _pick(self, key: str) -> None:
        current = next(k for k, name in self._names().items() if name == self.policy.value)
        self.policies[current].setChecked(True)
        if key != current:
            self.command.emit(SetPolicy(policy=cast(Policy, key)))

    def _show_policy(self, key: str) -> None:
        if key in self.policies:
            self.policies[key].setChecked(True)
            self.policy.put(self._names()[key])

    def _names(self) -> dict[str, str]:
        names = {"matters": self.tr("what matters"), "all": self.tr("everything"), "watch": self.tr("only watch")}
        assert set(names) == set(get_args(Policy))
        return names

    def _hints(self) -> dict[str, str]:
        return {
            "matters": self.tr("Asks before anything is sent, bought, deleted, published or changed"),
            "all": self.tr("Asks before every action that touches the page"),
            "watch": self.tr("Looks and explains; changes nothing"),
        }

    def _count(self) -> None:
        total, locale = sum(self._used), QLocale()
        number = locale.toString(total) if total < 10_000 else f"{locale.toString(total / 1000, 'f', 1)}k"
        self.meter.setText(self.tr("{0} tokens").format(number))
        parts = [locale.toString(part) for part in self._used]
        self.meter.setToolTip(self.tr("{0} sent, {1} received").format(*parts))
