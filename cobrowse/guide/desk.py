"""The guide's desk: what it knows while it works on one turn, and the moves it can make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cobrowse.guide import replies
from cobrowse.guide.clauses import Clause
from cobrowse.guide.ground import Candidate, Grounding, Page, ground
from cobrowse.guide.phrase import Reading, readings, spoken
from cobrowse.guide.tokens import Tokens, join, trim_marks
from cobrowse.guide.words import PRONOUNS
from cobrowse.protocol.observation import Element

Entry = dict[str, Any]
MOST_OPTIONS = 6


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked: the phrase it is about, and the element behind each option."""

    key: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What to do about a clause now."""

    entries: tuple[Entry, ...] = ()
    said: str = ""
    """What will have been done, for the closing sentence: `pressed “Save”`."""
    more: bool = False
    """Whether the clause needs another look at the page afterwards."""
    asks: Question | None = None
    stop: str = ""
    """Why the person is needed."""
    late: bool = False
    """Whether what is missing may still be on its way, so that a second look is worth while."""
    answer: str = ""
    """A sentence for the person that closes the turn by itself."""
    becomes: tuple[Clause, ...] = ()
    """Clauses to put in this one's place."""


@dataclass(slots=True)
class Last:
    """What “it” means; outlives a turn."""

    it: str = ""
    """Id of the element last acted on or shown."""
    value: str = ""
    """The value last typed or chosen."""


@dataclass(slots=True)
class Desk:
    """What is known of the page and of what was said and done."""

    page: Page
    picks: dict[str, str] = field(default_factory=dict)
    """Phrase → id of the element that the person chose for it."""
    rewrites: dict[str, Tokens] = field(default_factory=dict)
    """Phrase → the words the person put in its place."""
    answers: dict[str, str] = field(default_factory=dict)
    """Question → what the person answered in their own words."""
    last: Last = field(default_factory=Last)
    phase: int = 0
    """How many moves the clause at hand has already made."""
    tried: set[str] = field(default_factory=set)
    """What the clause at hand already opened or tried."""

    result: dict[str, Any] = field(default_factory=dict)
    """Data of the last step's result."""
    known: frozenset[str] = frozenset()
    """Ids of what was there before anything was opened."""
    walk: Any = None
    """Where a walk through a form stands."""

    @property
    def it(self) -> str:
        """Id of the element last acted on or shown."""
        return self.last.it

    @it.setter
    def it(self, id: str) -> None:
        self.last.it = id

    @property
    def value(self) -> str:
        """The value last typed or chosen."""
        return self.last.value

    @value.setter
    def value(self, value: str) -> None:
        self.last.value = value

    @property
    def elements(self) -> list[Element]:
        return self.page.elements

    def element(self, id: str) -> Element | None:
        """The element with this id, if it is still there."""
        return self.page.observation.element(id) if id else None

    def find(
        self,
        phrase: Tokens,
        roles: frozenset[str] | None = None,
        *,
        context: Tokens = (),
        prefer: frozenset[str] | None = None,
        as_: Callable[[Tokens], list[Reading]] | None = None,
    ) -> Grounding:
        """What a phrase means, the person's earlier choice first."""
        phrase = trim_marks(phrase)
        key = join(phrase)
        if (chosen := self.element(self.picks.get(key, ""))) is not None:
            return Grounding(best=(Candidate(chosen, 1.0, "chosen"),), score=1.0)
        phrase = self.rewrites.get(key, phrase)
        if len(phrase) == 1 and phrase[0].low in PRONOUNS and (last := self.element(self.it)) is not None:
            return Grounding(best=(Candidate(last, 1.0, "the last one"),), score=1.0)
        said = as_(phrase) if as_ else readings(phrase, context)
        return ground(said, self.page, roles, prefer=prefer)

    def resolve(
        self,
        phrase: Tokens,
        roles: frozenset[str] | None = None,
        *,
        context: Tokens = (),
        prefer: frozenset[str] | None = None,
    ) -> list[Element] | Move:
        """The element or, for `all …`, the elements meant; else a move that asks or says what is missing."""
        found = self.find(phrase, roles, context=context, prefer=prefer)
        if found.best and (found.every or len(found.best) == 1):
            return [candidate.element for candidate in found.best]
        if found.best:
            return self.which(phrase, found.best)
        return self.missing(phrase, found.near, roles)

    def which(self, phrase: Tokens, candidates: Sequence[Candidate]) -> Move:
        """Ask which of several was meant."""
        chosen = [candidate.element for candidate in candidates]
        shown = chosen[:MOST_OPTIONS]
        name = spoken(phrase) or "that"
        question = replies.which_one(name, len(chosen), len(shown))
        return self.choice(question, join(trim_marks(phrase)), replies.told_apart(shown), shown)

    def choice(
        self, question: str, key: str, options: Sequence[str], elements: Sequence[Element], *, free: bool = True
    ) -> Move:
        """A choice between elements; a further option means none of them."""
        ids = tuple(element.id for element in elements)
        entry: Entry = {
            "type": "ask_user_choice", "question": question, "options": list(options), "allow_free_text": free,
        }  # fmt: skip
        before: tuple[Entry, ...] = ()
        if len(ids) == len(options):
            entry["about"] = list(ids)
        elif len(ids) == 1:
            before = ({"type": "border", "selector": ids[0]},)
        return Move(entries=(*before, entry), asks=Question(key, ids))

    def ask(self, question: str, key: str) -> Move:
        """Ask for words."""
        return Move(entries=({"type": "ask_user", "question": question},), asks=Question(key))

    def missing(self, phrase: Tokens, near: Sequence[Candidate], roles: frozenset[str] | None = None) -> Move:
        """Say that nothing fits, and offer what comes near."""
        name = spoken(self.rewrites.get(join(trim_marks(phrase)), phrase))
        greyed = self._greyed(phrase, roles)
        if greyed is not None:
            return Move(stop=replies.greyed_out(greyed), late=True)
        key = join(trim_marks(phrase))
        close = [c.element for c in near if c.score >= 0.38 and c.element.interactive][: MOST_OPTIONS - 1]
        if close and key not in self.rewrites:
            options = [*replies.told_apart(close), replies.NONE_OF_THESE]
            return self.choice(replies.did_you_mean(name, len(close)), key, options, close)
        return Move(stop=replies.not_found(name, self.samples(roles), self.page.observation.truncated), late=True)

    def _greyed(self, phrase: Tokens, roles: frozenset[str] | None) -> Element | None:
        found = ground(readings(phrase), self.page, roles, disabled=True)
        return found.best[0].element if found.best and "disabled" in found.best[0].element.states else None

    def samples(self, roles: frozenset[str] | None = None, most: int = 5) -> list[Element]:
        """Some named controls of the page, those in view first."""
        named = [e for e in self.page.of_roles(roles) if e.interactive and e.name and len(e.name) <= 40]
        unique = {element.name.casefold(): element for element in reversed(named)}
        return sorted(unique.values(), key=lambda e: (not e.in_view, self.page.place[e.id]))[:most]
