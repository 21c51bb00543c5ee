"""What can be done from the keyboard and the menu, in one list."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from ui.theme.theme import MODES, Mode, theme


class Commands(QObject):
    """The window's actions. Each has a name a person can read, and a key where it is often needed."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        tr = _tr
        self.stop = self._make(tr("Stop"), Qt.Key.Key_Escape)
        self.take_over = self._make(tr("Take over"), "Ctrl+Shift+Space")
        self.address = self._make(tr("Edit the address"), "Ctrl+L")
        self.compose = self._make(tr("Write a message"), "Ctrl+M")
        self.waiting = self._make(tr("Go to what waits for you"), "Ctrl+J")
        self.timeline = self._make(tr("Go to the timeline"), "Ctrl+T")
        self.look = self._make(tr("What the page looks like to it"), "Ctrl+Shift+L")
        self.safety = self._make(tr("What was allowed"), "Ctrl+Shift+A")
        self.model = self._make(tr("Connect a model…"), "Ctrl+,")
        self.reopen = self._make(tr("Open the browser again"))
        self.quit = self._make(tr("Quit"), QKeySequence.StandardKey.Quit)
        self.stop.setEnabled(False)
        self.take_over.setEnabled(False)
        self.modes = self._make_modes()

    def menu(self, parent: QWidget) -> QMenu:
        """The menu of the window, made when it is wanted."""
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self.look, self.safety, self.timeline, self.waiting])
        menu.addSeparator()
        looks = menu.addMenu(_tr("Appearance"))
        looks.addActions(list(self.modes.values()))
        menu.addActions([self.model, self.reopen])
        menu.addSeparator()
        menu.addAction(self.quit)
        return menu

    def on_mode(self, act: Callable[[Mode], None]) -> None:
        """Have the person's pick of light, dark or system carried out."""
        self._group.triggered.connect(lambda action: act(action.data()))

    def _make(self, text: str, key: str | Qt.Key | QKeySequence.StandardKey | None = None) -> QAction:
        action = QAction(text, self._window)
        if key is not None:
            action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self._window.addAction(action)
        return action

    def _make_modes(self) -> dict[Mode, QAction]:
        names: dict[Mode, str] = {"system": _tr("Like the system"), "light": _tr("Light"), "dark": _tr("Dark")}
        self._group = QActionGroup(self)
        modes: dict[Mode, QAction] = {}
        for mode in MODES:
            action = QAction(names[mode], self._group, checkable=True)
            action.setData(mode)
            action.setChecked(theme().mode == mode)
            modes[mode] = action
        return modes


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
