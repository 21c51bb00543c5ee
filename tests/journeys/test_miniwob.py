"""Widgets of all kinds are worked through the session until the task page itself says that it is solved.

The scripts know the tasks; the product does not. What is tested is that its actions do on the page what they say.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
import pytest_asyncio

from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions

from . import miniwob
from .miniwob import Player

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(420)]
SEEDS = (1, 2, 3)
QUICK = (
    "click-menu",
    "drag-box",
    "drag-items",
    "enter-time",
    "use-autocomplete",
    "form-sequence",
    "form-sequence-3",
    "scroll-text-2",
)
"""A task for each kind of widget: these are played always."""
Play = Callable[[Player], Awaitable[None]]


async def buttons(p: Player) -> None:
    for name in p.quoted or re.findall(r"button (\w+)", p.task):
        await p.click("button", name)


async def button_delay(p: Player) -> None:
    await p.click("button", "ONE")
    await p.do("wait", ms=int(re.findall(r"wait (\d+)", p.task)[0]) * 1000 + 100)
    await p.click("button", "TWO")


async def checkboxes(p: Player) -> None:
    names = re.findall(r"Select (.*) and click Submit", p.task)[0]
    for name in [] if names == "nothing" else names.split(", "):
        await p.do("check", selector=await p.at("label", name))
    await p.submit()


async def collapsible(p: Player) -> None:
    await p.click("#area h3")
    await p.submit()


async def link_behind(p: Player, covers: str) -> None:
    """Open one section after another until the link can be seen."""
    count = await p.look(f"document.querySelectorAll('{covers}').length")
    for at in range(count):
        target = await p.at("#area span, #area a", p.quoted[0])
        if target is None:
            await p.do("click", selector=await nth(p, covers, at))
            await p.do("wait", ms=450)
            target = await p.at("#area span, #area a", p.quoted[0])
        if target:
            await p.do("click", selector=target)
            return
    raise AssertionError("the link is in no section")


async def nth(p: Player, css: str, at: int) -> str:
    """A target for the element with this index."""
    await p.look(
        f"document.querySelectorAll('{css}').forEach((one, at) => one.toggleAttribute('data-nth', at === {at}))"
    )
    return await p.at("[data-nth]") or ""


async def sections(p: Player) -> None:
    await link_behind(p, "#area h3")


async def tabs(p: Player) -> None:
    await link_behind(p, "#area [role=tab] a")


async def color(p: Player) -> None:
    name = re.findall(r"Click on the (.*) colored box", p.task)[0]
    await p.do("click", selector=await p.at(f'.color[data-color="{name}"]'))


async def menu(p: Player) -> None:
    *way, leaf = re.findall(r"Select (.*)", p.task)[0].split(">")
    for name in way:
        await p.do("hover", selector=await p.at("#menu li > div", name))
        await p.do("wait", ms=500)
    await p.click("#menu li > div", leaf)


async def menu_2(p: Player) -> None:
    await p.do("click", selector="#open-menu")
    icon = await p.look("document.querySelector('#query .ui-icon')?.className.split(' ').pop() ?? null")
    css, name = (f"#menu .{icon}", None) if icon else ("#menu li > div", p.quoted[-1])
    if await p.at(css, name) is None:
        await p.do("hover", selector=await p.at("#menu li > div", "Playback"))
        await p.do("wait", ms=600)
    await p.click(css, name)


async def widget(p: Player) -> None:
    kinds = {"textarea": "textarea", "button": "button", "text": "input[type=text]"}
    await p.do("click", selector=await p.at(f"#area {kinds.get(p.quoted[0], f'input[type={p.quoted[0]}]')}"))


async def drag_box(p: Player) -> None:
    await p.do("drag", **{"from": "#draggableSmall", "to": "#draggableLarge"})
    await p.submit()


async def drag_items(p: Player) -> None:
    name, where = re.findall(r"Drag (\w+) (.*)\.", p.task)[0]
    names = await p.look("[...document.querySelectorAll('#sortable li')].map(one => one.textContent.trim())")
    now = names.index(name)
    there = {
        "to the top": 0,
        "to the bottom": len(names) - 1,
        "down by one position": now + 1,
        "up by one position": now - 1,
    }
    index = there[where] if where in there else int(re.findall(r"\d", where)[0]) - 1
    await p.do("drag", **{"from": await nth(p, "#sortable li", now), "to": f"#sortable > li:nth-child({index + 1})"})


async def time(p: Player) -> None:
    hour, minute, half = re.findall(r"(\d+):(\d+) (AM|PM)", p.task)[0]
    await p.do("fill", selector="#tt", value=f"{int(hour) % 12 + 12 * (half == 'PM'):02}:{minute}")
    await p.submit()


async def date(p: Player) -> None:
    month, day, year = (int(part) for part in re.findall(r"(\d+)/(\d+)/(\d+)", p.task)[0])
    await p.do("click", selector="#datepicker")
    for _ in range(24):
        await p.do("wait", selector=".ui-datepicker-calendar")
        shown = await p.look("document.querySelector('.ui-datepicker-title').textContent")
        name, at = shown.split("\xa0")
        away = (int(at) - year) * 12 + MONTHS.index(name) + 1 - month
        if not away:
            break
        await p.do("click", selector=".ui-datepicker-prev" if away > 0 else ".ui-datepicker-next")
    await p.click(".ui-datepicker-calendar a", str(day))
    await p.submit()


MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


async def spinner(p: Player) -> None:
    wanted = int(re.findall(r"Select (-?\d+)", p.task)[0])
    for _ in range(abs(wanted)):
        await p.do("click", selector=".ui-spinner-up" if wanted > 0 else ".ui-spinner-down")
    await p.submit()


async def autocomplete(p: Player) -> None:
    await p.do("type", selector="#tags", value=p.quoted[0])
    await p.do("wait", selector=".ui-menu-item")
    offered = await p.look("[...document.querySelectorAll('.ui-menu-item')].map(one => one.textContent.trim())")
    ending = p.quoted[1] if len(p.quoted) > 1 else ""
    await p.click(".ui-menu-item", next(name for name in offered if name.endswith(ending)))
    await p.submit()


async def sequence(p: Player) -> None:
    wanted, box = re.findall(r"Select (-?\d+) with the slider, click the (\d)", p.task)[0]
    away = int(wanted) - int(await p.look("document.querySelector('#val').textContent"))
    for _ in range(abs(away)):
        await p.do("press", key="ArrowRight" if away > 0 else "ArrowLeft", selector=".ui-slider-handle")
    await p.do("check", selector=f"#checkbox-{box}")
    await p.submit()


async def sequence_2(p: Player) -> None:
    radio, number, field = re.findall(r'the (\d)\w+ radio button and enter the number "(-?\d+)" into the (\d)', p.task)[
        0
    ]
    await p.do("radio", selector=f'input[value="{radio}"]')
    await p.do("fill", selector=f"#input-{field}", value=number)
    await p.submit()


async def sequence_3(p: Player) -> None:
    choice = re.findall(r"Choose (.*) from the dropdown", p.task)[0]
    await p.do("select", selector="#dropdown", value=choice)
    await p.click("#buttons button", p.quoted[0])


async def focus(p: Player) -> None:
    at = int((re.findall(r"the (\d)", p.task) or ["1"])[0]) - 1
    target = await nth(p, "#area input[type=text]", at)
    await p.session.execute("focus", selector=target)  # the page takes the focus away again at once


async def tree(p: Player) -> None:
    for _ in range(12):
        if target := await p.at("#tree span", p.quoted[0]):
            await p.do("click", selector=target)
            return
        await p.do("click", selector=await p.at("#tree li.expandable > .hitarea"))
        await p.do("wait", ms=300)
    raise AssertionError("it is nowhere in the tree")


async def scroll(p: Player) -> None:
    down = "bottom" in p.task
    await p.do("scroll", selector="#text-area", direction="down" if down else "up", amount=9000)
    await p.submit()


async def last_word(p: Player) -> None:
    text = (await p.do("extract", selector="#text-area", attribute="value")).data or {}
    await p.do("fill", selector="#answer-input", value=str(text["value"]).split()[-1].strip("."))
    await p.submit()


async def algebra(p: Player) -> None:
    left, right = (await p.look("document.querySelector('#math-problem').textContent")).split(" = ")
    wanted = next(x for x in range(-300, 300) if eval(left.replace("x", f"({x})")) == int(right))
    await p.do("fill", selector="#math-answer", value=str(wanted))
    await p.submit()


async def arithmetic(p: Player) -> None:
    sum_ = (await p.look("document.querySelector('#math-problem').textContent")).replace("x", "*").strip(" =")
    await p.do("fill", selector="#math-answer", value=str(eval(sum_)))
    await p.submit()


async def phone(p: Player) -> None:
    name, what = re.findall(r"Find (.*) in the contact book and click on their (.*)\.", p.task)[0]
    for _ in range(12):
        if await p.at("#contact .name", name):
            await p.do("click", selector=f"#contact a.{what.split()[0]}")
            return
        await p.click("#pagination a", ">")
    raise AssertionError("nobody of that name")


async def guess(p: Player) -> None:
    low, high = 0, 9
    while not await p.look("WOB_DONE_GLOBAL"):
        middle = (low + high) // 2
        await p.do("fill", selector="#tt", value=str(middle))
        await p.submit()
        if await p.at("#lower"):
            high = middle - 1
        else:
            low = middle + 1


async def grid(p: Player) -> None:
    place = re.findall(r"\(.*\)", p.task)[0]
    await p.do("click", selector=await p.at(f'circle[id="{place}"]'))


async def generate(p: Player) -> None:
    more, less = re.findall(r"greater than (\d+)", p.task), re.findall(r"less than (\d+)", p.task)
    for _ in range(60):
        await p.do("click", selector="#generate")
        number = int(await p.look("document.querySelector('#display-number').textContent"))
        odd = ("odd" not in p.task or number % 2) and ("even" not in p.task or not number % 2)
        if odd and (not more or number > int(more[0])) and (not less or number < int(less[0])):
            break
    await p.do("click", selector="#submit")


async def search(p: Player) -> None:
    genre, name, year = re.findall(r"Search for (.*) movies directed by (.*) from year (\d+)", p.task)[0]
    values = [
        {"target": "Genre", "value": genre},
        {"target": "Director", "value": name},
        {"target": "Year", "value": year},
    ]
    await p.do("fill_form", values=values)
    await p.do("click", selector="#area .final")


TASKS: dict[str, Play] = {
    "click-button": buttons,
    "click-button-sequence": buttons,
    "button-delay": button_delay,
    "click-checkboxes": checkboxes,
    "click-checkboxes-large": checkboxes,
    "click-checkboxes-transfer": checkboxes,
    "click-collapsible": collapsible,
    "click-collapsible-nodelay": collapsible,
    "click-collapsible-2": sections,
    "click-collapsible-2-nodelay": sections,
    "click-color": color,
    "click-menu": menu,
    "click-menu-2": menu_2,
    "click-tab-2": tabs,
    "click-tab-2-easy": tabs,
    "click-tab-2-hard": tabs,
    "click-widget": widget,
    "drag-box": drag_box,
    "drag-items": drag_items,
    "enter-time": time,
    "choose-date": date,
    "choose-date-easy": date,
    "choose-date-medium": date,
    "choose-date-nodelay": date,
    "use-spinner": spinner,
    "use-autocomplete": autocomplete,
    "use-autocomplete-nodelay": autocomplete,
    "form-sequence": sequence,
    "form-sequence-2": sequence_2,
    "form-sequence-3": sequence_3,
    "focus-text": focus,
    "focus-text-2": focus,
    "navigate-tree": tree,
    "scroll-text": last_word,
    "scroll-text-2": scroll,
    "simple-algebra": algebra,
    "simple-arithmetic": arithmetic,
    "phone-book": phone,
    "guess-number": guess,
    "grid-coordinate": grid,
    "generate-number": generate,
    "multi-orderings": search,
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with miniwob.pages() as address:
        yield address


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(address: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    """One session for all tasks; nothing asks, as nobody watches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COBROWSE_HOME", str(tmp_path_factory.mktemp("home")))
        browser = BrowserOptions(headless=True, profile="temp")
        async with Session(SessionOptions(browser=browser, policy="watch", keep=False)) as session:
            yield session


@pytest.mark.parametrize("task", QUICK)
async def test_a_widget_of_each_kind(session: Session, address: str, task: str) -> None:
    async with miniwob.episode(session, address, task, SEEDS[0]) as player:
        await TASKS[task](player)
        assert await player.reward() > 0, player.task


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS)
async def test_every_task(session: Session, address: str, task: str) -> None:
    for seed in SEEDS:
        async with miniwob.episode(session, address, task, seed) as player:
            await TASKS[task](player)
            assert await player.reward() > 0, f"{seed}: {player.task}"
