"""What people call the kinds of things on a page, and the roles these words stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cobrowse.guide.tokens import Token
from cobrowse.guide.words import wordset
from cobrowse.protocol.observation import Element

FIELD_ROLES = wordset("textbox searchbox combobox spinbutton")
TICK_ROLES = wordset("checkbox switch menuitemcheckbox radio menuitemradio")
LIST_ROLES = frozenset(["combobox", "listbox"])
OPTION_ROLES = wordset("option radio menuitemradio treeitem menuitem")
PRESS_ROLES = wordset("button link menuitem tab clickable switch menuitemcheckbox menuitemradio treeitem")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of thing: the roles it stands for, those that will do, and the tags that are it."""

    name: str
    roles: frozenset[str]
    near: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()

    def fit(self, element: Element) -> float:
        """1 when the element is of this kind, less when it merely could be, 0.8 otherwise."""
        if (not self.roles and not self.tags) or element.role in self.roles or element.tag in self.tags:
            return 1.0
        return 0.93 if element.role in self.near else 0.8


def _kind(name: str, roles: str, near: str = "", tags: str = "") -> Kind:
    return Kind(name, frozenset(roles.split()), frozenset(near.split()), frozenset(tags.split()))


BUTTON = _kind("button", "button", "link clickable menuitem tab switch")
LINK = _kind("link", "link", "button clickable menuitem tab")
FIELD = _kind("field", "textbox searchbox spinbutton", "combobox slider")
SEARCH = _kind("search field", "searchbox")
AREA = _kind("text area", "", tags="textarea")
CHECKBOX = _kind("checkbox", "checkbox switch menuitemcheckbox", "radio")
RADIO = _kind("radio button", "radio menuitemradio", "checkbox option")
SWITCH = _kind("switch", "switch", "checkbox button")
LIST = _kind("list", "combobox listbox", "button menu")
OPTION = _kind("option", "option radio menuitemradio", "checkbox menuitem treeitem link clickable")
SLIDER = _kind("slider", "slider", "spinbutton")
SPINNER = _kind("spinner", "spinbutton", "slider textbox")
TAB = _kind("tab", "tab", "link button clickable")
MENU_ITEM = _kind("menu item", "menuitem menuitemcheckbox menuitemradio", "link button option clickable")
MENU = _kind("menu", "button menuitem menu menubar combobox", "link clickable")
TREE_ITEM = _kind("folder", "treeitem", "button link clickable")
HEADING = _kind("heading", "heading", "button")
IMAGE = _kind("image", "img image", "link button clickable")
TABLE = _kind("table", "table grid treegrid")
SECTION = _kind("section", "region article heading group", "button tab clickable treeitem")
DIALOG = _kind("dialog", "dialog alertdialog")
ANY = _kind("thing", "")

WORDS: dict[str, Kind] = {
    phrase: kind
    for kind, phrases in (
        (BUTTON, "button|btn|buttons"),
        (LINK, "link|links|hyperlink|page|page link"),
        (FIELD, "field|fields|textbox|textboxes|text box|text field|text fields|text input|input|inputs|box|input box"
                "|input field|input textbox|entry field|form field|editor"),
        (SEARCH, "search box|search field|search bar|searchbox"),
        (AREA, "textarea|text area"),
        (CHECKBOX, "checkbox|checkboxes|check box|check boxes|tick box|tickbox"),
        (RADIO, "radio|radios|radio button|radio buttons"),
        (SWITCH, "switch|toggle|toggle switch"),
        (LIST, "dropdown|drop-down|dropdown list|drop-down list|drop down|dropdown menu|select|select box|list"
               "|combobox|combo box|selector|picker|listbox|list box|select list"),
        (OPTION, "option|options|choice|choices"),
        (SLIDER, "slider|range"),
        (SPINNER, "spinner|stepper|number field|spin box"),
        (TAB, "tab|tabs"),
        (MENU_ITEM, "menu item|menu entry|menu option"),
        (MENU, "menu"),
        (TREE_ITEM, "folder|file|folder or file|file or folder|tree item|tree node|node"),
        (HEADING, "heading|headline|title"),
        (IMAGE, "image|picture|photo|icon|img"),
        (TABLE, "table|grid"),
        (SECTION, "section|sections|panel|accordion"),
        (DIALOG, "dialog|popup|pop-up|dialogue"),
        (ANY, "item|element|widget|thing|control|entry|area|card|row"),
    )
    for phrase in phrases.split("|")
}  # fmt: skip
_LONGEST = max(len(phrase.split()) for phrase in WORDS)


def kind_at_end(tokens: Sequence[Token]) -> tuple[Kind, int] | None:
    """The kind that the last words name, and how many words it took."""
    for length in range(min(_LONGEST, len(tokens)), 0, -1):
        if kind := WORDS.get(" ".join(token.low for token in tokens[-length:])):
            return kind, length
    return None


def kind_at_start(tokens: Sequence[Token]) -> tuple[Kind, int] | None:
    """The kind that the first words name, and how many words it took."""
    for length in range(min(_LONGEST, len(tokens)), 0, -1):
        if kind := WORDS.get(" ".join(token.low for token in tokens[:length])):
            return kind, length
    return None


def is_field(element: Element) -> bool:
    """Whether text can be typed into it."""
    return element.role in ("textbox", "searchbox", "spinbutton") or (
        element.role == "combobox" and element.tag in ("input", "textarea") and "readonly" not in element.states
    )


def is_secret(element: Element) -> bool:
    """Whether only the person may type there."""
    return "secret" in element.states or element.input_type == "password"
