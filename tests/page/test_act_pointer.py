"""Real presses: where they land, what stops them, and what comes of them."""

from __future__ import annotations

import asyncio

import pytest

from cobrowse.protocol.result import Failure

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def failing(work) -> Failure:
    with pytest.raises(Failure) as caught:
        await work
    return caught.value


COUNT = "<p id=out>0</p><script>const hit = e => { out.textContent = +out.textContent + 1; last = e; }</script>"


async def test_click_is_trusted_and_single(driver):
    await driver.open(f"{COUNT}<button onclick=hit(event)>Go</button>")
    await driver.click('button "Go"')
    assert await driver.text() == "1"
    assert await driver.script("last.isTrusted && last.detail === 1")
    assert driver.kinds == ["changed"]


async def test_a_click_that_does_nothing_says_so(driver):
    await driver.open("<button>Nothing</button>")
    await driver.click('button "Nothing"')
    assert driver.kinds == ["nothing"]


async def test_double_click_and_long_press(driver):
    await driver.open("""<button id=b>Go</button><p id=out></p><script>
      let down; const say = t => out.textContent += t + ' ';
      b.ondblclick = () => say('double'); b.onpointerdown = () => down = performance.now();
      b.onpointerup = () => say(performance.now() - down > 450 ? 'held' : 'tapped')</script>""")
    node = await driver.page.locate('button "Go"')
    await driver.page.click(node, count=2)
    await driver.page.click(node, hold_ms=500)
    assert await driver.text() == "tapped tapped double held "


async def test_covered_names_the_layer(driver):
    await driver.open(
        f"{COUNT}<button onclick=hit(event)>Go</button><div role=dialog aria-label='Accept cookies' style='position:fixed;inset:0'>Hm</div>"
    )
    failure = await failing(driver.click('button "Go"'))
    assert failure.reason == "covered" and "dialog “Accept cookies”" in failure.message
    assert await driver.text() == "0"


async def test_a_cover_that_goes_away_is_waited_for(driver):
    await driver.open(
        f"{COUNT}<button onclick=hit(event)>Go</button><div id=c style='position:fixed;inset:0'>Wait</div><script>setTimeout(() => c.remove(), 500)</script>"
    )
    await driver.click('button "Go"')
    assert await driver.text() == "1"


async def test_a_cover_that_comes_with_the_pointer_is_not_pressed(driver):
    await driver.open(
        f"{COUNT}<button id=b onclick=hit(event)>Go</button><script>b.onmouseover = () => document.body.insertAdjacentHTML('beforeend', '<a href=/trap style=\"position:fixed;inset:0\">Trap</a>')</script>"
    )
    failure = await failing(driver.click('button "Go"'))
    assert failure.reason == "covered"
    assert "trap" not in driver.page.url


async def test_a_name_that_changes_before_the_press_is_stale(driver):
    await driver.open(
        f"{COUNT}<form action=/save><button id=b type=button onclick=hit(event)>Save</button></form><script>b.onmouseover = () => b.form.action = '/delete'</script>"
    )
    node = await driver.page.locate('button "Save"')
    assert (await failing(driver.page.click(node))).reason == "stale"
    assert await driver.text() == "0"


async def test_disabled_until_later(driver):
    await driver.open(
        f"{COUNT}<button id=b disabled onclick=hit(event)>Go</button><script>setTimeout(() => b.disabled = false, 400)</script>"
    )
    await driver.click('button "Go"')
    assert await driver.text() == "1"


@pytest.mark.parametrize(
    "how",
    [
        "<button disabled>Go</button>",
        "<fieldset disabled><button>Go</button></fieldset>",
        "<div inert><button>Go</button></div>",
        "<button aria-disabled=true>Go</button>",
    ],
)
async def test_switched_off(driver, how):
    await driver.open(how)
    failure = await failing(driver.click('button "Go"'))
    assert failure.reason in ("not_interactive", "covered")


async def test_moving_until_later(driver):
    await driver.open(
        f"{COUNT}<style>@keyframes go {{ to {{ margin-left: 300px }} }} button {{ animation: go .6s forwards }}</style><button onclick=hit(event)>Go</button>"
    )
    await driver.click('button "Go"')
    assert await driver.text() == "1"


@pytest.mark.parametrize(
    "html",
    [
        "<div style='height:3000px'></div><button onclick=hit(event)>Go</button>",
        "<div style='width:200px;height:100px;overflow:auto'><div style='height:900px;width:900px'></div><button style='margin-left:700px' onclick=hit(event)>Go</button></div>",
        "<div style='height:100px;overflow:auto'><div style='height:900px'></div><div style='height:80px;overflow:auto'><div style='height:500px'></div><button onclick=hit(event)>Go</button></div></div>",
        "<style>html{scroll-behavior:smooth}</style><div style='position:fixed;top:0;left:0;right:0;height:300px;background:#eee'>Top</div><div style='height:2000px'></div><button onclick=hit(event)>Go</button><div style='height:2000px'></div><div style='position:fixed;bottom:0;left:0;right:0;height:300px;background:#eee'>End</div>",
        "<div style='transform:rotate(30deg) scale(.6);margin:300px'><button onclick=hit(event)>Go</button></div>",
        "<div style='width:60px;overflow:hidden;display:flex'><div style='min-width:60px'>One</div><div style='min-width:60px'><button onclick=hit(event)>Go</button></div></div>",
        "<p style='width:90px'>Some words and <a href=#x onclick=hit(event)>Go</a></p>",
        "<div style='display:contents' role=button tabindex=0 onclick=hit(event)>Go</div>",
        "<svg width=90 height=40><a href='#x' onclick=hit(event)><text y=20>Go</text></a></svg>",
    ],
)
async def test_gets_there(driver, html):
    await driver.open(COUNT + html)
    await driver.click('link "Go"' if "<a" in html else 'button "Go"')
    assert await driver.text() == "1"


@pytest.mark.parametrize(
    "style", ["", "border:7px solid;padding:13px", "transform:scale(.5);transform-origin:0 0", "margin-top:1500px"]
)
async def test_inside_a_frame_of_another_site(driver, style):
    inner = driver.site.page(
        "<div style='height:900px'></div><button onclick=\"parent.postMessage('pressed','*')\">Pay</button><div style='height:900px'></div>",
        "inner.html",
    )
    await driver.open(
        f"<p id=out></p><script>onmessage = e => out.textContent += e.data</script><iframe style='{style}' width=400 height=200 src='{inner.replace('127.0.0.1', 'localhost')}'></iframe>"
    )
    await driver.click('button "Pay"')
    await asyncio.sleep(0.1)
    assert await driver.text() == "pressed"


async def test_a_frame_that_is_covered(driver):
    inner = driver.site.page("<button>Pay</button>", "inner.html")
    await driver.open(f"<iframe src='{inner}'></iframe><div style='position:fixed;inset:0'>Please wait</div>")
    failure = await failing(driver.click('button "Pay"'))
    assert failure.reason == "covered" and "Please wait" in failure.message


async def test_hover_stays(driver):
    await driver.open(
        "<style>.m{display:none} .r:hover .m{display:block}</style><div class=r style='width:100px'><button>Menu</button><div class=m><button onclick=\"out.textContent='in'\">Inside</button></div></div><p id=out></p>"
    )
    await driver.page.hover(await driver.page.locate('button "Menu"'))
    await driver.click('button "Inside"')
    assert await driver.text() == "in"


DND = """<style>li,.z{{padding:10px;border:1px solid;width:100px}}</style><ul><li id=a draggable=true>a<li id=b draggable=true>b</ul><div class=z id=z>zone</div><p id=out></p>
<script>let drops=0; for (const t of document.querySelectorAll('li,.z')) {{ t.ondragstart = e => e.dataTransfer.setData('text/plain', t.id); t.ondragover = e => e.preventDefault(); t.ondrop = e => {{ e.preventDefault(); out.textContent = e.dataTransfer.getData('text/plain') + '>' + t.id + ' ' + ++drops }} }}</script>"""


@pytest.mark.parametrize("pair", [("#a", "#b"), ("#b", "#z")])
async def test_html5_drag_is_one_drop(driver, pair):
    await driver.open(DND.replace("{{", "{").replace("}}", "}"))
    await driver.page.drag(await driver.page.locate(pair[0]), await driver.page.locate(pair[1]), 12)
    assert await driver.text() == f"{pair[0][1:]}>{pair[1][1:]} 1"


async def test_drag_over_a_long_page_and_out_of_a_shadow_root(driver):
    await driver.open("""<div id=h></div><div style='height:500px'></div><div id=end style='height:60px;background:#ccc'>End</div><p id=out></p><script>
      const root = h.attachShadow({mode: 'open'}); root.innerHTML = '<div id=grip style="width:60px;height:30px;background:red">grip</div>';
      let held = 0, moves = 0; root.getElementById('grip').onpointerdown = e => { held = performance.now(); e.preventDefault() };
      onpointermove = e => { if (held && e.buttons) moves++ };
      onpointerup = e => { out.textContent = `${e.target.id} ${moves >= 12} ${performance.now() - held > 80}`; held = 0 }</script>""")
    await driver.page.drag(await driver.page.locate("#grip"), await driver.page.locate("#end"), 14)
    assert await driver.text() == "end true true"


async def test_scrolling(driver):
    await driver.open(
        "<div id=list style='height:200px;overflow:auto'><div style='height:1000px'>x</div></div><div style='height:5000px'></div>"
    )
    box = await driver.page.locate("#list")
    assert await driver.page.scroll("down", 300, box) == {"moved": 300, "left": 500}
    assert await driver.page.scroll("up", 999, box) == {"moved": -300, "left": 0}
    moved = await driver.page.scroll("down", None, None)
    assert moved["moved"] == pytest.approx(560, abs=15)
    await driver.open(
        "<body style='margin:0;overflow:hidden'><div style='height:100vh;overflow:auto'><div style='height:4000px'>x</div></div>"
    )
    assert (await driver.page.scroll("down", 200, None))["moved"] == 200


async def test_our_own_drawing_is_never_pressed(driver):
    await driver.open(f"{COUNT}<button onclick=hit(event)>Go</button>")
    tab = driver.session.active
    await tab.main.send(
        "Runtime.evaluate",
        {
            "uniqueContextId": tab.main.context,
            "expression": "(() => { const d = document.createElement('div'); d.style = 'position:fixed;inset:0'; document.body.append(d); cobrowse.ourHost = d })()",
        },
    )
    failure = await failing(driver.click('button "Go"'))
    assert failure.reason == "covered"
    assert await driver.text() == "0"


SORTABLE = """<ul id=l style='margin:0;padding:0'><li>1<li>2<li>3<li>4<li>5</ul><p id=out></p><style>li { height: 30px; cursor: grab; list-style: none }</style><script>
  let held = null; const order = () => out.textContent = [...l.children].map(i => i.textContent.trim()).join('');
  l.onpointerdown = e => { held = e.target; START };
  onpointermove = e => { if (held) for (const other of l.children) { if (other === held) continue;
    const box = other.getBoundingClientRect(), middle = box.y + box.height / 2, after = held.compareDocumentPosition(other) & 4;
    if (e.clientY < box.top || e.clientY > box.bottom) continue;
    if (after && e.clientY > middle) other.after(held); else if (!after && e.clientY < middle) other.before(held) } };
  onpointerup = () => { held = null; order() }; order()</script>"""


@pytest.mark.parametrize(("source", "goal", "order"), [("1", "4", "23415"), ("5", "2", "15234"), ("2", "3", "13245")])
async def test_a_place_in_a_list_is_taken_over(driver, source, goal, order):
    """Such lists change their order only once the pointer is past the middle of the other."""
    await driver.open(SORTABLE.replace("START", ""))
    node = await driver.page.locate(f'clickable "{source}"')
    await driver.page.drag(node, await driver.page.locate(f'clickable "{goal}"'), 12)
    assert await driver.text() == order


async def test_a_goal_that_moves_when_the_drag_begins_is_followed(driver):
    await driver.open(SORTABLE.replace("START", "l.style.paddingTop = '140px'"))
    node = await driver.page.locate('clickable "1"')
    await driver.page.drag(node, await driver.page.locate('clickable "3"'), 12)
    assert await driver.text() == "23145"


async def test_a_drop_area_is_met_in_its_middle(driver):
    await driver.open(
        """<div style='width:40px;height:40px;touch-action:none' id=a>A</div><section style='position:absolute;left:300px;top:200px;width:80px;height:80px' id=b>B</section>
        <p id=out></p><script>onpointerup = e => out.textContent = `${e.clientX},${e.clientY}`</script>"""
    )
    await driver.page.drag(await driver.page.locate("#a"), await driver.page.locate("#b"), 12)
    assert await driver.text() == "340,240"


async def test_what_comes_over_it_under_the_pointer_is_named(driver):
    await driver.open(
        """<div style='position:relative;width:80px'><button>Go</button><div id=tip hidden style='position:absolute;inset:0;background:white'>Not today</div></div><p id=out></p>
        <script>document.querySelector('button').onpointerenter = () => { tip.hidden = false }; tip.onpointerleave = () => { tip.hidden = true }</script>"""
    )
    with pytest.raises(Failure) as caught:
        await driver.click('button "Go"')
    assert caught.value.reason == "covered" and "Not today" in caught.value.message


@pytest.mark.parametrize(("onto", "order"), [("#b", "bacd"), ("#d", "bcda")])
async def test_dragging_in_a_list_takes_the_place_of_the_other(driver, onto, order):
    """A list that changes two members over as soon as the pointer is past the middle of one, as most of them do."""
    await driver.open("""<style>div div{height:40px;width:120px;border:1px solid;user-select:none}</style>
      <div id=list><div id=a>a</div><div id=b>b</div><div id=c>c</div><div id=d>d</div></div><p id=out></p><script>
      let held; list.onpointerdown = e => held = e.target.closest('#list > div');
      onpointermove = e => { if (!held) return; const other = [...list.children].find(one => { const box = one.getBoundingClientRect(); return one !== held && e.clientY > box.top && e.clientY < box.bottom; });
        if (!other) return; const box = other.getBoundingClientRect(); const down = held.compareDocumentPosition(other) & 4;
        if (down && e.clientY > box.top + box.height / 2 + 2) other.after(held); if (!down && e.clientY < box.top + box.height / 2 - 2) other.before(held) };
      onpointerup = () => { held = null; out.textContent = [...list.children].map(one => one.id).join('') }</script>""")
    await driver.page.drag(await driver.page.locate("#a"), await driver.page.locate(onto), 14)
    assert await driver.text() == order
