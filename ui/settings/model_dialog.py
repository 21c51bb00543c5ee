"""Connecting a model: address, name, key; test, save."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from ui.bridge import ModelChoice, Models, words
from ui.theme.surface import button, label, row

Hold = Callable[[Coroutine[Any, Any, None]], object]


class ModelDialog(QDialog):
    """Opened with `open()`; what takes time runs as a task that `hold` keeps."""

    def __init__(self, models: Models, hold: Hold, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Connect a model"))
        self._models, self._hold = models, hold
        self.address, self.name, self.key = QLineEdit(), QLineEdit(), QLineEdit()
        self.keep = QCheckBox(self.tr("Keep the key in this computer's keyring"))
        self.keep.setChecked(True)
        self.outcome = label(look="small")
        self.outcome.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.outcome.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.test, self.save = button(self.tr("Test")), button(self.tr("Save"), "primary")
        self.guide = button(self.tr("Use the guide"), "quiet")
        self.guide.setToolTip(self.tr("Go back to the built-in guide: no model, nothing is sent anywhere"))
        self.close_button = button(self.tr("Close"))
        self._dress_fields()
        self._build()
        self._connect()
        self._fill(models.current())

    def _dress_fields(self) -> None:
        self.address.setPlaceholderText("https://api.openai.com/v1")
        self.name.setPlaceholderText(self.tr("as the provider writes it"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("not needed by local servers"))
        for field, name in (
            (self.address, self.tr("Address")),
            (self.name, self.tr("Model")),
            (self.key, self.tr("Key")),
        ):
            field.setAccessibleName(name)
            field.setMinimumWidth(250)

    def _build(self) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        fields = ((self.tr("&Address"), self.address), (self.tr("&Model"), self.name), (self.tr("&Key"), self.key))
        for line, (text, field) in enumerate(fields):
            name = QLabel(text)
            name.setBuddy(field)
            form.addWidget(name, line, 0)
            form.addWidget(field, line, 1)
        form.addWidget(self.keep, len(fields), 1)
        intro = label(
            self.tr(
                "Any server that speaks the OpenAI way, in the cloud or on this computer. It gets the text of pages."
            ),
            "small",
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.setSpacing(12)
        layout.addWidget(intro)
        layout.addLayout(form)
        layout.addWidget(self.outcome)
        layout.addLayout(row(self.guide, None, self.test, self.close_button, self.save))
        self.resize(430, layout.totalHeightForWidth(430))

    def _connect(self) -> None:
        for field in (self.address, self.name, self.key):
            field.textEdited.connect(self._on_edited)
        self.test.clicked.connect(lambda: self._run(self._test()))
        self.save.clicked.connect(lambda: self._run(self._save(self.choice())))
        self.guide.clicked.connect(lambda: self._run(self._save(None)))
        self.close_button.clicked.connect(self.close)

    def choice(self) -> ModelChoice:
        """What stands in the fields."""
        return ModelChoice(
            base_url=self.address.text().strip(),
            name=self.name.text().strip(),
            key=self.key.text().strip(),
            keep_key=self.keep.isChecked(),
        )

    def _fill(self, current: ModelChoice | None) -> None:
        if current is not None:
            self.address.setText(current.base_url)
            self.name.setText(current.name)
            self.keep.setChecked(current.keep_key)
            self.key.setPlaceholderText(self.tr("the one that is kept"))
        self.guide.setVisible(current is not None)
        self._on_edited()

    def _on_edited(self) -> None:
        ready = bool(self.name.text().strip())
        self.test.setEnabled(ready)
        self.save.setEnabled(ready)
        self._tell("", "small")

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        for part in (self.test, self.save, self.guide):
            part.setEnabled(False)
        self._tell(self.tr("Asking the model…"), "small")
        self._hold(self._guarded(work))

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._tell(" ".join(filter(None, words(error))), "bad")
        finally:
            for part in (self.test, self.save, self.guide):
                part.setEnabled(True)

    async def _test(self) -> None:
        self._tell(await self._models.test(self.choice()), "good")

    async def _save(self, choice: ModelChoice | None) -> None:
        await self._models.save(choice)
        self._tell("", "small")
        self.key.clear()
        self.accept()

    def _tell(self, text: str, look: str) -> None:
        self.outcome.setText(text)
        self.outcome.setAccessibleName(text)
        self.outcome.setProperty("look", look)
        self.outcome.style().unpolish(self.outcome)
        self.outcome.style().polish(self.outcome)
