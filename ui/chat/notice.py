"""Something the person should know, outside any answer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.theme.surface import Mark, Surface, button, label, row

_LOOKS = {
    "info": ("info", "accent", "card"),
    "warning": ("warning", "wait", "wait_soft"),
    "error": ("error", "bad", "bad_soft"),
}


class NoticeCard(Surface):
    """A sentence with a mark whose shape and colour say how much it matters; what helps is a button."""

    def __init__(
        self,
        tone: str,
        text: str,
        *,
        hint: str = "",
        offer: str = "",
        on_offer: Callable[[], None] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        icon, role, fill = _LOOKS[tone]
        super().__init__(parent, fill=fill)
        self.words = label(text)
        self.setAccessibleName(f"{self._spoken(tone)}: {text} {hint}".strip())
        body = QVBoxLayout()
        body.setSpacing(4)
        body.addWidget(self.words)
        if hint:
            body.addWidget(label(hint, "small"))
        self.offer = button(offer) if offer and on_offer else None
        if self.offer is not None and on_offer is not None:
            self.offer.clicked.connect(on_offer)
            body.addSpacing(3)
            body.addLayout(row(self.offer, None))
        layout = row(gap=9)
        layout.setContentsMargins(11, 9, 11, 10)
        mark = QVBoxLayout()
        mark.addWidget(Mark(icon, role))
        mark.addStretch(1)
        layout.addLayout(mark)
        layout.addLayout(body, 1)
        self.setLayout(layout)

    def _spoken(self, tone: str) -> str:
        return {"info": self.tr("Note"), "warning": self.tr("Warning"), "error": self.tr("Error")}[tone]
