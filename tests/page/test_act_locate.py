"""From targets to nodes, and everything a node says of itself."""

from __future__ import annotations

import pytest

from cobrowse.browser.observe import observe
from cobrowse.protocol.result import Failure

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def failing(work) -> Failure:
    with pytest.raises(Failure) as caught:
        await work
    return caught.value


async def test_name_is_whole_and_folded(driver):
    await driver.open("<button>Save\u200b   Draft</button><button>Save draft as</button>")
    node = await driver.page.locate('button "save  DRAFT"')
    assert (node.role, node.name, node.matched) == ("button", "Save Draft", 1)
    failure = await failing(driver.page.locate('button "Save"', timeout_ms=100))
    assert failure.reason == "not_found"
    assert "Save Draft" in failure.message


async def test_twins_are_told_apart_by_their_rows(driver):
    await driver.open("<ul><li>Bicycle <button>Close</button><li>Cellar <button>Close</button></ul>")
    failure = await failing(driver.page.locate('button "Close"'))
    assert failure.reason == "ambiguous"
    assert "Bicycle" in failure.message and "Cellar" in failure.message


async def test_hidden_twin_does_not_count(driver):
    await driver.open(
        "<button hidden>Go</button><div style='opacity:0'><button>Go</button></div><button id=real>Go</button>"
    )
    node = await driver.page.locate('button "Go"')
    await driver.script("real.remove()")
    assert (await failing(driver.page.verify(node))).reason == "stale"


@pytest.mark.parametrize(
    ("html", "target"),
    [
        ("<input type=search aria-label=Query>", 'textbox "Query"'),
        ("<input aria-label=Query list=l><datalist id=l></datalist>", 'textbox "Query"'),
        ("<select aria-label=Size size=4><option>S</select>", 'combobox "Size"'),
        ("<div role=switch aria-checked=false tabindex=0>Alerts</div>", 'checkbox "Alerts"'),
        ("<div style='cursor:pointer'>Card one</div>", 'clickable "Card one"'),
        ("<select><option>Red<option>Blue</select>", 'option "Blue"'),
    ],
)
async def test_kindred_roles(driver, html, target):
    await driver.open(html)
    assert (await driver.page.locate(target)).matched == 1


async def test_a_link_is_no_button(driver):
    await driver.open("<a href=/x>Sign in</a>")
    failure = await failing(driver.page.locate('button "Sign in"', timeout_ms=100))
    assert failure.reason == "not_found"
    assert "link “Sign in”" in failure.message


async def test_css_first_visible(driver):
    await driver.open("<p class=a hidden>1</p><p class=a>2</p><p class=a>3</p>")
    node = await driver.page.locate("p.a")
    assert (node.matched, node.used) == (3, 1)
    assert (await driver.page.locate("p.a[hidden]", presence="attached")).used == 0
    assert (await failing(driver.page.locate("p.a[hidden]", timeout_ms=50))).reason == "not_visible"


async def test_css_in_open_shadow_roots_but_not_in_frames(driver):
    await driver.open(
        "<div id=h></div><iframe srcdoc='<b id=deep>x</b>'></iframe>"
        "<script>h.attachShadow({mode:'open'}).innerHTML='<i class=in>hey</i>'</script>"
    )
    assert (await driver.page.locate("i.in")).tag == "i"
    assert (await failing(driver.page.locate("#deep", timeout_ms=100))).reason == "not_found"
    assert (await driver.page.locate("#deep", frame="iframe")).tag == "b"


async def test_nested_frames_of_two_sites(driver):
    inner = driver.site.page("<button>Innermost</button>", "inner.html").replace("127.0.0.1", "localhost")
    middle = driver.site.page(f"<iframe src='{inner}'></iframe>", "middle.html")
    await driver.open(f"<iframe src='{middle}' width=500 height=300></iframe>")
    node = await driver.page.locate('button "Innermost"')
    assert node.origin == driver.site.other
    assert node.frame


async def test_frame_that_cannot_be_seen_does_not_count(driver):
    await driver.open(
        "<iframe style='opacity:0' srcdoc='<button>Pay</button>'></iframe><iframe srcdoc='<button>Pay</button>'></iframe>"
    )
    assert (await driver.page.locate('button "Pay"')).matched == 1


async def test_closed_roots_one_inside_the_other(driver):
    await driver.open("""<div id=h></div><script>
      const outer = h.attachShadow({mode: 'closed'}); const box = document.createElement('section'); outer.append(box);
      const inner = box.attachShadow({mode: 'closed'}); inner.innerHTML = '<button>Deep</button>';
      inner.firstChild.onclick = () => document.title = 'pressed'</script>""")
    await driver.click('button "Deep"')
    assert await driver.script("document.title") == "pressed"


async def test_ids_name_the_same_node(driver):
    await driver.open("<button>One</button><button>Two</button>")
    seen = await observe(driver.session.active)
    two = next(element for element in seen.elements if element.name == "Two")
    node = await driver.page.locate(two.id)
    assert (node.id, node.name) == (two.id, "Two")
    await driver.script("document.querySelectorAll('button')[1].remove()")
    assert (await failing(driver.page.locate(two.id, timeout_ms=100))).reason == "stale"
    assert (await failing(driver.page.locate("z9z9", timeout_ms=100))).reason == "not_found"


async def test_form_facts(driver):
    await driver.open("""<form action=/send method=post><label>Name <input name=n value=Ada></label>
      <input type=password value=hunter22 aria-label=Word><input name=action value=decoy>
      <input type=hidden name=csrf value=abcdefgh><input type=checkbox checked aria-label=News>
      <button>Next</button><button type=button>Help</button><button formaction=/delete formmethod=get>Erase</button></form>
      <a href=/f.zip download>Get</a><a href=https://example.org/ target=_blank><span id=s>Away</span></a>""")
    form = (await driver.page.locate('button "Next"')).form
    assert form.submits and form.method == "post" and form.action == f"{driver.site.url}/send"
    assert ("Name", "Ada") in form.fields and ("News", "✓") in form.fields
    assert "hunter22" not in str(form) and "abcdefgh" not in str(form)
    assert not (await driver.page.locate('button "Help"')).form.submits
    erase = (await driver.page.locate('button "Erase"')).form
    assert (erase.action, erase.method) == (f"{driver.site.url}/delete", "get")
    assert (await driver.page.locate('link "Get"')).download
    span = await driver.page.locate("#s")
    assert span.href == "https://example.org/" and span.opens_tab


@pytest.mark.parametrize(
    "change",
    [
        "b.textContent = 'Delete account'",
        "b.form.action = '/delete'",
        "b.form.method = 'get'",
        "b.type = 'button'",
        "b.setAttribute('formaction', '/x')",
        "b.setAttribute('aria-pressed', 'true')",
        "document.body.append(b)",
        "b.replaceWith(Object.assign(document.createElement('button'), {textContent: 'Save now'}))",
    ],
)
async def test_verify_notices(driver, change):
    await driver.open("<form action=/save method=post><button id=b>Save</button></form>")
    node = await driver.page.locate('button "Save"')
    await driver.page.verify(node)
    await driver.script(change)
    assert (await failing(driver.page.verify(node))).reason == "stale"


@pytest.mark.parametrize(
    "change",
    ["scrollTo(0, 500)", "b.style.marginTop = '300px'", "b.disabled = true", "b.replaceWith(b.cloneNode(true))"],
)
async def test_verify_lets_pass(driver, change):
    await driver.open("<body style='height:3000px'><button id=b>Save</button>")
    node = await driver.page.locate('button "Save"')
    await driver.script(change)
    await driver.page.verify(node)


async def test_a_field_that_becomes_secret_is_another_thing(driver):
    await driver.open("<input id=i aria-label=Search>")
    node = await driver.page.locate('textbox "Search"')
    await driver.script("i.type = 'password'")
    assert (await failing(driver.page.verify(node))).reason == "stale"


async def test_another_document_is_stale(driver):
    await driver.open("<button>Save</button>")
    node = await driver.page.locate('button "Save"')
    await driver.page.history("reload")
    assert (await failing(driver.page.verify(node))).reason == "stale"


async def test_waits_for_what_comes_late(driver):
    await driver.open("<script>setTimeout(() => document.body.innerHTML = '<button>Late</button>', 400)</script>")
    assert (await driver.page.locate('button "Late"')).name == "Late"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("First name", "first"),
        ("Phone", "phone"),
        ("What should we bring?", "bring"),
        ("town", "town"),
        ("e-mail", "mail"),
    ],
)
async def test_field_by_what_a_person_calls_it(driver, words, name):
    await driver.open("""<label>First name: * <input name=first></label><input placeholder=Phone name=phone>
      <p>What should we bring?</p><textarea name=bring></textarea><input name=town><input name=mail aria-label="E-mail">""")
    node = await driver.page.field(words)
    assert await driver.page.read(node, "name") == name


async def test_field_that_is_not_there(driver):
    await driver.open("<label>Street <input></label>")
    failure = await failing(driver.page.field("Strete"))
    assert failure.reason == "not_found" and "Street" in failure.message
