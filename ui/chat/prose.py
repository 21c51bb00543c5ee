"""Markdown from a model, shown as text: no HTML, no pictures, no link that opens by itself."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFontDatabase,
    QImage,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from ui.theme.surface import shown
from ui.theme.theme import theme

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML

_NOTHING = QImage(1, 1, QImage.Format.Format_ARGB32)
_NOTHING.fill(0)


class Prose(QTextBrowser):
    """As tall as its text; the conversation around it scrolls."""

    address_wanted = Signal(str)
    """A link was pressed: the address is offered, not opened."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("prose")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(18)
        self._source = ""
        self._heights: dict[int, int] = {}
        self.anchorClicked.connect(self._on_link)
        self.highlighted.connect(lambda url: self.setToolTip(url.toString()))
        theme().changed.connect(self._render)

    @property
    def markdown(self) -> str:
        """The Markdown as it came."""
        return self._source

    def say(self, markdown: str) -> None:
        """Show this text."""
        self._source = markdown
        self._render()

    def loadResource(self, type: int, name: QUrl | str) -> Any:
        """Nothing is loaded, from anywhere. An empty answer would make Qt read local files itself, so there is one."""
        return _NOTHING

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            # A copy is measured: the view would lay its own document out for the width that it has now.
            copy = self.document().clone()
            copy.setTextWidth(max(width, 60))
            self._heights[width] = math.ceil(copy.size().height()) + 1
        return self._heights[width]

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(self.width(), 240)))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 10)

    def _render(self) -> None:
        document = self.document()
        document.setDefaultFont(theme().font())
        document.setMarkdown(shown(self._source), _FEATURES)
        self.setAccessibleName(document.toPlainText())
        _calm(document)
        self._heights.clear()
        self.updateGeometry()

    def _on_link(self, url: QUrl) -> None:
        if url.scheme() in ("http", "https"):
            self.address_wanted.emit(url.toString())


def _calm(document: QTextDocument) -> None:
    """Pictures become their description; code, links and headings take the theme's look; outer margins go."""
    mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    block = document.begin()
    while block.isValid():
        spans = []
        part = block.begin()
        while not part.atEnd():
            fragment = part.fragment()
            spans.append((fragment.position(), fragment.length(), fragment.charFormat()))
            part += 1
        for start, length, format in reversed(spans):
            cursor = QTextCursor(document)
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            if format.isImageFormat():
                words = format.toImageFormat().property(QTextCharFormat.Property.ImageAltText) or "picture"
                cursor.insertText(f"[{words}]", QTextCharFormat())
            else:
                _look(cursor, format, heading=block.blockFormat().headingLevel() > 0, family=mono.families())
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            shape = frame.format()
            shape.setBorderBrush(theme().colour("edge"))
            shape.setBorderCollapse(True)
            shape.setBorder(1)
            shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            shape.setCellPadding(5)
            shape.setTopMargin(4)
            shape.setBottomMargin(6)
            frame.setFormat(shape)
    _trim(document)


def _look(cursor: QTextCursor, format: QTextCharFormat, *, heading: bool, family: list[str]) -> None:
    change = QTextCharFormat()
    if format.fontFixedPitch():
        change.setFontFamilies(family)
        change.setBackground(theme().colour("hover"))
    if format.isAnchor():
        change.setForeground(theme().colour("accent"))
    if heading:
        change.setProperty(QTextCharFormat.Property.FontSizeAdjustment, 0)
        change.setFontWeight(700)
    if not change.isEmpty():
        cursor.mergeCharFormat(change)


def _trim(document: QTextDocument) -> None:
    """No space above the first line and below the last, calm space between."""
    block, last = document.begin(), document.lastBlock()
    while block.isValid():
        shape = block.blockFormat()
        item = block.textList() is not None
        shape.setTopMargin(0)
        shape.setBottomMargin(0 if block == last else 2 if item else 6)
        QTextCursor(block).setBlockFormat(shape)
        block = block.next()
