"""Files that pages hand over: those that were asked for arrive, others do not, and none is endless."""

from __future__ import annotations

import asyncio

import pytest

from cobrowse.browser.changes import watch

pytestmark = pytest.mark.asyncio(loop_scope="module")

BY_ITSELF = """<p>Text</p><script>
function hand(name, bytes) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
  link.download = name;
  link.click();
}
</script><button onclick="hand('asked.bin', 10)">Get</button>"""


async def _until(condition) -> None:
    for _ in range(200):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not happen")


async def test_one_that_the_page_starts_by_itself_is_cancelled_and_told(driver):
    await driver.open(BY_ITSELF)
    told: list[str] = []
    downloads = driver.page.downloads
    downloads.on_unasked = told.append
    driver.page.ground.watched_at = driver.page.ground.person_at = float("-inf")
    before = list(downloads.files)
    await driver.script("hand('../../evil.sh', 10)")
    await _until(lambda: told)
    await downloads.finished()
    assert len(told) == 1 and "/" not in told[0] and told[0].endswith("evil.sh")
    assert downloads.files == before
    assert not (downloads.folder / told[0]).exists()


async def test_one_that_comes_of_a_click_arrives(driver):
    await driver.open(BY_ITSELF)
    await driver.click('button "Get"')
    await driver.page.downloads.finished()
    assert [change.text for change in driver.changes if change.kind == "download"] == ["asked.bin"]
    assert (driver.page.downloads.folder / "asked.bin").stat().st_mode & 0o777 == 0o600


async def test_one_that_comes_of_the_persons_own_hand_arrives(driver):
    await driver.open(BY_ITSELF)
    driver.page.ground.watched_at = float("-inf")
    before = len(driver.page.downloads.files)
    await driver.session.active.page.click("button")  # not through us: a person's hand
    await _until(lambda: len(driver.page.downloads.files) > before)


async def test_one_without_an_end_is_cut_off(driver, site):
    await driver.open(f"<a href='{site.url}/endless' download>Get</a>")
    downloads, arriving = driver.page.downloads, driver.session.arriving
    assert arriving is not None
    downloads.most_bytes = 300_000
    before = len(downloads.files)
    try:
        async with watch(driver.session) as seen:
            await driver.page.click(await driver.page.locate('link "Get"'))
            await downloads.finished(20)
    finally:
        downloads.most_bytes = 500_000_000
    assert len(downloads.files) == before
    assert any(change.kind == "blocked" and "MB" in (change.text or "") for change in seen.changes)
