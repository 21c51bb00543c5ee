"""The top bar: menu, address, tabs, settings."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from cobrowse.protocol.command import OpenAddress
from cobrowse.protocol.event import Event, PageChanged
from ui.bar.address import AddressLine
from ui.theme.surface import rename, row, shown, tool


class TopBar(QWidget):
    """Shows where the browser is; sends `OpenAddress`."""

    command = Signal(object)
    menu_wanted = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.menu = tool("menu", self.tr("Menu"))
        self.address = AddressLine()
        self.tabs = tool("tab", self.tr("Tabs"), size=17)
        self.settings = tool("settings", self.tr("Connect a model (Ctrl+,)"))
        self._titles: tuple[str, ...] = ()
        self.address.opened.connect(lambda url: self.command.emit(OpenAddress(url=url)))
        self.menu.clicked.connect(
            lambda: self.menu_wanted.emit(self.menu.mapToGlobal(QPoint(0, self.menu.height() + 3)))
        )
        self.tabs.clicked.connect(self.open_tabs)
        self.tabs.hide()
        layout = row(self.menu, self.address, self.tabs, self.settings)
        layout.setContentsMargins(9, 9, 9, 9)
        self.setLayout(layout)

    def take(self, event: Event) -> None:
        """Show an event, if it is one for the bar."""
        if isinstance(event, PageChanged):
            self.address.show_url(event.url, shown(event.title))
            self._titles = tuple(shown(title) for title in event.tabs)
            self.tabs.setVisible(len(self._titles) > 1)
            self.tabs.setText(str(len(self._titles)))
            self.tabs.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            rename(self.tabs, self.tr("{0} tabs").format(len(self._titles)))

    def open_tabs(self) -> None:
        """List the tabs; the first is the one that is driven."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for place, title in enumerate(self._titles):
            action = menu.addAction(
                self.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, 320).replace("&", "&&")
            )
            action.setCheckable(True)
            action.setChecked(place == 0)
            action.setEnabled(False)
        menu.popup(self.tabs.mapToGlobal(QPoint(0, self.tabs.height() + 3)))
