"""Names as real pages give them: things without a role, fields without a name, twins, and what is said of them."""

from __future__ import annotations

import pytest

from cobrowse.browser.observe import observe
from cobrowse.protocol.result import Failure

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def failing(work) -> Failure:
    with pytest.raises(Failure) as caught:
        await work
    return caught.value


async def seen(driver, name: str):
    """The one element of the observation that is called so."""
    (element,) = [e for e in (await observe(driver.session.active)).elements if e.name == name]
    return element


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li class=ui-sortable-handle>Oats</ul>",
        "<div draggable=true>Oats</div>",
        "<div style='touch-action:none'>Oats</div>",
        "<a data-handler=next title=Oats><span>Oats</span></a>",
        "<section style='cursor:grab'><h3>Oats</h3><p>Rolled <button>Buy</button></section>",
        "<p onclick='1'>Oats</p>",
        "<span tabindex=0>Oats</span>",
    ],
)
async def test_what_is_listed_as_clickable_is_found_as_that(driver, html):
    await driver.open(html)
    listed = [e for e in (await observe(driver.session.active)).elements if e.role == "clickable"]
    assert [e.name for e in listed] == ["Oats"]
    node = await driver.page.locate('clickable "Oats"', timeout_ms=200)
    assert (node.id, node.role, node.name) == (listed[0].id, "clickable", "Oats")


async def test_a_thing_without_a_role_answers_to_button_and_link_unless_there_is_one(driver):
    await driver.open(
        "<a class=next title=Next onclick='document.title = 1'><i>Next</i></a><div style='cursor:pointer'>Save</div>"
    )
    assert (await driver.page.locate('link "Next"', timeout_ms=200)).tag == "a"
    assert (await driver.page.locate('button "Save"', timeout_ms=200)).tag == "div"
    await driver.open("<div style='cursor:pointer'>Save</div><button>Save</button>")
    assert (await driver.page.locate('button "Save"')).tag == "button"


async def test_parts_of_a_thing_are_not_its_twins(driver):
    await driver.open("<div style='cursor:pointer'><div class=ui-sortable-handle><span>Card</span></div></div>")
    assert (await driver.page.locate('clickable "Card"', timeout_ms=200)).matched == 1


async def test_mere_text_is_a_target(driver):
    await driver.open("<ul><li>Buy <b>oats</b></li><li><label>Call Ida</label></li></ul>")
    node = await driver.page.locate('text "Call Ida"', timeout_ms=200)
    assert (node.tag, node.role, node.name) == ("label", "text", "Call Ida")
    assert (await driver.page.locate('text "buy OATS"', timeout_ms=200)).tag == "li"
    assert (await failing(driver.page.locate('text "Call"', timeout_ms=50))).reason == "not_found"
    failure = await failing(driver.page.locate('button "Call Ida"', timeout_ms=50))
    assert "text “Call Ida”" in failure.message


async def test_find_gives_text_an_id_that_can_be_used(driver):
    await driver.open("<ul><li><label ondblclick='document.title = \"edited\"'>Call <i>Ida</i> on Monday</label></ul>")
    (found,) = await driver.page.find("ida monday")
    assert (found.role, found.name) == ("text", "Call Ida on Monday")
    await driver.click(found.id, count=2)
    assert await driver.script("document.title") == "edited"


async def test_find_does_not_tell_of_an_element_twice(driver):
    await driver.open("<button>Send the <b>order</b></button><p>Another order")
    assert [(e.role, e.name) for e in await driver.page.find("send order")] == [("button", "Send the order")]


EDITOR = """<section aria-label=Outer><section aria-labelledby=h><h2 id=h>Body</h2><div><div><div><div><div>
  <div contenteditable role=textbox id=body></div></div></div></div></div></div></section>
  <section><label for=hidden>Tags</label><div><div><div><div><div><input id=hidden style='display:none'>
  <ul><li><input id=visible></ul></div></div></div></div></div></section></section>"""


@pytest.mark.parametrize(("name", "id"), [("Body", "body"), ("Tags", "visible")])
async def test_a_field_without_a_name_is_called_by_what_it_has_to_itself(driver, name, id):
    await driver.open(EDITOR)
    node = await driver.page.locate(f'textbox "{name}"', timeout_ms=200)
    assert await driver.page.read(node, "id") == id
    assert await driver.page.read(await driver.page.field(name), "id") == id


async def test_a_name_goes_before_surroundings(driver):
    await driver.open("<section><h2>Note</h2><input aria-label=Other></section><input aria-label=Note id=real>")
    assert await driver.page.read(await driver.page.locate('textbox "Note"'), "id") == "real"
    assert (await failing(driver.page.locate('textbox "Outer"', timeout_ms=50))).reason == "not_found"


async def test_two_links_to_one_place_are_one(driver):
    card = "<article><a href=/fox><img alt=Fox width=40 height=40></a><h3><a href=/fox>Fox</a></h3></article>"
    await driver.open(card)
    assert (await driver.page.locate('link "Fox"')).matched == 2
    for other in ["/ship", "#", "javascript:void(0)", "/fox' download='"]:
        await driver.open(card.replace("<h3><a href=/fox>", f"<h3><a href='{other}'>"))
        assert (await failing(driver.page.locate('link "Fox"'))).reason == "ambiguous"
    for same in ["#", "javascript:void(0)"]:
        await driver.open(card.replace("/fox", same))
        assert (await failing(driver.page.locate('link "Fox"'))).reason == "ambiguous", "its script may do anything"


async def test_twins_are_given_by_id_and_by_what_is_around_them(driver):
    blank = "\n" + " " * 400
    rows = "".join(
        f"<article>{blank}<h3>{name}</h3>{blank}<p>£5</p><form><button>Add</button></form></article>"
        for name in ("Fox", "Ship", "Lamp")
    )
    await driver.open(f"<main>{rows}</main>")
    failure = await failing(driver.page.locate('button "Add"'))
    ids = {one["near"]: one["id"] for one in failure.data["candidates"]}
    assert list(ids) == ["Fox", "Ship", "Lamp"]
    assert f"{ids['Ship']} (Ship)" in failure.message
    node = await driver.page.locate(ids["Ship"])
    assert await driver.script("document.querySelectorAll('button')[1].id = 'second'") == "second"
    assert await driver.page.read(node, "id") == "second"


async def test_things_without_a_name_are_told_of_when_nothing_is_near(driver):
    await driver.open("<p>2 items</p><tr><div><h4>Oats</h4><input type=number id=q></div>")
    failure = await failing(driver.page.locate('spinbutton "Zeal"', timeout_ms=50))
    node = await driver.page.locate(failure.message.split("Without a name: ")[1][:4])
    assert await driver.page.read(node, "id") == "q"


BEHIND = """<body style='margin:0;height:3000px'><h1>Page</h1><label>Title <input id=page></label><button>Save</button>{dialog}"""


@pytest.mark.parametrize(
    "dialog",
    [
        "<dialog id=d><label>Title <input id=front></label><button>Save</button></dialog><script>d.showModal()</script>",
        "<div role=dialog style='position:fixed;inset:0'><div style='background:white;margin:90px'><label>Title <input id=front></label><button>Save</button></div></div>",
        "<div style='position:fixed;inset:0;background:#0008'></div><div role=dialog style='position:fixed;top:90px;background:white'><label>Title <input id=front></label><button>Save</button></div>",
    ],
)
async def test_what_has_a_twin_in_the_dialog_in_front_is_meant_there(driver, dialog):
    await driver.open(BEHIND.format(dialog=dialog))
    assert await driver.page.read(await driver.page.locate('textbox "Title"'), "id") == "front"


async def test_a_dialog_that_leaves_the_page_usable_is_not_in_front(driver):
    dialog = "<div role=dialog style='position:fixed;right:0;bottom:90px;background:white'><button>Save</button></div>"
    await driver.open(BEHIND.format(dialog=dialog))
    assert (await failing(driver.page.locate('button "Save"'))).reason == "ambiguous"


async def test_a_cover_is_called_by_its_dialog_and_never_by_what_holds_both(driver):
    await driver.open(
        """<body id=whole><button>Below</button><div class=shade style='position:fixed;inset:0'></div>
        <div role=dialog style='position:fixed;top:90px;background:white'><button>Close</button><h2>Choose a page</h2></div>"""
    )
    failure = await failing(driver.click('button "Below"'))
    assert failure.reason == "covered" and "whole" not in failure.message and ".shade" in failure.message
    await driver.open(
        """<body id=whole><button>Below</button><div style='position:fixed;inset:0'>
        <div role=dialog style='background:white;margin:90px'><button>Close</button><h2>Choose a page</h2></div></div>"""
    )
    assert "dialog “Choose a page”" in (await failing(driver.click('button "Below"'))).message
    assert (await seen(driver, "Below")).description == "covered by dialog “Choose a page”"


async def test_what_was_scrolled_out_of_an_inner_scroller_is_still_there(driver):
    await driver.open(
        """<body style='margin:0;overflow:hidden;height:100vh'><main style='overflow:auto;height:100vh' id=m><button>First</button>
        <p>Words at the top</p><div style='height:3000px'></div><button>Last</button></main>"""
    )
    await driver.script("m.scrollTop = 2000")
    assert "offscreen-above" in (await seen(driver, "First")).states
    assert "offscreen-below" in (await seen(driver, "Last")).states
    assert "Words at the top" in await driver.page.read_page(None)
    await driver.script("m.scrollTop = 0")
    assert (await seen(driver, "First")).in_view


async def test_what_no_scroller_can_bring_back_is_left_out(driver):
    await driver.open(
        """<body style='margin:0'><div style='overflow:hidden;height:60px'><div style='overflow:auto;height:50px'>
        <button style='position:relative;top:-900px'>Never</button><button>Here</button></div></div>
        <div style='position:absolute;top:-500px;height:100px;overflow:auto'><div style='height:900px'></div><button>Neither</button></div>"""
    )
    assert [e.name for e in (await observe(driver.session.active)).elements] == ["Here"]
