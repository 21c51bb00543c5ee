"""Filling in, of every kind of field and against every kind of page."""

from __future__ import annotations

import pytest

from cobrowse.browser.keyboard import Chord, chord_of
from cobrowse.protocol.result import Failure

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def failing(work) -> Failure:
    with pytest.raises(Failure) as caught:
        await work
    return caught.value


async def test_keys_input_and_change_are_heard(driver):
    await driver.open("""<input id=i aria-label=Town value=old><p id=out></p><script>
      const seen = new Set(); for (const t of ['keydown', 'keyup', 'beforeinput', 'input', 'change']) i.addEventListener(t, e => { seen.add(t + e.isTrusted); out.textContent = [...seen].join(' ') })</script>""")
    assert await driver.fill('textbox "Town"', "Bergen") == "Bergen"
    heard = str(await driver.text())
    assert {"keydowntrue", "keyuptrue", "beforeinputtrue", "inputtrue"} <= set(heard.split())
    assert "change" in heard
    assert await driver.script("document.activeElement === i")


async def test_long_text_and_lines(driver):
    await driver.open(
        "<textarea aria-label=Text></textarea><form onsubmit='document.title=\"sent\";return false'><input aria-label=One><button>x</button></form>"
    )
    long = "word " * 300 + "\nline two\n\nline four"
    assert await driver.fill('textbox "Text"', long) == long
    assert await driver.fill('textbox "Text"', "a\nb") == "a\nb"
    assert await driver.fill('textbox "One"', "a\nb") == "a b"
    assert await driver.script("document.title") != "sent"


async def test_emptying_and_appending(driver):
    await driver.open(
        "<input aria-label=A value=something><div contenteditable aria-label=B role=textbox>old</div><input type=email aria-label=C value=a@b>"
    )
    assert await driver.fill('textbox "A"', "") == ""
    node = await driver.page.locate('textbox "B"')
    assert await driver.page.append(node, " and new") == "old and new"
    assert await driver.fill('textbox "B"', "") == ""
    assert await driver.page.append(await driver.page.locate('textbox "C"'), ".org") == "a@b.org"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("date", "2027-03-14"),
        ("time", "09:30"),
        ("datetime-local", "2027-03-13T18:05"),
        ("month", "2027-03"),
        ("week", "2027-W09"),
        ("color", "#aabbcc"),
        ("range", "37"),
        ("number", "-12.5"),
        ("email", "ada@example.org"),
        ("tel", "+47 555 01 00"),
        ("url", "https://example.org/"),
        ("search", "kettle"),
    ],
)
async def test_types(driver, kind, value):
    await driver.open(
        f"<input type={kind} aria-label=F id=f step=any><p id=out></p><script>f.onchange = () => out.textContent += f.value; f.oninput = () => out.title += 'i'</script>"
    )
    assert await driver.page.fill(await driver.page.field("F"), value) == value
    assert await driver.text() == value
    assert await driver.script("out.title")


async def test_a_value_of_the_wrong_form_is_invalid(driver):
    await driver.open("<input type=date aria-label=Day><input type=number aria-label=Many>")
    failure = await failing(driver.page.fill(await driver.page.field("Day"), "14 March"))
    assert failure.reason == "invalid" and "YYYY-MM-DD" in failure.message
    assert (await failing(driver.page.fill(await driver.page.field("Many"), "lots"))).reason == "not_kept"


TRACKER = """<script>
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  for (const field of document.querySelectorAll('input')) {
    let last = field.value, state = last;
    Object.defineProperty(field, 'value', { configurable: true, get() { return native.get.call(this) }, set(v) { last = '' + v; native.set.call(this, v) } });
    field.addEventListener('input', () => { const now = native.get.call(field); if (now !== last) { last = now; state = now } else native.set.call(field, state); out.textContent = state });
    setInterval(() => { if (native.get.call(field) !== state) native.set.call(field, state) }, 30);
  }</script>"""


@pytest.mark.parametrize(
    ("kind", "value"), [("text", "Merle"), ("date", "2027-03-14"), ("range", "80"), ("number", "7")]
)
async def test_fields_whose_setter_is_watched(driver, kind, value):
    await driver.open(f"<p id=out></p><input type={kind} aria-label=F>{TRACKER}")
    assert await driver.page.fill(await driver.page.field("F"), value) == value
    assert await driver.text() == value


async def test_masks(driver):
    await driver.open("""<input id=p aria-label=Phone><input id=u aria-label=Code><input id=m aria-label=Short maxlength=4><input id=d aria-label=Digits><script>
      p.oninput = () => { const d = p.value.replace(/\\D/g, '').slice(0, 10); p.value = d.length > 3 ? `(${d.slice(0, 3)}) ${d.slice(3)}` : d };
      u.oninput = () => u.value = u.value.toUpperCase(); d.oninput = () => d.value = d.value.replace(/\\D/g, '')</script>""")
    assert await driver.fill('textbox "Phone"', "5550100123") == "(555) 0100123"
    assert await driver.fill('textbox "Code"', "ab-1") == "AB-1"
    failure = await failing(driver.fill('textbox "Short"', "toolong"))
    assert (failure.reason, failure.data["value"]) == ("not_kept", "tool")
    assert (await failing(driver.fill('textbox "Digits"', "12ab"))).reason == "not_kept"


async def test_inline_completion_is_taken_back(driver):
    await driver.open(
        """<input id=c aria-label=City><script>c.oninput = e => { if (e.inputType.startsWith('insert') && c.value === 'Lis') { c.value = 'Lisbon'; c.setSelectionRange(3, 6) } }</script>"""
    )
    assert await driver.fill('textbox "City"', "Lis") == "Lis"


async def test_label_or_wrapper_stands_for_its_field(driver):
    await driver.open("<label id=l>Name <input></label><div id=w><span>Street</span><input></div>")
    assert await driver.page.fill(await driver.page.locate("#l"), "Ida") == "Ida"
    assert await driver.page.fill(await driver.page.locate("#w"), "Way 1") == "Way 1"


async def test_a_floating_label_over_the_field(driver):
    await driver.open(
        "<div style='position:relative;width:200px'><input id=i aria-label=Name style='width:200px'><span style='position:absolute;left:4px;top:2px'>Name</span></div>"
    )
    assert await driver.fill("#i", "Ida") == "Ida"


async def test_a_field_under_a_layer_is_covered(driver):
    await driver.open(
        "<input aria-label=Name><div role=dialog aria-label=Login style='position:fixed;inset:0'>Log in first</div>"
    )
    assert (await failing(driver.fill('textbox "Name"', "x"))).reason == "covered"


@pytest.mark.parametrize(
    "html",
    [
        "<input aria-label=F readonly>",
        "<input aria-label=F disabled>",
        "<fieldset disabled><input aria-label=F></fieldset>",
    ],
)
async def test_what_cannot_be_changed(driver, html):
    await driver.open(html)
    assert (await failing(driver.fill('textbox "F"', "x"))).reason == "not_interactive"


async def test_other_kinds_say_what_to_use(driver):
    await driver.open(
        "<button>Go</button><input type=checkbox aria-label=C><select aria-label=S><option>a</select><input type=file aria-label=U>"
    )
    for target, word in (
        ('button "Go"', "not a field"),
        ('checkbox "C"', "check"),
        ('combobox "S"', "select"),
        ('button "U"', "upload"),
    ):
        failure = await failing(driver.fill(target, "x"))
        assert failure.reason in ("invalid", "not_interactive") and word in failure.message


SECRETS = [
    "<input id=f type=password>", "<input id=f autocomplete=one-time-code>", "<input id=f autocomplete='section-a cc-number'>",
    "<input id=f autocomplete=new-password type=text>", "<label>Security code <input id=f></label>",
    "<input id=f type=text><script>f.onfocus = () => f.type = 'password'</script>",
    "<input id=f type=password><script>f.type = 'text'</script>",
]  # fmt: skip


@pytest.mark.parametrize("html", SECRETS)
async def test_secrets_get_nothing(driver, html):
    await driver.open(html)
    node = await driver.page.locate("#f")
    for work in (
        driver.page.fill(node, "hunter22"),
        driver.page.append(node, "hunter22"),
        driver.page.press("h", [], node),
        driver.page.press("v", ["mod"], node),
    ):
        failure = await failing(work)
        assert failure.reason in ("secret", "stale")
        assert "hunter22" not in str(failure.data) + failure.message
        node = await driver.page.locate("#f")
    assert await driver.script("f.value") == ""
    await driver.page.press("Tab", [], await driver.page.locate("#f"))


async def test_cardholder_name_is_no_secret(driver):
    await driver.open("<input id=f autocomplete=cc-name>")
    assert await driver.fill("#f", "Ada") == "Ada"


async def test_keys_without_a_target_do_not_reach_a_secret(driver):
    await driver.open("<input id=f type=password>")
    await driver.script("f.focus()")
    assert (await failing(driver.page.press("a", [], None))).reason == "secret"
    await driver.page.press("Enter", [], None)


async def test_editors_with_a_model(driver):
    await driver.open("""<div id=e role=textbox aria-label=Doc contenteditable></div><p id=out></p><script>
      let model = 'old'; const paint = () => { e.replaceChildren(...model.split('\\n').map(l => { const p = document.createElement('p'); p.textContent = l || '\\u200b'; return p })); out.textContent = model; };
      e.addEventListener('beforeinput', ev => { ev.preventDefault();
        const s = getSelection(); const all = s.toString().replace(/\\s/g, '').length && s.toString().replace(/\\s/g, '').length >= model.replace(/\\s/g, '').length;
        if (all) model = '';
        if (ev.inputType === 'insertText') model += ev.data; else if (/insert(Line|Para)/.test(ev.inputType)) model += '\\n'; else if (/delete/.test(ev.inputType) && !all) model = model.slice(0, -1);
        paint(); s.selectAllChildren(e.lastChild); s.collapseToEnd() }); paint()</script>""")
    assert await driver.fill('textbox "Doc"', "See you") == "See you"
    assert await driver.text() == "See you"


async def test_a_field_drawn_anew_while_it_is_filled(driver):
    await driver.open(
        """<div id=h></div><script>let v = ''; const draw = () => { h.innerHTML = '<input aria-label=Name>'; const i = h.firstChild; i.value = v; i.onchange = () => { v = i.value; draw() } }; draw()</script>"""
    )
    assert await driver.fill('textbox "Name"', "Ida") == "Ida"


async def test_a_cell_that_becomes_a_field_when_clicked(driver):
    await driver.open(
        """<div role=gridcell tabindex=0 id=c style='width:90px;height:20px'>old</div><script>c.onclick = () => { if (c.querySelector('input')) return; c.innerHTML = '<input value=old>'; c.firstChild.focus() }</script>"""
    )
    assert await driver.page.fill(await driver.page.locate("#c"), "new") == "new"


async def test_in_a_frame_of_another_site(driver):
    inner = driver.site.page("<input aria-label=Card-holder id=i>", "inner.html").replace("127.0.0.1", "localhost")
    await driver.open(f"<input aria-label=Outer><iframe src='{inner}'></iframe>")
    assert await driver.fill('textbox "Card-holder"', "Ida B") == "Ida B"
    assert await driver.fill('textbox "Outer"', "out") == "out"
    assert await driver.fill('textbox "Card-holder"', "Eva") == "Eva"


async def test_keys(driver):
    await driver.open(
        """<input id=i aria-label=F value=abc><p id=out></p><script>onkeydown = e => { out.textContent += [e.ctrlKey ? 'C' : '', e.shiftKey ? 'S' : '', e.key, e.repeat ? 'r' : ''].join('') + ' ' }</script>"""
    )
    node = await driver.page.locate('textbox "F"')
    await driver.page.press("ArrowLeft", ["shift"], node)
    await driver.page.press("Control+b", [], node)
    await driver.page.press("esc", [], None)
    await driver.page.press("é", [], node)
    assert await driver.script("i.value") in ("éabc", "abé", "abcé")
    assert str(await driver.text()).startswith("Shift SArrowLeft") or "SArrowLeft" in str(await driver.text())
    await driver.page.press("ArrowRight", [], node, 700)
    assert "ArrowRightr" in str(await driver.text())
    for bad in ("Entre", "F99", "a+b", ""):
        assert (await failing(driver.page.press(bad, [], node))).reason == "invalid"
    assert chord_of("Control+S") == chord_of("s", ["ctrl"]) == Chord("s", ("Control",))
    assert chord_of("ctrl++") == Chord("+", ("Control",))


RUNS = """onkeydown="if (event.key === 'Enter') { event.preventDefault(); document.title = 'ran' }" """


@pytest.mark.parametrize(
    "html",
    [
        f"<div contenteditable role=textbox aria-label=Code id=e style='white-space:pre' {RUNS}"
        """onpaste="event.preventDefault(); const r = getSelection().getRangeAt(0); r.deleteContents(); r.insertNode(new Text(event.clipboardData.getData('text/plain'))); r.collapse()"></div>""",
        f"<div contenteditable role=textbox aria-label=Code id=e style='white-space:pre' {RUNS}></div>",
    ],
    ids=["takes a paste", "takes none"],
)
async def test_lines_in_an_editor_press_no_enter(driver, html):
    """Shift+Enter runs a cell here and sends a message there; a new line is neither."""
    await driver.open(html)
    await driver.script("document.title = 'still'")
    code = "for n in rows:\n    show(n)\n\nend()"
    assert await driver.fill('textbox "Code"', code) == code
    node = await driver.page.locate('textbox "Code"')
    assert await driver.page.append(node, "\nmore()") == code + "\nmore()"
    assert await driver.fill('textbox "Code"', "a\nb") == "a\nb"
    assert await driver.script("document.title") == "still"


async def test_an_editor_that_indents_by_itself_gets_the_lines_as_they_are(driver):
    await driver.open(
        """<div contenteditable role=textbox aria-label=Code id=e style='white-space:pre'></div><script>
        e.addEventListener('beforeinput', event => { if (event.inputType !== 'insertLineBreak') return;
          event.preventDefault(); document.execCommand('insertText', false, '\\n    ') });
        e.addEventListener('paste', event => { event.preventDefault(); document.execCommand('insertText', false, event.clipboardData.getData('text/plain')) })</script>"""
    )
    code = "if x:\n    y = 1\nz = 2"
    assert await driver.fill('textbox "Code"', code) == code


async def test_an_editor_that_forbids_pasting_is_typed_into(driver):
    await driver.open(
        "<div contenteditable role=textbox aria-label=Note style='white-space:pre' onpaste='event.preventDefault()'></div>"
    )
    assert await driver.fill('textbox "Note"', "one\ntwo") == "one\ntwo"


async def test_a_cell_that_opens_at_a_double_click(driver):
    await driver.open(
        """<div role=grid><div role=row><div role=gridcell tabindex=-1 id=c aria-selected=false>9</div></div></div><script>
        c.onclick = () => { c.ariaSelected = 'true' }; c.ondblclick = () => { c.innerHTML = '<textarea aria-label="Edit cell">9</textarea>'; c.firstChild.focus();
          c.firstChild.onkeydown = e => { if (e.key === 'Enter') { e.preventDefault(); c.textContent = c.firstChild.value } } }</script>"""
    )
    assert await driver.fill('gridcell "9"', "88") == "88"
    await driver.page.press("Enter", [], None)
    assert await driver.text("#c") == "88"


async def test_an_editor_that_may_only_be_read(driver):
    await driver.open(
        "<div role=textbox contenteditable=false aria-readonly=true aria-label=Code tabindex=0>print(1)</div>"
    )
    failure = await failing(driver.fill('textbox "Code"', "x"))
    assert failure.reason == "not_interactive" and "read-only" in failure.message
