"""Questions and answers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from cobrowse.agent.person import People
from cobrowse.agent.script import read_answers
from cobrowse.agent.stream import Stream
from cobrowse.errors import UsageError
from cobrowse.protocol.event import Answer, Answered, Ask, Asked
from cobrowse.protocol.result import Failure


async def open_question(people: People) -> Ask:
    for _ in range(100):
        if people.waiting:
            return people.waiting
        await asyncio.sleep(0)
    raise AssertionError("nothing was asked")


async def test_a_choice_by_number_and_one_in_other_words() -> None:
    people = People(Stream())
    for answer, expected in [
        (Answer(verdict="choice", index=1), (1, "Large")),
        (Answer(verdict="text", text="small"), (0, "Small")),
        (Answer(verdict="text", text="medium"), (-1, "medium")),
    ]:
        task = asyncio.ensure_future(people.choose("Which size?", ["Small", "Large"], free_text=True))
        people.reply((await open_question(people)).id, answer, "window")
        picked = await task
        assert (picked.index, picked.value) == expected


async def test_a_page_cannot_answer_an_approval() -> None:
    people = People(Stream())
    task = asyncio.ensure_future(people.put(Ask(id="q", kind="approval", title="Buy?", consequential=True)))
    await open_question(people)
    assert not people.reply("q", Answer(verdict="approve"), "page")
    assert people.reply("q", Answer(verdict="reject"), "window")
    assert (await task).verdict == "reject"


async def test_an_answer_counts_once_and_only_for_its_question() -> None:
    people = People(Stream())
    task = asyncio.ensure_future(people.put(Ask(id="q", kind="approval", title="Buy?")))
    await open_question(people)
    assert not people.reply("another", Answer(verdict="approve"), "window")
    assert people.reply("q", Answer(verdict="reject"), "window")
    assert not people.reply("q", Answer(verdict="approve"), "window")
    assert (await task).verdict == "reject"


async def test_one_question_at_a_time() -> None:
    stream = Stream()
    people = People(stream)
    tasks = [asyncio.ensure_future(people.ask(f"Question {n}?")) for n in range(2)]
    first = await open_question(people)
    await asyncio.sleep(0)
    assert sum(isinstance(event, Asked) for event in stream.past) == 1
    people.reply(first.id, Answer(verdict="text", text="a"), "window")
    assert await tasks[0] == "a"
    second = await open_question(people)
    people.reply(second.id, Answer(verdict="text", text="b"), "window")
    assert await tasks[1] == "b"


async def test_a_script_answers_in_order_and_then_says_no(tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(["approve", {"choice": 2}, "some text", {"edit": {"value": "5"}}]))
    people = People(Stream(), script=read_answers(file))
    ask = Ask(id="q", kind="approval", title="Buy?")
    assert (await people.put(ask)).verdict == "approve"
    assert (await people.choose("Which?", ["a", "b"], free_text=False)).value == "b"
    assert await people.ask("What?") == "some text"
    edited = await people.put(ask)
    assert (edited.verdict, edited.text) == ("edit", "5")
    assert (await people.put(ask)).verdict == "reject"
    with pytest.raises(Failure):
        await people.choose("Which?", ["a", "b"], free_text=False)


@pytest.mark.parametrize("content", ["{}", "nonsense", '[{"choice": 0}]', "[1]"])
def test_answers_that_make_no_sense_are_wrong_usage(tmp_path: Path, content: str) -> None:
    file = tmp_path / "answers.json"
    file.write_text(content)
    with pytest.raises(UsageError):
        read_answers(file)


async def test_the_engine_alone_says_that_a_question_no_longer_stands() -> None:
    stream = Stream()
    people = People(stream)
    asking = asyncio.ensure_future(people.put(Ask(id="q1", kind="approval", title="?")))
    await asyncio.sleep(0)
    assert not people.reply("q1", Answer(verdict="expired"), "window")
    assert not people.reply("q1", Answer(verdict="always"), "window"), "it was not offered"
    people.withdraw("q1")
    assert (await asking).verdict == "expired"
    assert isinstance(stream.past[-1], Answered) and stream.past[-1].by == "engine"
