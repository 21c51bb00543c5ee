"""Lists, ticks and files."""

from __future__ import annotations

import pytest

from cobrowse.protocol.result import Failure

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def failing(work) -> Failure:
    with pytest.raises(Failure) as caught:
        await work
    return caught.value


async def choose(driver, target: str, *values: str) -> list[str]:
    return await driver.page.choose(await driver.page.locate(target), list(values))


async def test_native_by_label_and_value(driver):
    await driver.open("""<select id=s aria-label=Size><option value=s>Small<option value=m>Medium<option value=l disabled>Large</select><p id=out></p>
      <script>let n = 0; s.onchange = () => out.textContent = s.value + ++n</script>""")
    assert await choose(driver, 'combobox "Size"', "medium") == ["Medium"]
    assert await choose(driver, 'combobox "Size"', "Medium") == ["Medium"]
    assert await choose(driver, 'combobox "Size"', "s") == ["Small"]
    assert await driver.text() == "s2"
    failure = await failing(choose(driver, 'combobox "Size"', "Huge"))
    assert failure.reason == "not_found" and "Medium" in failure.message
    assert (await failing(choose(driver, 'combobox "Size"', "Large"))).reason == "not_interactive"
    assert (await failing(choose(driver, 'combobox "Size"', "s", "m"))).reason == "invalid"
    await driver.click('option "Medium"')
    assert await driver.text() == "m3"


async def test_native_that_springs_back(driver):
    await driver.open(
        "<select id=s aria-label=S><option>a<option>b</select><script>s.onchange = () => s.value = 'a'</script>"
    )
    assert (await failing(choose(driver, 'combobox "S"', "b"))).reason == "not_kept"


async def test_native_several(driver):
    await driver.open("<select multiple aria-label=T><option selected>a<option>b<option>c</select>")
    assert await choose(driver, 'listbox "T"', "b", "c") == ["b", "c"]
    assert await choose(driver, 'listbox "T"') == []


CUSTOM = """<div role=combobox tabindex=0 aria-expanded=false aria-label=Colour id=c style='width:120px;height:20px'>none</div><script>
  c.onclick = () => setTimeout(() => { const l = document.createElement('ul'); l.setAttribute('role', 'listbox');
    for (const t of ['Red', 'Blue']) { const o = document.createElement('li'); o.setAttribute('role', 'option'); o.dataset.value = t[0]; o.textContent = t; o.onclick = () => { c.textContent = t; l.remove() }; l.append(o) }
    document.body.append(l) }, 200)</script>"""


@pytest.mark.parametrize("value", ["Blue", "blue", "B"])
async def test_custom_list(driver, value):
    await driver.open(CUSTOM)
    assert await choose(driver, 'combobox "Colour"', value) == ["Blue"]
    assert await driver.text("#c") == "Blue"


async def test_custom_list_without_that_choice(driver):
    await driver.open(CUSTOM)
    failure = await failing(choose(driver, 'combobox "Colour"', "Green"))
    assert failure.reason == "not_found" and "Red" in failure.message


async def test_list_that_offers_only_what_is_typed_for(driver):
    await driver.open("""<input role=combobox aria-label=City aria-controls=l id=c><ul role=listbox id=l></ul><script>
      c.oninput = () => setTimeout(() => { l.replaceChildren(...['Lisbon', 'London'].filter(t => c.value && t.startsWith(c.value)).map(t => { const o = document.createElement('li'); o.setAttribute('role', 'option'); o.textContent = t; o.onmousedown = e => e.preventDefault(); o.onclick = () => { c.value = t; l.replaceChildren() }; return o })) }, 300); c.onblur = () => l.replaceChildren()</script>""")
    assert await choose(driver, 'combobox "City"', "London") == ["London"]
    assert await driver.script("c.value") == "London"


async def test_custom_several(driver):
    await driver.open("""<ul role=listbox aria-multiselectable=true aria-label=Tags>
      <li role=option aria-selected=true>a<li role=option aria-selected=false>b<li role=option aria-selected=false>c</ul>
      <script>for (const o of document.querySelectorAll('li')) o.onclick = () => o.ariaSelected = o.ariaSelected === 'true' ? 'false' : 'true'</script>""")
    assert await choose(driver, 'listbox "Tags"', "b", "c") == ["b", "c"]
    assert (
        await driver.script(
            "[...document.querySelectorAll('[aria-selected=true]')].map(o => o.textContent.trim()).join()"
        )
        == "b,c"
    )


TICKS = [
    "<label><input type=checkbox>News</label>",
    "<div role=checkbox aria-checked=false tabindex=0 onclick=\"this.ariaChecked = this.ariaChecked !== 'true'\">News</div>",
    "<button role=switch aria-checked=false onclick=\"this.ariaChecked = this.ariaChecked !== 'true'\">News</button>",
    "<style>input{position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden}</style><input type=checkbox id=n><label for=n>News</label>",
    "<label><input type=checkbox style='opacity:0;position:absolute'><i style='display:inline-block;width:20px;height:20px;background:#ccc'></i>News <a href=/terms>terms</a></label>",
    "<label style='position:relative'><input type=checkbox style='opacity:0'><span style='position:absolute;left:0;top:0;width:30px;height:30px;background:#ddd'></span>News</label>",
]


@pytest.mark.parametrize("html", TICKS)
async def test_ticks(driver, html):
    await driver.open(html)
    node = await driver.page.locate('checkbox "News terms"' if "terms" in html else 'checkbox "News"')
    assert await driver.page.tick(node, True) is True
    assert await driver.page.tick(node, True) is False
    assert await driver.page.tick(node, False) is True
    assert "terms" not in driver.page.url


async def test_tick_that_springs_back(driver):
    await driver.open(
        "<label><input type=checkbox id=c>News</label><script>c.onchange = () => setTimeout(() => c.checked = false, 60)</script>"
    )
    assert (await failing(driver.page.tick(await driver.page.locate('checkbox "News"'), True))).reason == "not_kept"


async def test_tick_of_a_box_drawn_anew(driver):
    await driver.open(
        """<div id=h></div><script>let on = false; const draw = () => { h.innerHTML = `<label><input type=checkbox ${on ? 'checked' : ''}>News</label>`; h.querySelector('input').onchange = () => { on = !on; draw() } }; draw()</script>"""
    )
    assert await driver.page.tick(await driver.page.locate('checkbox "News"'), True) is True
    assert await driver.script("document.querySelector('input').checked")


async def test_radio(driver):
    await driver.open(
        "<fieldset><label><input type=radio name=r checked>Slow</label><label id=f><input type=radio name=r>Fast</label></fieldset>"
    )
    node = await driver.page.locate('radio "Fast"')
    assert await driver.page.tick(node, True) is True
    assert (await failing(driver.page.tick(node, False))).reason == "invalid"
    assert await driver.page.tick(await driver.page.locate("#f"), True) is False
    await driver.open("<p>text</p>")
    assert (await failing(driver.page.tick(await driver.page.locate("p"), True))).reason == "invalid"


@pytest.mark.parametrize(
    "html",
    [
        "<input type=file id=t>",
        "<label id=t>Choose<input type=file hidden></label>",
        "<div><button id=t>Choose</button><input type=file style='display:none'></div>",
        "<button id=t onclick='f.click()'>Choose</button><div><div><div><div></div></div></div></div><script>f = Object.assign(document.createElement('input'), {type: 'file'})</script>",
    ],
)
async def test_upload(driver, html, tmp_path):
    (tmp_path / "cv.txt").write_text("hello")
    await driver.open(html)
    node = await driver.page.locate("#t", presence="attached")
    await driver.page.upload(node, [str(tmp_path / "cv.txt")])
    assert await driver.script("(document.querySelector('input') || f).files[0].name") == "cv.txt"


async def test_upload_of_what_is_no_file(driver, tmp_path):
    await driver.open("<input type=file id=t>")
    node = await driver.page.locate("#t")
    assert (await failing(driver.page.upload(node, [str(tmp_path / "none")]))).reason == "invalid"
    (tmp_path / "a").write_text("")
    (tmp_path / "b").write_text("")
    assert (await failing(driver.page.upload(node, [str(tmp_path / "a"), str(tmp_path / "b")]))).reason == "invalid"


TOGGLING = """<style>[role=listbox] { position: fixed; background: white } [aria-selected=true]::before { content: '✓' }</style>
  <div><input role=combobox aria-label=City id=c aria-expanded=false aria-controls=l></div>
  <div id=l role=listbox hidden style='top:30px;left:0'><div role=option aria-selected=false>Oslo</div><div role=option aria-selected=false>Rome</div><div role=option aria-selected=false>Lima</div></div>
  <label style='position:absolute;top:40px;left:5px'><input type=radio name=r>B</label>
  <p id=out style='margin-top:200px'></p><script>
  c.onfocus = () => { l.hidden = false }; c.onblur = () => { l.hidden = true }; l.onmousedown = e => e.preventDefault();
  l.onclick = e => { const o = e.target.closest('[role=option]'); o.ariaSelected = o.ariaSelected === 'true' ? 'false' : 'true';
    out.textContent = [...l.children].filter(o => o.ariaSelected === 'true').map(o => o.textContent).join() }</script>"""


async def test_a_list_that_takes_several_without_saying_so_holds_exactly_these(driver):
    await driver.open(TOGGLING)
    node = await driver.page.locate('combobox "City"')
    for wanted, held in [
        (["Oslo", "Lima"], "Oslo,Lima"),
        (["Rome"], "Rome"),
        (["Rome"], "Rome"),
        (["Oslo", "Rome"], "Oslo,Rome"),
    ]:
        assert await driver.page.choose(node, wanted) == wanted
        assert await driver.text() == held


async def test_a_list_that_stays_open_is_closed_before_what_comes_next(driver):
    await driver.open(TOGGLING)
    await driver.page.choose(await driver.page.locate('combobox "City"'), ["Rome"])
    await driver.page.tick(await driver.page.locate('radio "B"'), True)
    assert await driver.script("document.querySelector('[type=radio]').checked")


async def test_a_list_of_several_that_does_not_take_a_choice_is_not_kept(driver):
    await driver.open(
        TOGGLING.replace("l.onclick = e => {", "l.onclick = e => { if (e.target.textContent === 'Lima') return;")
    )
    failure = await failing(driver.page.choose(await driver.page.locate('combobox "City"'), ["Oslo", "Lima"]))
    assert failure.reason == "not_kept" and "Oslo" in failure.message


async def test_a_face_that_opens_when_its_list_gets_the_focus_stays_shut(driver):
    await driver.open("""<div style='height:0;overflow:hidden'><select id=s aria-label=Size><option>S</option><option>M</option></select></div>
      <div id=face>S</div><ul id=open hidden style='position:fixed;inset:0'><li>S<li>M</ul><button onclick="out.textContent = s.value">Go</button><p id=out></p>
      <script>s.onfocus = () => { open.hidden = false }; s.onchange = () => { face.textContent = s.value }; var open = document.querySelector('ul')</script>""")
    await driver.page.choose(await driver.page.locate("#s", presence="attached"), ["M"])
    await driver.click('button "Go"')
    assert await driver.text() == "M"
