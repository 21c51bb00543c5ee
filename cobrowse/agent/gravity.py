"""What matters enough to ask about, told from the control itself: what it sends, where it leads, what it is called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from cobrowse.actions.keyboard import HoldKey, Press
from cobrowse.agent import origins
from cobrowse.agent.sites import mixes_scripts
from cobrowse.protocol.action import Action
from cobrowse.protocol.node import Node

_GRAVE = re.compile(
    r"\b(?:delete|erase|remove|discard|wipe|destroy|buy|pay|purchase|order|checkout now|book now|subscribe|unsubscribe|"
    r"send|submit|publish|post|share|transfer|confirm|approve|deactivate|close (?:my )?account|sign ?out|log ?out|sign up|"
    r"register|donate|place bid|withdraw|invite|cancel (?:my )?(?:order|subscription|booking|account)|reset|revoke|install|"
    # the same in the languages that web pages are mostly written in
    r"löschen|entfernen|kaufen|bestellen|bezahlen|senden|absenden|veröffentlichen|überweisen|bestätigen|kündigen|abmelden|"
    r"supprimer|acheter|commander|payer|envoyer|publier|virer|confirmer|résilier|s’inscrire|"
    r"eliminar|borrar|comprar|pagar|enviar|publicar|transferir|confirmar|cancelar|excluir|apagar|"
    r"elimina|acquista|paga|invia|pubblica|trasferisci|conferma|verwijderen|kopen|betalen|verzenden|bevestigen|"
    r"slett|kjøp|betal|bestill|radera|köp|betala|skicka|usuń|kup|zapłać|wyślij|удалить|купить|оплатить|отправить)\b"
    r"|削除|購入|支払|送信|注文|删除|购买|支付|提交|发送|삭제|구매|결제|보내기",
    re.IGNORECASE,
)
"""Words on a control, or in the address of its form, that announce something which reaches beyond the page."""
_SEARCH = re.compile(r"^(q|query|search|s|keywords?|term|find)$", re.IGNORECASE)
_MESSAGE = re.compile(
    r"message|comment|reply|chat|tweet|what'?s on your mind|nachricht|kommentar|mensaje", re.IGNORECASE
)
"""Fields outside a form in which Enter mostly sends what was written."""
_ACTIVATING = frozenset(["Enter", "NumpadEnter", " ", "Space"])


def grave(action: Action, nodes: Mapping[str, Node]) -> str:
    """Why the person should be asked under the policy `matters`; empty when they need not be."""
    if action.action_name() == "upload":
        return "It gives away a file."
    if isinstance(action, Press | HoldKey):
        return _grave_key(action, nodes)
    if not nodes:
        return "It cannot be told what it would do."
    return next((why for node in nodes.values() if (why := _grave_node(node))), "")


def _grave_key(action: Press | HoldKey, nodes: Mapping[str, Node]) -> str:
    if action.key not in _ACTIVATING:
        return "" if action.key not in ("Delete", "Backspace") or not action.modifiers else "It may delete something."
    for node in nodes.values():
        if node.role in ("textbox", "searchbox", "combobox", "spinbutton"):
            if action.key in (" ", "Space"):
                continue
            if node.form and node.form.method != "dialog" and not is_search(node):
                return "Enter sends this form."
            if not node.form and _MESSAGE.search(node.name):
                return "Enter may send what was written."
        elif why := _grave_node(node):
            return why
    return ""


def is_search(node: Node) -> bool:
    """Whether a form only asks its own site for something: a search box, or a stated GET."""
    form = node.form
    if form is None or form.method == "post" or origins.origin(form.action) != node.origin:
        return False
    if node.role == "searchbox" or node.input_type == "search":
        return True
    if form.method == "get":
        return not announced(node.name) and not _GRAVE.search(re.sub(r"[\W_]+", " ", origins.path(form.action)))
    return any(_SEARCH.match(part) for part in re.split(r"\W+", node.name)) or "search" in form.action.lower()


def _grave_node(node: Node) -> str:
    if node.download:
        return "It downloads a file."
    if node.form and node.form.submits and node.form.method != "dialog":
        return "" if is_search(node) else "It sends a form."
    if node.href and node.href.lower().startswith("http") and origins.origin(node.href) != node.origin:
        return "It leads to another site."
    words = announced(node.name)
    if words and node.role not in ("checkbox", "radio", "switch", "option", "textbox", "tab", "heading"):
        return f"“{words}” says that it does more than show something."
    if not node.name.strip() and node.role in ("button", "link", "menuitem"):
        return "It has no name, so it cannot be told what it does."
    if any(mixes_scripts(word) for word in node.name.split()):
        return "Its name mixes letters of several alphabets, so it may not say what it seems to."
    return ""


def announced(name: str) -> str:
    """The word in a name that announces something grave; empty when there is none."""
    seen = "".join(sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) != "Cf")
    found = _GRAVE.search(seen)
    return found[0] if found else ""


def leads_to(nodes: Mapping[str, Node]) -> str:
    """Where activating one of the elements would send or lead; empty when it does neither."""
    for node in nodes.values():
        if node.form and node.form.submits:
            return node.form.action
        if node.href:
            return node.href
    return ""
