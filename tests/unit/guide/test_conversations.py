"""Turns of several steps: questions and answers, menus that open, things that go wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cobrowse.guide import Guide
from cobrowse.protocol.brain import Proposal, View
from cobrowse.protocol.observation import Element, Observation, TextRun
from tests.unit.guide import pages
from tests.unit.guide.conversing import Conversation, short
from tests.unit.guide.pages import el, page


def changed(observation: Observation, id: str, **fields: Any) -> Observation:
    """The page with one element changed."""
    items = tuple(
        replace(item, **fields) if isinstance(item, Element) and item.id == id else item for item in observation.items
    )
    return replace(observation, items=items)


async def test_three_drafts_are_told_apart_and_the_chosen_one_is_deleted() -> None:
    talk = Conversation("Delete the draft.", pages.DRAFTS)
    (question,) = await talk.through()
    assert question["about"] == ["de01", "de02", "de03"]
    assert len(set(question["options"])) == 3
    assert "Rain in May" in question["options"][1]
    talk.did([question], index=1, value=question["options"][1])
    assert [short(e) for e in await talk.through()] == ["click de02", "done"]


async def test_the_answer_may_be_in_the_persons_own_words() -> None:
    talk = Conversation("click Delete", pages.DRAFTS)
    (question,) = await talk.through()
    talk.did([question], index=-1, value="the Delete button in Untitled")
    assert [short(e) for e in await talk.through()] == ["click de03", "done"]


async def test_the_answer_may_be_another_command() -> None:
    talk = Conversation("click Delete", pages.DRAFTS)
    (question,) = await talk.through()
    talk.did([question], index=-1, value="click New draft instead")
    entries = await talk.through()
    assert short(entries[0]) == "click nw01"


async def test_the_answer_may_be_none() -> None:
    talk = Conversation("click Delete", pages.DRAFTS)
    (question,) = await talk.through()
    talk.did([question], index=-1, value="never mind")
    entries = await talk.through()
    assert entries == [{"type": "done", "response": "All right, I did nothing."}]


async def test_near_names_are_offered() -> None:
    talk = Conversation("click the Subscription button", pages.SHOP)
    entries = await talk.through()
    question = entries[-1]
    assert question["type"] == "ask_user_choice"
    assert question["options"][-1] == "None of these"
    assert entries[0] == {"type": "border", "selector": "su01"}
    talk.did(entries, index=0, value=question["options"][0])
    assert [short(e) for e in await talk.through()] == ["click su01", "done"]


async def test_a_delivery_address_is_found_in_the_menu() -> None:
    talk = Conversation("where do I change my delivery address?", pages.SHOP)
    first = await talk.think()
    assert [short(e) for e in first] == ["click ac01"]
    talk.did(first)
    talk.page = pages.SHOP_MENU_OPEN
    narrate, done = await talk.think()
    assert narrate["about"] == "ma02"
    assert "Delivery addresses" in done["response"]
    assert "menu" in done["response"]


async def test_a_menu_path_opens_each_part() -> None:
    talk = Conversation("click Account > Orders", pages.SHOP)
    first = await talk.think()
    assert [short(e) for e in first] == ["click ac01"]
    talk.did(first)
    talk.page = pages.SHOP_MENU_OPEN
    assert [short(e) for e in await talk.through()] == ["click ma01", "done"]


async def test_sections_are_opened_until_the_link_shows() -> None:
    talk = Conversation('Expand the sections below, to find and click on the link "augue".', pages.FOLDED)
    first = await talk.think()
    talk.did(first)
    talk.page = changed(pages.FOLDED, "sc01", states=("expanded",))
    second = await talk.think()
    assert [short(e) for e in (*first, *second)] == ["click sc01", "click sc02"]
    talk.did(second)
    talk.page = replace(talk.page, items=(*talk.page.items, el("lk01", "link", "augue")))
    assert [short(e) for e in await talk.through()] == ["click lk01", "done"]


async def test_tabs_are_looked_through() -> None:
    tabs = page(el("tb01", "tab", "One", "selected"), el("tb02", "tab", "Two"), el("tb03", "tab", "Three"))
    talk = Conversation("Switch between the tabs to find and click on the link “Vel”", tabs)
    assert [short(e) for e in await talk.think()] == ["click tb02"]


async def test_a_list_made_of_other_things_is_opened_first() -> None:
    closed = page(el("cb01", "combobox", "Colour", "collapsed", tag="div"))
    talk = Conversation("choose Red from Colour", closed)
    first = await talk.think()
    assert [short(e) for e in first] == ["click cb01"]
    talk.did(first)
    talk.page = page(
        el("cb01", "combobox", "Colour", "expanded", tag="div"),
        el("op01", "option", "Blue"),
        el("op02", "option", "Red"),
    )
    assert [short(e) for e in await talk.through()] == ["click op02", "done"]


async def test_an_entry_that_is_not_in_the_list_is_asked_about() -> None:
    talk = Conversation("choose Finland from Country", pages.FORM)
    entries = await talk.through()
    assert entries[-1]["options"] == ["Choose…", "Austria", "Germany", "Norway", "Sweden"]
    talk.did(entries, index=3, value="Norway")
    assert [short(e) for e in await talk.through()] == ["select cy01 'Norway'", "done"]


async def test_a_day_is_chosen_in_a_drawn_calendar() -> None:
    field = el("dp01", "textbox", "Date", "readonly", tag="input")
    days = [el(f"d{day:03}", "link", str(day)) for day in range(1, 31)]
    talk = Conversation("Select 11/17/2016 as the date and hit submit.", page(field, el("bt01", "button", "Submit")))
    first = await talk.think()
    assert [short(e) for e in first] == ["click dp01"]
    talk.did(first)
    turn = (el("pv01", "link", "Prev"), el("nx01", "link", "Next"))
    talk.page = page(field, el("bt01", "button", "Submit"), *turn, "December", "2016", *days)
    second = await talk.think()
    assert [short(e) for e in second] == ["click pv01"]
    talk.did(second)
    talk.page = page(field, el("bt01", "button", "Submit"), *turn, "November 2016", *days)
    assert [short(e) for e in await talk.through()] == ["click d017", "click bt01", "done"]


async def test_a_suggestion_is_taken() -> None:
    field = el("ac01", "textbox", "", tag="input")
    talk = Conversation('Enter an item that starts with "Par" and ends with "guay".', page(field))
    first = await talk.think()
    assert [short(e) for e in first] == ["fill ac01 'Par'"]
    talk.did(first)
    talk.page = page(field, el("op01", "option", "Paris"), el("op02", "option", "Paraguay"))
    assert [short(e) for e in await talk.through()] == ["click op02", "done"]


async def test_what_my_name_is_has_to_be_said() -> None:
    talk = Conversation("type my name into Name", pages.FORM)
    (question,) = await talk.through()
    assert question["type"] == "ask_user"
    talk.did([question], value="Ada")
    assert [short(e) for e in await talk.through()] == ["fill nm01 'Ada'", "done"]


async def test_a_question_is_answered_with_a_framed_quotation_and_nothing_else() -> None:
    talk = Conversation("What does this page say about returns?", pages.SHOP)
    narrate, done = await talk.through()
    assert narrate["about"] == "hd05"
    assert "30 days" in done["response"]


async def test_the_whole_text_is_read_when_the_observation_does_not_hold_the_answer() -> None:
    talk = Conversation("what does it say about gift vouchers?", pages.SHOP)
    (reading,) = await talk.think()
    assert reading == {"type": "read_page", "query": "gift vouchers"}
    talk.did([reading], value="Welcome.\nGift vouchers are valid for three years.\nContact us.")
    *_, done = await talk.through()
    assert "three years" in done["response"]


async def test_nothing_found_is_said_plainly() -> None:
    talk = Conversation("what does it say about gift vouchers?", pages.SHOP)
    talk.did(await talk.think(), value="")
    (done,) = await talk.think()
    assert "found nothing about “gift vouchers”" in done["response"]


async def test_a_question_of_the_page_is_unfolded_and_its_answer_quoted() -> None:
    talk = Conversation("Can I return a gift?", pages.BOOKS)
    first = await talk.think()
    assert [short(e) for e in first] == ["click qu02"]
    talk.did(first)
    open_ = changed(pages.BOOKS, "qu02", states=("expanded",))
    at = next(at for at, item in enumerate(open_.items) if isinstance(item, Element) and item.id == "qu02") + 1
    talk.page = replace(open_, items=(*open_.items[:at], TextRun("Yes, with the slip."), *open_.items[at:]))
    *_, done = await talk.through()
    assert "Yes, with the slip." in done["response"]


async def test_what_a_page_change_cut_off_is_taken_up_again() -> None:
    talk = Conversation("delete all drafts", pages.DRAFTS)
    entries = await talk.think()
    talk.did(entries[:1])
    for entry in entries[1:]:
        talk.failed(entry, "cancelled", "The page changed.", status="skipped")
    again = await talk.think()
    assert [short(e) for e in again] == ["click de02", "click de03"]
    talk.did(again)
    assert (await talk.think())[-1]["type"] == "done"


async def test_the_longest_form_of_a_page_is_walked_through() -> None:
    both = page(
        *pages.FORM.items[:3], el("sd01", "button", "Send"), el("em09", "textbox", "Newsletter", tag="input"),
        el("su01", "button", "Subscribe"),
    )  # fmt: skip
    entries = await Conversation("help me with this form", both).think()
    assert entries[0]["selector"] == "nm01"


async def test_a_price_is_quoted() -> None:
    *_, done = await Conversation("how much is Alpine Huts?", pages.SHOP).through()
    assert "19.90" in done["response"]


async def test_a_stale_element_is_looked_for_once_more() -> None:
    talk = Conversation("click ONE", pages.TINY_BUTTONS)
    (click,) = await talk.think()
    talk.failed(click, "stale")
    talk.page = page(el("zz09", "button", "ONE"))
    assert [short(e) for e in await talk.think()] == ["click zz09"]


async def test_a_second_failure_is_said() -> None:
    talk = Conversation("click TWO, then click ONE", pages.TINY_BUTTONS)
    talk.did(await talk.think())
    for _ in range(2):
        (click,) = await talk.think()
        talk.failed(click, "not_found", "There is no such button.")
    (blocked,) = await talk.think()
    assert blocked["type"] == "blocked"
    assert "There is no such button." in blocked["reason"]
    assert "pressed “TWO”" in blocked["reason"]


async def test_a_no_is_respected() -> None:
    talk = Conversation("click ONE and click TWO", pages.TINY_BUTTONS)
    (click,) = await talk.think()
    talk.failed(click, "declined", "You said no.", status="refused")
    (blocked,) = await talk.think()
    assert blocked["type"] == "blocked"
    assert "You said no" in blocked["reason"]


async def test_a_tick_that_does_not_stay_is_clicked_once() -> None:
    talk = Conversation("tick Lunch included", pages.FORM)
    (check,) = await talk.think()
    talk.failed(check, "not_kept")
    (click,) = await talk.think()
    assert short(click) == "click cb01"
    talk.did([click])
    assert (await talk.think())[-1]["type"] == "done"


async def test_a_failed_subtitle_stops_nothing() -> None:
    talk = Conversation("where is the basket? then click Contact", pages.SHOP)
    (narrate,) = await talk.think()
    talk.failed(narrate, "unknown")
    assert [short(e) for e in await talk.through()] == ["click ct01", "done"]


async def test_a_secret_is_never_repeated() -> None:
    for request in ("type hunter2 into the password field", 'enter the password "hunter2"', "set Password to hunter2"):
        entries = await Conversation(request, pages.LOGIN).through()
        assert entries[-1]["type"] == "blocked"
        assert "hunter2" not in str(entries)
        assert "type it yourself" in entries[-1]["reason"]


async def test_what_is_not_understood_is_met_with_examples_from_the_page() -> None:
    (blocked,) = await Conversation("sing a song", pages.FORM).through()
    assert 'type "hello" into Name' in blocked["reason"]
    assert "Settings" in blocked["reason"]


async def test_it_outlives_a_turn() -> None:
    guide = Guide()

    async def say(text: str, observation: Observation) -> list[dict[str, Any]]:
        thoughts = [t async for t in guide.begin(text).think(View(goal=text, observation=observation))]
        assert isinstance(thoughts[-1], Proposal)
        return list(thoughts[-1].entries)

    await say("show me the contact link", pages.SHOP)
    assert short((await say("click it", pages.SHOP))[0]) == "click ct01"


async def test_a_form_is_walked_through() -> None:
    talk = Conversation("help me with this form", pages.FORM)
    answers = {
        "nm01": "Ada", "em01": "ada@example.org", "dt01": "24 December 2026", "tm01": "8:30 am", "rd01": "Long",
    }  # fmt: skip
    asked: list[str] = []
    entries = await talk.think()
    while "Send it" not in entries[-1].get("options", ()):
        last = entries[-1]
        if last["type"] == "ask_user":
            asked.append(entries[0]["selector"])
            talk.did(entries, value=answers.get(asked[-1], "skip"))
        elif last["type"] == "ask_user_choice":
            asked.append(last["about"][0] if "about" in last else entries[0]["selector"])
            talk.did(entries, index=1, value=last["options"][1])
        else:
            for entry in entries:
                if entry["type"] in ("fill", "select"):
                    talk.page = changed(talk.page, entry["selector"], value=entry["value"])
                if entry["type"] in ("radio", "check"):
                    talk.page = changed(talk.page, entry["selector"], states=("checked",))
            talk.did(entries, **({"valid": True, "fields": []} if last["type"] == "validate_form" else {}))
        entries = await talk.think()
    last = entries[-1]
    assert asked == ["nm01", "em01", "dt01", "tm01", "cy01", "rd01", "cb01", "ms01"]
    assert any(step.name == "pause" for step in talk.steps), "the password is the person's"
    assert "Name: Ada" in last["question"]
    assert "2026-12-24" in last["question"]
    assert "Length of the walk: Long" in last["question"]
    assert not any(step.name == "click" for step in talk.steps), "nothing is sent unasked"
    talk.did(entries, index=-1, value="Name: Ada Lovelace")
    (fill,) = await talk.think()
    assert short(fill) == "fill nm01 'Ada Lovelace'"
    talk.page = changed(talk.page, "nm01", value="Ada Lovelace")
    talk.did([fill])
    entries = await talk.think()
    assert "Name: Ada Lovelace" in entries[-1]["question"]
    talk.did(entries, index=0, value="Send it")
    assert [short(e) for e in await talk.through()] == ["click sd01", "done"]


async def test_a_form_that_complains_is_asked_about_again() -> None:
    form = page(
        el("em01", "textbox", "Email", "required", tag="input", input_type="email"), el("sd01", "button", "Send")
    )
    talk = Conversation("fill in this form with me", form)
    entries = await talk.think()
    talk.did(entries, value="ada")
    fill = await talk.think()
    assert short(fill[0]) == "fill em01 'ada'"
    talk.did(fill)
    talk.page = changed(form, "em01", value="ada")
    check = await talk.think()
    assert check == [{"type": "validate_form"}]
    talk.did(check, valid=False, fields=[{"name": "Email", "valid": False, "message": "Please include an @."}])
    again = await talk.think()
    assert "Please include an @." in again[-1]["question"]
