"""Looking at pages: what is listed, what is left out, and that the page never notices."""

from __future__ import annotations

import time
from typing import Any

import pytest

from cobrowse.browser.observe import find, observe
from cobrowse.browser.session import BrowserSession
from cobrowse.protocol.observation import Element, Observation, TextRun
from cobrowse.protocol.outline import changes, outline
from cobrowse.protocol.result import Failure


async def look(browser: BrowserSession, address: str) -> Observation:
    await browser.active.page.goto(address)
    return await observe(browser.active)


def texts(seen: Observation) -> list[str]:
    return [item.text for item in seen.items if isinstance(item, TextRun)]


def one(seen: Observation, role: str, name: str) -> Element:
    found = [element for element in seen.elements if (element.role, element.name) == (role, name)]
    assert len(found) == 1, [(element.role, element.name) for element in seen.elements]
    return found[0]


def everything(seen: Observation) -> str:
    return repr(seen) + outline(seen, 100_000).text


# --- truth ----------------------------------------------------------------------------------------------------------


async def test_text_nobody_can_see_is_left_out(browser: BrowserSession, site: Any) -> None:
    seen = await look(browser, f"{site.url}/hidden_text.html")
    told = everything(seen)
    assert "UNSEEN" not in told, [line for line in outline(seen, 100_000).text.splitlines() if "UNSEEN" in line]
    for words in (
        "Seen plainly",
        "Seen with data",
        "Seen by position",
        "Seen on a dark layer",
        "Seen on a picture",
        "Seen in a gradient",
        "Seen inside a hidden parent",
        "Seen out of a flat parent",
        "Seen though its parent is flat",
        "Seen in a parent without a box",
        "Seen with controls",
        "Seen in a scroller",
        "Seen further down a scroller",
    ):
        assert words in texts(seen), words
    assert one(seen, "button", "Seen summary").states == ("collapsed",)
    assert one(seen, "button", "Named Seen button")


async def test_hidden_text_on_a_large_page(browser: BrowserSession, site: Any) -> None:
    """Styles are shared between like elements there; position-dependent rules must still be told apart."""
    rows = "".join(f"<p class=a id=p{n}>Row {n} <b>{'UNSEEN' if n == 700 else 'word'}</b></p>" for n in range(1500))
    css = "p:nth-of-type(701) b { opacity: 0 } #p31 { visibility: hidden } [data-off] { display: none } .a + .b { color: #fff }"
    more = "<p data-off>UNSEEN attribute</p><p class=a>x</p><p class=b>UNSEEN sibling</p><p style='opacity:0'>UNSEEN style</p><p class=b><i>Seen</i></p>"
    seen = await look(browser, site.page(f"<style>{css}</style>{rows}{more}"))
    words = texts(seen)
    assert "UNSEEN" not in everything(seen)
    assert "Row 31 word" not in words
    assert "Row 30 word" in words and "Row 699 word" in words and "Row 700" in words


async def test_style_sheets_of_every_kind_on_a_large_page(browser: BrowserSession, site: Any) -> None:
    """Nested rules, container queries and sheets that change between two looks are told apart as well."""
    css = """:host, :root { --x: 1 }
      .card { & > .n1 { opacity: 0 } .n2 { display: none } &.off { visibility: hidden } }
      .box { container-type: inline-size; width: 300px } .box.wide { width: 600px }
      @container (min-width: 500px) { .c { display: none } }
      @media (min-width: 1px) { p:nth-child(3) i { opacity: 0 } }
      @starting-style { .c { color: red } }"""
    filler = "".join(f"<p>Row {n} <i>{'UNSEEN third' if n == 2 else 'word'}</i></p>" for n in range(300))
    body = f"""<style>{css}</style><div>{filler}</div>
      <div class=card><p class=n1>UNSEEN nested</p><p><b class=n2>UNSEEN deeper</b>Seen card</p></div>
      <div class='card off'>UNSEEN card</div>
      <div class=box><p class=c>Seen narrow</p></div><div class='box wide'><p class=c>UNSEEN wide</p></div>
      <p class=later>Seen at first</p>"""
    seen = await look(browser, site.page(f"<div></div><div></div>{body}"))
    assert "UNSEEN wide" not in everything(seen) and "UNSEEN nested" not in everything(seen)
    assert "UNSEEN deeper" not in everything(seen) and "UNSEEN card" not in everything(seen)
    assert "UNSEEN third" not in everything(seen)
    assert {"Seen narrow", "Seen card", "Seen at first"} <= set(texts(seen))
    await browser.active.page.evaluate(
        """() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('.later { color: red }');
          document.adoptedStyleSheets = [sheet]; window.sheet = sheet; }"""
    )
    assert "Seen at first" in texts(await observe(browser.active))
    await browser.active.page.evaluate("sheet.replaceSync('.later { opacity: 0 }')")
    assert "Seen at first" not in texts(await observe(browser.active))


async def test_a_look_changes_nothing(browser: BrowserSession, site: Any) -> None:
    page = browser.active.page
    await page.goto(f"{site.url}/controls.html")
    await page.evaluate(
        """() => {
          window.count = 0;
          new MutationObserver(records => { window.count += records.length; })
            .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
          for (const kind of ['focus', 'blur', 'scroll', 'mousemove', 'mouseover'])
            addEventListener(kind, () => { window.count++; }, true);
        }"""
    )
    for _ in range(50):
        await observe(browser.active)
    await page.wait_for_timeout(50)
    assert await page.evaluate("window.count") == 0
    assert await page.evaluate("document.activeElement.localName") == "body"


async def test_a_page_that_patches_the_language(browser: BrowserSession, site: Any) -> None:
    script = """<script>
      Array.prototype.map = Array.prototype.push = () => [];
      JSON.stringify = () => '"nothing"';
      Document.prototype.querySelectorAll = Document.prototype.querySelector = () => null;
      Element.prototype.getBoundingClientRect = () => ({x: 0, y: 0, width: 0, height: 0});
      window.getComputedStyle = () => null;
      Object.prototype.toJSON = () => 'hi';
    </script>"""
    seen = await look(browser, site.page(f"{script}<button>Honest</button><p>Words</p>"))
    assert one(seen, "button", "Honest").box
    assert "Words" in texts(seen)


# --- secrets --------------------------------------------------------------------------------------------------------


async def test_secrets_never_appear(browser: BrowserSession, site: Any) -> None:
    values = ("Meadow-2183", "4111 1111 1111 1111", "773921", "Harbour-1763")
    address = site.page(
        """<label>Password <input id=word type=password></label>
        <label>Card number <input id=card autocomplete=cc-number></label>
        <label>Verification code <input id=code inputmode=numeric maxlength=6></label>
        <label>Other <input id=other type=password></label>
        <label>Name on card <input autocomplete=cc-name value="Ida Berg"></label>
        <label>Postcode <input inputmode=numeric maxlength=5 value="10115"></label>
        <p id=echo></p><a id=link href=#>x</a><button id=said aria-label=x>x</button>"""
    )
    page = browser.active.page
    await page.goto(address)
    await page.evaluate(
        """values => {
          [word.value, card.value, code.value, other.value] = values;
          echo.textContent = 'You typed ' + values[0] + ' and 4111-1111-1111-1111';
          document.title = 'Hello ' + values[0];
          link.href = '/?q=' + values[0];
          said.setAttribute('aria-label', 'Use ' + values[0]);
        }""",
        list(values),
    )
    seen = await observe(browser.active)
    assert one(seen, "textbox", "Password").states == ("secret", "filled")
    assert one(seen, "textbox", "Password").value is None
    assert one(seen, "textbox", "Name on card").value == "Ida Berg"
    assert one(seen, "textbox", "Postcode").value == "10115"
    await page.evaluate("other.type = 'text'")  # revealed, but still secret
    await page.evaluate("card.remove()")  # gone, but its echo is not
    again = await observe(browser.active)
    assert one(again, "textbox", "Other").states == ("secret", "filled")
    for value in (*values, "4111-1111"):
        assert value not in everything(seen) + everything(again)
    assert "You typed ••• and •••" in texts(again)


# --- what is listed -------------------------------------------------------------------------------------------------


async def test_rows_of_a_table_are_read_together(browser: BrowserSession, site: Any) -> None:
    seen = await look(
        browser,
        site.page(
            """<table><tr><th>Name<th>City<th>Age</tr><tr><td>Ida<td>Riga<td>34</tr>
            <tr><td>Bo<td><a href=/vigo>Vigo</a><td>51</tr><tr><td>Eve<td>Bonn<td><button>Edit</button></tr></table>"""
        ),
    )
    assert texts(seen)[:3] == ["Name | City | Age", "Ida | Riga | 34", "Bo |"]
    assert one(seen, "button", "Edit").section == "Eve | Bonn"
    lines = outline(seen).text.splitlines()
    assert lines[2] == f'Bo | {one(seen, "link", "Vigo").id} link "Vigo" | 51'


async def test_what_only_a_mouse_can_use(browser: BrowserSession, site: Any) -> None:
    seen = await look(
        browser,
        site.page(
            """<style>.p{cursor:pointer}.g{cursor:grab}</style>
            <div class=p>Open <b>menu</b></div><div class=g>Drag me</div><div draggable=true>Lift me</div>
            <div style="touch-action:none">Handle</div><li class=ui-draggable>Old widget</li>
            <span onclick="1">Scripted</span><label class=p>Tick <input type=checkbox></label>
            <div class=p><h3>Card</h3><p>Words on a card</p><button>Buy</button></div>
            <div tabindex=0>Focusable</div><div class=p><img alt=Picture src=data:, width=9 height=9></div>
            <div class=p><span><button>Run</button></span></div>"""
        ),
    )
    names = [element.name for element in seen.elements if element.role == "clickable"]
    assert names == [
        "Open menu",
        "Drag me",
        "Lift me",
        "Handle",
        "Old widget",
        "Scripted",
        "Card",
        "Focusable",
        "Picture",
    ]
    assert one(seen, "button", "Buy").section == "Card"
    assert one(seen, "button", "Run"), "and not its wrapper as well"


async def test_the_areas_of_a_picture(browser: BrowserSession, site: Any) -> None:
    seen = await look(
        browser,
        site.page(
            """<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=200 height=100 alt=Plan usemap="#plan">
            <map name=plan><area shape=rect coords="0,0,100,100" href="/hall" alt=Hall>
            <area shape=circle coords="150,50,40" href="/garden" alt=Garden><area shape=default nohref></map>"""
        ),
    )
    hall, garden = one(seen, "link", "Hall"), one(seen, "link", "Garden")
    assert hall.box and garden.box
    assert (hall.box.width, hall.box.height) == (100, 100)
    assert garden.box.x == hall.box.x + 110
    assert (garden.href or "").endswith("/garden")


async def test_sections_tell_twins_apart(browser: BrowserSession, site: Any) -> None:
    seen = await look(
        browser,
        site.page(
            """<h2>Lamps</h2><div><h3>Red</h3><button>Buy</button></div><div><h3>Blue</h3><button>Buy</button></div>
            <ul><li>Milk <button>Remove</button><li>Bread <button>Remove</button></ul>
            <fieldset><legend>Home</legend><input aria-label=Street></fieldset>
            <fieldset><legend>Work</legend><input aria-label=Street></fieldset>
            <div role=dialog aria-label=Cookies><button>Accept</button></div>"""
        ),
    )
    sections = [(element.name, element.section) for element in seen.elements if element.interactive]
    assert sections == [
        ("Buy", "Red"),
        ("Buy", "Blue"),
        ("Remove", "Milk"),
        ("Remove", "Bread"),
        ("Street", "Home"),
        ("Street", "Work"),
        ("Accept", "Cookies"),
    ]


async def test_states(browser: BrowserSession, site: Any) -> None:
    seen = await look(
        browser,
        site.page(
            """<input aria-label=Mail required value=x aria-invalid=true aria-describedby=why><p id=why>Not an address</p>
            <fieldset disabled><button>Off</button></fieldset><div aria-disabled=true><a href=/>Away</a></div>
            <select aria-label=Size><option>Small<option selected>Large</select>
            <input readonly aria-label=Fixed value=1><button autofocus>Here</button>
            <div style="position:relative"><button>Below</button><div id=cover style="position:absolute;inset:0"></div></div>
            <div style="height:3000px"></div><button>Far</button>"""
        ),
    )
    mail = one(seen, "textbox", "Mail")
    assert (mail.states, mail.value, mail.description) == (("required", "invalid"), "x", "Not an address")
    assert one(seen, "button", "Off").states == ("disabled",)
    assert one(seen, "link", "Away").states == ("disabled",)
    size = one(seen, "combobox", "Size")
    assert (size.value, size.options) == ("Large", ("Small", "Large"))
    assert one(seen, "textbox", "Fixed").states == ("readonly",)
    assert one(seen, "button", "Here").states == ("focused",)
    assert one(seen, "button", "Below").states == ("covered",)
    assert one(seen, "button", "Below").description == "covered by div#cover"
    assert one(seen, "button", "Far").states == ("offscreen-below",)


async def test_fields_that_are_drawn_by_their_labels(browser: BrowserSession, site: Any) -> None:
    seen = await look(
        browser,
        site.page(
            """<label for=cv>Attach your CV</label><input id=cv type=file hidden>
            <label><input type=checkbox style="position:absolute;opacity:0"> Dark</label>
            <label><input type=radio style="display:none"> Slow</label><input type=checkbox hidden aria-label=UNSEEN>"""
        ),
    )
    assert [(e.role, e.name) for e in seen.elements] == [
        ("button", "Attach your CV"),
        ("checkbox", "Dark"),
        ("radio", "Slow"),
    ]
    assert all(element.box and element.box.width > 20 for element in seen.elements)


async def test_what_is_cut_by_a_scroller_is_not_covered(browser: BrowserSession, site: Any) -> None:
    rows = "".join(f"<button style='display:block;height:40px'>Row {n}</button>" for n in range(9))
    seen = await look(browser, site.page(f"<div style='height:95px;overflow:auto'>{rows}</div><p>After</p>"))
    states = [element.states for element in seen.elements]
    assert states[:4] == [(), (), (), ("offscreen-below",)]


async def test_shadow_roots_open_and_closed(browser: BrowserSession, site: Any) -> None:
    seen = await look(
        browser,
        site.page(
            """<x-outer><button slot=a>Slotted</button><p>Not slotted</p></x-outer><script>
            customElements.define('x-outer', class extends HTMLElement { connectedCallback() {
              const root = this.attachShadow({mode: 'closed'});
              root.append(document.createElement('slot'), document.createElement('x-inner'));
              root.firstChild.name = 'a';
            }});
            customElements.define('x-inner', class extends HTMLElement { connectedCallback() {
              const b = document.createElement('button'); b.textContent = 'Deep';
              this.attachShadow({mode: 'closed'}).append(b);
            }});</script>"""
        ),
    )
    assert [element.name for element in seen.elements] == ["Slotted", "Deep"]
    assert "Not slotted" not in everything(seen)


# --- frames ---------------------------------------------------------------------------------------------------------


async def test_frames_in_their_place(browser: BrowserSession, site: Any) -> None:
    site.page("<p>Innermost</p><button onclick=\"top.postMessage('paid', '*')\">Pay</button>", "inner.html")
    site.page("<button>Middle</button><iframe src={url}/inner.html title=Ledger></iframe>", "middle.html")
    seen = await look(
        browser,
        site.page(
            """<button>Before</button><br><iframe src={other}/middle.html width=400 height=300 style="margin:50px" title=Desk></iframe>
            <iframe srcdoc="<button>Same</button>"></iframe><iframe style="display:none" srcdoc="UNSEEN"></iframe><button>After</button>"""
        ),
    )
    names = [element.name for element in seen.elements if element.role == "button"]
    assert names == ["Before", "Middle", "Pay", "Same", "After"]
    assert "UNSEEN" not in everything(seen)
    pay = one(seen, "button", "Pay")
    assert pay.box
    await browser.active.page.evaluate("() => { window.onmessage = event => { window.said = event.data; }; }")
    await browser.active.page.mouse.click(pay.box.x + 3, pay.box.y + 3)
    await browser.active.page.wait_for_function("window.said === 'paid'", timeout=5000)
    view = seen.frame(pay.frame)
    assert view and (view.origin, view.name) == (site.url, "Ledger")
    frame, key = await find(browser.active, pay.id)
    assert frame.key == pay.frame and key > 0


async def test_slow_and_empty_frames_hold_nobody_up(browser: BrowserSession, site: Any) -> None:
    site.page("<p>late</p>", "late.html")
    await browser.active.page.goto(
        site.page("<iframe src={other}/slow/6/late.html></iframe><iframe></iframe><button>Go on</button>"),
        wait_until="commit",
    )
    await browser.active.page.get_by_role("button").wait_for()
    start = time.monotonic()
    seen = await observe(browser.active)
    assert time.monotonic() - start < 4
    assert one(seen, "button", "Go on")
    assert all(frame.note for frame in seen.frames if frame.key)


async def test_a_frame_that_is_busy(browser: BrowserSession, site: Any) -> None:
    site.page(
        "<script>onmessage = () => { const end = Date.now() + 5000; while (Date.now() < end); }</script>", "busy.html"
    )
    seen = await look(browser, site.page("<iframe src={other}/busy.html></iframe><button>Go on</button>"))
    await browser.active.page.evaluate("frames[0].postMessage('', '*')")
    await browser.active.page.wait_for_timeout(200)
    start = time.monotonic()
    seen = await observe(browser.active)
    if time.monotonic() - start > 4.5:
        pytest.skip("both origins share one process here")
    assert one(seen, "button", "Go on")
    assert seen.frames[1].note == "it did not answer in time"


# --- ids ------------------------------------------------------------------------------------------------------------

LIST = """<ul id=list></ul><script>
  function draw(names) { list.replaceChildren(...names.map(name => {
    const item = document.createElement('li'), button = document.createElement('button');
    button.textContent = 'Open'; item.append(name + ' ', button); return item; })); }
  draw(['One', 'Two', 'Three']);</script>"""


async def test_ids_last(browser: BrowserSession, site: Any) -> None:
    first = await look(browser, site.page(LIST))
    again = await observe(browser.active)
    assert [element.id for element in first.elements] == [element.id for element in again.elements]
    assert not any("new" in element.states for element in again.elements)
    await browser.active.page.evaluate("list.firstChild.before(document.createElement('button'))")
    assert [element.states for element in (await observe(browser.active)).elements][0] == ("new",)


async def test_a_list_drawn_anew_keeps_its_ids(browser: BrowserSession, site: Any) -> None:
    seen = await look(browser, site.page(LIST))
    ids = {element.section: element.id for element in seen.elements}
    await browser.active.page.evaluate("draw(['One', 'Two', 'Three'])")
    frame, key = await find(browser.active, ids["Two"])
    assert await frame.call("isAlive", key)
    await browser.active.page.evaluate("draw(['Zero', 'One', 'Three', 'Three'])")
    again = await observe(browser.active)
    assert {element.section: element.id for element in again.elements}["One"] == ids["One"]
    for lost in ("Two", "Three"):  # one is gone, the other has a twin now
        with pytest.raises(Failure) as caught:
            await find(browser.active, ids[lost])
        assert caught.value.reason == "stale"


async def test_a_page_that_draws_itself_anew_all_the_time_keeps_its_ids(browser: BrowserSession, site: Any) -> None:
    script = """<main id=m></main><p id=n>0</p><script>
      let times = 0;
      const draw = () => {
        n.textContent = ++times;
        m.innerHTML = ['Back', 'Save', 'Send', 'Close'].map(t => `<button>${t}</button>`).join('') + `<button>Item ${times}</button>`;
      };
      draw(); setInterval(draw, 300);
    </script>"""
    named = ("Back", "Save", "Send", "Close")
    first = await look(browser, site.page(script))
    ids = {element.name: element.id for element in first.elements if element.name in named}
    for times in range(2, 6):
        await browser.active.page.wait_for_function(f"times >= {times}")
        seen = await observe(browser.active)
        assert {element.name: element.id for element in seen.elements if element.name in named} == ids


async def test_ids_of_another_page_are_stale(browser: BrowserSession, site: Any) -> None:
    seen = await look(browser, site.page(LIST))
    id = next(seen.elements).id
    await browser.active.page.reload()
    with pytest.raises(Failure) as caught:
        await find(browser.active, id)
    assert caught.value.reason == "stale"
    with pytest.raises(Failure) as caught:
        await find(browser.active, "zzz9")
    assert caught.value.reason == "not_found"


async def test_the_second_look_is_short(browser: BrowserSession, site: Any) -> None:
    rows = "".join(f"<tr><td>{n}<td>Name {n}<td><button>Edit</button></tr>" for n in range(300))
    first = await look(browser, site.page(f"<p id=out>Nothing yet</p><table>{rows}</table>"))
    await browser.active.page.evaluate("out.textContent = 'Saved'")
    second = await observe(browser.active)
    told = changes(first, second)
    assert told.text == "+ Saved"
    assert len(told.text) < len(outline(first).text) / 10
