"""Which card shows which kind of question."""

from __future__ import annotations

from cobrowse.protocol.event import Ask
from ui.approval.card import ApprovalCard
from ui.chat.asks import AskCard, HandOverCard, PauseCard, TextCard
from ui.chat.choice import ChoiceCard

CARDS: dict[str, type[AskCard]] = {
    "approval": ApprovalCard,
    "choice": ChoiceCard,
    "text": TextCard,
    "pause": PauseCard,
    "hand_over": HandOverCard,
}


def make_card(ask: Ask) -> AskCard:
    """The card for a question."""
    return CARDS[ask.kind](ask)
