"""Things to try, until the person has asked for something."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.chat.choice import Option
from ui.theme.surface import label


class Suggestions(QWidget):
    """A button for each suggestion."""

    picked = Signal(str)

    def __init__(self, texts: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 0)
        layout.setSpacing(5)
        layout.addWidget(label(self.tr("Things to try here"), "small"))
        self.buttons = [Option(0, text) for text in texts]
        for made, text in zip(self.buttons, texts, strict=True):
            made.clicked.connect(lambda _=False, text=text: self.picked.emit(text))
            layout.addWidget(made)
