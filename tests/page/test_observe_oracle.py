"""Role and name of what we list, against Chromium's own accessibility tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cobrowse.browser.session import BrowserSession

from ..journeys import beds
from ..journeys.real_pages import REAL_PAGES, RealPage, served
from .oracle import AGREEMENT, judge

PRACTICE = Path(__file__).parents[2] / "resources" / "practice"


async def test_every_kind_of_control(browser: BrowserSession, site: Any) -> None:
    await browser.active.page.goto(f"{site.url}/controls.html")
    verdict = await judge(browser.active)
    assert verdict.compared > 80
    assert not verdict.missing
    assert verdict.agreement >= AGREEMENT, "\n".join(verdict.wrong)


@pytest.fixture(scope="module")
def practice() -> Iterator[str]:
    with beds.served(PRACTICE) as address:
        yield address


async def test_the_practice_site(browser: BrowserSession, practice: str) -> None:
    verdicts = []
    for page in sorted(path.name for path in PRACTICE.glob("*.html")):
        await browser.active.page.goto(f"{practice}/{page}")
        verdicts.append(await judge(browser.active))
    compared = sum(verdict.compared for verdict in verdicts)
    wrong = [fault for verdict in verdicts for fault in verdict.wrong]
    assert compared > 100
    assert not [fault for verdict in verdicts for fault in verdict.missing]
    assert len(wrong) <= compared * (1 - AGREEMENT), "\n".join(wrong)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", [pytest.param(page, id=page.name, marks=page.marks) for page in REAL_PAGES])
async def test_a_real_page(browser: BrowserSession, page: RealPage) -> None:
    with served(page) as address:
        await page.open(browser.active.page, address)
        verdict = await judge(browser.active)
    assert verdict.compared >= page.least
    assert verdict.completeness >= AGREEMENT, "\n".join(verdict.missing)
    wrong = [fault for fault in verdict.wrong if not re.match(page.explained, fault)]
    assert len(wrong) <= verdict.compared * (1 - AGREEMENT), "\n".join(wrong)
