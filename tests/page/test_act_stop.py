"""Stop: whatever is held is let go of, no click is made of that, and nothing comes after."""

from __future__ import annotations

import asyncio

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")

LOG = """<p id=out></p><script>var seen = [];
for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup', 'input', 'drop', 'dragend']) addEventListener(type, e => seen.push(type), true)</script>"""


async def stopped(driver, work, until: str) -> list[str]:
    """Begin, stop as soon as the page says so, and tell what the page heard from then on."""
    task = asyncio.ensure_future(work)
    while not await driver.script(until):
        assert not task.done(), "it ended before it could be stopped"
        await asyncio.sleep(0.005)
    before = await driver.script("seen.length")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    heard = await driver.script("seen.length")
    await asyncio.sleep(0.3)
    assert await driver.script("seen.length") == heard, "something came after the stop"
    return (await driver.script("seen"))[before:]


async def test_a_long_press(driver):
    await driver.open(f"{LOG}<button id=b>Hold</button>")
    node = await driver.page.locate("#b")
    await driver.script("b.onpointerup = b.onmouseup = b.onclick = () => seen.push('USED'); 0")
    heard = await stopped(driver, driver.page.click(node, hold_ms=4000), "seen.includes('pointerdown')")
    assert heard == ["pointerup"]
    await driver.click("#b")
    assert (await driver.script("seen"))[2:] == ["pointerdown", "pointerup", "USED", "USED", "click", "USED"]


@pytest.mark.parametrize("native", [True, False])
async def test_a_drag(driver, native):
    dragged = "draggable=true" if native else ""
    await driver.open(f"""{LOG}<div id=a {dragged} style='width:60px;height:40px;background:#ccc'>a</div>
      <div id=z style='margin-top:300px;width:200px;height:100px;background:#eee'>zone</div>
      <script>var moved = 0, dropped = 0, begun = 0; a.ondragstart = e => begun++ || e.dataTransfer.setData('text/plain', 'a');
      z.ondragover = e => e.preventDefault(); z.ondrop = () => dropped++;
      document.ondrag = document.onpointermove = e => {{ if (e.buttons || e.type === 'drag') moved++ }};
      onpointerup = e => {{ if (e.target !== a) dropped++ }}</script>""")
    work = driver.page.drag(await driver.page.locate("#a"), await driver.page.locate("#z"), 100)
    heard = await stopped(driver, work, "begun && moved > 3" if native else "moved > 5")
    assert await driver.script("dropped") == 0
    assert "click" not in heard
    assert ("dragend" if native else "pointerup") in heard
    await driver.script("seen.length = 0, moved = 0")
    await driver.session.active.page.mouse.move(200, 200)
    assert await driver.script("moved") == 0  # no button is down any more


async def test_typing(driver):
    await driver.open(
        f"{LOG}<textarea id=t aria-label=T></textarea><script>t.oninput = () => {{ const end = performance.now() + 4; while (performance.now() < end); }}</script>"
    )
    node = await driver.page.locate("#t")
    heard = await stopped(driver, driver.page.fill(node, "many words " * 18), "t.value.length > 5")
    assert heard.count("input") <= 40
    assert len(await driver.script("t.value")) < 120


async def test_a_held_key(driver):
    await driver.open(f"{LOG}<input id=t aria-label=T>")
    node = await driver.page.locate("#t")
    work = driver.page.press("ArrowDown", ["shift"], node, 4000)
    heard = await stopped(driver, work, "seen.filter(type => type === 'keydown').length > 3")
    assert heard[-2:] == ["keyup", "keyup"]
