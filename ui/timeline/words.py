"""What a row says about a step, beyond its label."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from cobrowse.protocol.event import Step
from ui.theme.surface import shown

_STATES = {
    "pending": QT_TRANSLATE_NOOP("Timeline", "planned"),
    "waiting": QT_TRANSLATE_NOOP("Timeline", "waits for you"),
    "running": QT_TRANSLATE_NOOP("Timeline", "running"),
    "done": QT_TRANSLATE_NOOP("Timeline", "done"),
    "failed": QT_TRANSLATE_NOOP("Timeline", "failed"),
    "refused": QT_TRANSLATE_NOOP("Timeline", "refused"),
    "skipped": QT_TRANSLATE_NOOP("Timeline", "skipped"),
    "cancelled": QT_TRANSLATE_NOOP("Timeline", "cancelled"),
}
_REASONS = {
    "not_found": QT_TRANSLATE_NOOP("Timeline", "not found"),
    "not_visible": QT_TRANSLATE_NOOP("Timeline", "not visible"),
    "not_interactive": QT_TRANSLATE_NOOP("Timeline", "cannot be used"),
    "timeout": QT_TRANSLATE_NOOP("Timeline", "took too long"),
    "navigation": QT_TRANSLATE_NOOP("Timeline", "page did not load"),
    "unknown": QT_TRANSLATE_NOOP("Timeline", "failed"),
    "ambiguous": QT_TRANSLATE_NOOP("Timeline", "several fit"),
    "stale": QT_TRANSLATE_NOOP("Timeline", "page changed"),
    "covered": QT_TRANSLATE_NOOP("Timeline", "covered"),
    "refused": QT_TRANSLATE_NOOP("Timeline", "refused"),
    "declined": QT_TRANSLATE_NOOP("Timeline", "you said no"),
    "cancelled": QT_TRANSLATE_NOOP("Timeline", "cancelled"),
    "secret": QT_TRANSLATE_NOOP("Timeline", "yours to type"),
    "invalid": QT_TRANSLATE_NOOP("Timeline", "not valid"),
    "not_kept": QT_TRANSLATE_NOOP("Timeline", "not kept"),
}
_MOST = 1_200
"""Characters of a value shown in an open row."""


def _tr(text: object) -> str:
    return QCoreApplication.translate("Timeline", str(text))


def state_word(step: Step) -> str:
    """Its status in words; of a failure the kind."""
    if step.status in ("failed", "refused") and step.result is not None and step.result.reason is not None:
        return _tr(_REASONS.get(step.result.reason, step.result.reason))
    return _tr(_STATES[step.status])


def seconds(ms: int) -> str:
    """`0.4 s`, `14 s`, `2 min 5 s`."""
    if ms < 9_950:
        return f"{ms / 1000:.1f} s"
    whole = round(ms / 1000)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"


def duration(step: Step) -> str:
    """How long it ran, if it did."""
    return seconds(step.ms) if step.ms is not None else ""


def right_text(step: Step) -> str:
    """The word at the end of the row: the time of what went well, otherwise the state."""
    if step.status == "done":
        return duration(step)
    return "" if step.status in ("pending", "running") else state_word(step)


def sub_line(step: Step) -> str:
    """Why it did not go well, shown without opening the row."""
    if step.status in ("failed", "refused") and step.result is not None:
        return shown(" ".join((step.result.message or "").split()))
    return ""


def spoken(step: Step) -> str:
    """The whole row for a screen reader."""
    parts = [f"{step.label} {step.about}".strip(), state_word(step), sub_line(step)]
    if step.undoable and step.status == "done":
        parts.append(_tr("can be undone"))
    return ", ".join(filter(None, parts))


def details(step: Step) -> str:
    """What an open row shows: the message, what came back, and the action as it was proposed."""
    lines: list[str] = []
    if step.result is not None:
        if step.result.message and not sub_line(step):
            lines.append(step.result.message)
        lines += [f"{key}: {_plain(value)}" for key, value in (step.result.data or {}).items()]
    proposed = {key: value for key, value in step.action.items() if key != "type"}
    if proposed:
        lines.append(f"{step.name} {_plain(proposed)}")
    if not lines or step.status != "done":
        lines.append(" · ".join(filter(None, (state_word(step), duration(step)))))
    return shown("\n".join(lines))


def _plain(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST else f"{text[:_MOST]}…"
