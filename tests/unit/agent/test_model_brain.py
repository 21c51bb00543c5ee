from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest

from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.actions.dialect import read_reply
from cobrowse.agent.model_brain import ModelBrain
from cobrowse.llm import AnswerTooLong, Message, ModelSpec, PromptTooLong, open_model
from cobrowse.protocol.brain import Brain, BrainError, Proposal, Spent, Thought, View, Words
from cobrowse.protocol.event import Step
from cobrowse.protocol.observation import Element, Observation, TextRun
from cobrowse.protocol.result import Result

GOAL = "subscribe ada@example.org to the newsletter"
ITEMS = (
    TextRun("Honey and Dust"),
    Element(id="m1a1", role="button", name="Add to cart", section="Honey and Dust"),
    TextRun("The Quiet Hive"),
    Element(id="m2b2", role="button", name="Add to cart", section="The Quiet Hive"),
    Element(id="n1a1", role="textbox", name="Email address", value="", section="Newsletter"),
    Element(id="n2b2", role="button", name="Subscribe", section="Newsletter"),
)
PAGE = Observation(url="https://shop.example/", title="Books", viewport=(800, 600), items=ITEMS)
CLICK = '{"actions":[{"type":"click","selector":"button \\"Subscribe\\""}]}'


def outline(observation: Observation, budget: int) -> str:
    lines = []
    for item in observation.items:
        if isinstance(item, TextRun):
            lines.append(item.text)
        else:
            value = f' · value "{item.value}"' if item.value is not None else ""
            lines.append(f'{item.id} {item.role} "{item.name}"{value} · in {item.section}')
    return "\n".join(lines)[:budget]


class Scripted:
    """A model that says what it is told to; a reply is text, pieces, or an error to raise after some pieces."""

    spec = ModelSpec("openai", "scripted")

    def __init__(self, *replies: str | Sequence[str | Exception], local: bool = False) -> None:
        self.replies = list(replies)
        self.local = local
        self.asked: list[list[Message]] = []
        self.schemas: list[Any] = []

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        temperature: float | None = None,
        schema: dict[str, Any] | None = None,
    ) -> AsyncGenerator[str | Spent, None]:
        reply = self.replies[min(len(self.asked), len(self.replies) - 1)]
        self.asked.append(list(messages))
        self.schemas.append(schema)
        for piece in [*reply] if isinstance(reply, str) else reply:
            if isinstance(piece, Exception):
                raise piece
            yield piece
        yield Spent(10, 2)

    async def test(self) -> str:
        return "fine"

    async def close(self) -> None:
        pass


def brain(model: Any, **more: Any) -> ModelBrain:
    return ModelBrain(model, read_reply, outline, CATALOGUE.prompt_lines(), **more)


async def think(model: Any, view: View | None = None, **more: Any) -> list[Thought]:
    thinker = brain(model, **more).begin(GOAL)
    return [thought async for thought in thinker.think(view or View(goal=GOAL, observation=PAGE))]


def words(thoughts: list[Thought]) -> str:
    return "".join(thought.text for thought in thoughts if isinstance(thought, Words))


def entries(thoughts: list[Thought]) -> tuple[Any, ...]:
    return next(thought.entries for thought in thoughts if isinstance(thought, Proposal))


async def test_a_json_reply_becomes_a_proposal_and_nothing_of_it_is_shown() -> None:
    thoughts = await think(Scripted(CLICK))
    assert thoughts == [Spent(10, 2), Proposal(({"type": "click", "selector": 'button "Subscribe"'},))]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (f"I subscribe now. {CLICK}", "I subscribe now."),
        (f"Now:\n```json\n{CLICK}\n```", "Now:"),
        (f"```\n{CLICK}\n```", ""),
        (f"json\n{CLICK}", ""),
        (f"{CLICK}\nThat should do it.", "That should do it."),
        ('{"agent_turn":{"actions":[{"narrate":"Look here"}]}}', ""),
    ],
)
async def test_only_prose_around_the_json_is_shown(reply: str, said: str) -> None:
    thoughts = await think(Scripted(reply))
    shown = words(thoughts)
    assert not set("{}[]`") & set(shown)
    assert " ".join(shown.split()).removeprefix("json").strip() == said
    assert len(entries(thoughts)) == 1


async def test_prose_alone_is_streamed_and_is_the_answer() -> None:
    answer = "The Quiet Hive costs £9.00 and [so on] it goes.\n\nDelivery is free."
    thoughts = await think(Scripted(answer))
    assert words(thoughts) == answer
    assert sum(isinstance(thought, Words) for thought in thoughts) > 3
    assert entries(thoughts) == ({"type": "done", "response": answer},)


@pytest.mark.parametrize("cut", range(1, len(CLICK)))
async def test_no_prefix_of_a_reply_is_ever_acted_on(cut: int) -> None:
    model = Scripted(CLICK[:cut])
    with pytest.raises(BrainError) as caught:
        thoughts = await think(model)
        assert not entries(thoughts)
    assert caught.value.kind == "reply"


async def test_one_repair_round_tells_the_model_what_was_wrong() -> None:
    model = Scripted('{"actions":[{"type":"click"', CLICK)
    thoughts = await think(model)
    assert entries(thoughts)[0]["type"] == "click"
    assert words(thoughts) == ""
    first, second = model.asked
    assert len(second) == len(first) + 2
    assert second[-2] == Message("assistant", '{"actions":[{"type":"click"')
    assert "cannot be used" in second[-1].text
    assert sum(isinstance(thought, Spent) for thought in thoughts) == 2


@pytest.mark.parametrize("reply", ["", "   ", '{"actions":[]}', '{"a":1,"a":2}', "{" * 500])
async def test_after_the_repair_round_it_stops(reply: str) -> None:
    model = Scripted(reply)
    with pytest.raises(BrainError, match="also when asked again") as caught:
        await think(model)
    assert caught.value.kind == "reply"
    assert len(model.asked) == 2
    assert "{" not in str(caught.value)


async def test_names_that_are_no_targets_are_replaced_by_ids() -> None:
    reply = (
        '{"actions":[{"type":"click","selector":"button \\"Add to cart\\" · in The Quiet Hive"},'
        '{"click":{"selector":"button \\"Add to cart\\" · in Honey and Dust"}},'
        '{"type":"fill_form","values":[{"target":"textbox \\"Email address\\"","value":"button \\"Subscribe\\""}]},'
        '{"type":"done","response":"button \\"Add to cart\\" · in The Quiet Hive"}]}'
    )
    got = entries(await think(Scripted(reply)))
    assert got[0]["selector"] == "m2b2"
    assert got[1]["click"]["selector"] == "m1a1"
    assert got[2]["values"] == [{"target": 'textbox "Email address"', "value": 'button "Subscribe"'}]
    assert got[3]["response"] == 'button "Add to cart" · in The Quiet Hive'


async def test_a_model_on_this_machine_gets_few_actions_and_a_schema() -> None:
    near, far = Scripted(CLICK, local=True), Scripted(CLICK)
    await think(near)
    await think(far)
    assert near.schemas[0] is not None
    assert far.schemas[0] is None
    assert "drag{" in far.asked[0][0].text
    assert "drag{" not in near.asked[0][0].text
    assert sum(len(message.text) for message in near.asked[0]) < 5_500


async def test_a_prompt_that_is_too_long_is_sent_with_less_page() -> None:
    model = Scripted([PromptTooLong("too long")], [PromptTooLong("too long")], CLICK)
    page = Observation(url="u", title="t", viewport=(1, 1), items=(TextRun("x" * 9_000), *ITEMS))
    await think(model, View(goal=GOAL, observation=page))
    sizes = [len(asked[-1].text) for asked in model.asked]
    assert sizes[0] > sizes[1] > sizes[2]
    assert [asked[:-1] for asked in model.asked] == [model.asked[0][:-1]] * 3
    model = Scripted([PromptTooLong("too long")])
    with pytest.raises(PromptTooLong):
        await think(model)


async def test_a_connection_that_breaks_off_unseen_is_tried_once_more() -> None:
    broken = BrainError("broke off", kind="network")
    assert entries(await think(Scripted(['{"act', broken], CLICK)))
    for replies in ([['{"act', broken]], [["Some words, ", broken]], [[broken]]):
        with pytest.raises(BrainError, match="broke off"):
            await think(Scripted(*replies))


async def test_an_answer_that_was_cut_off_is_asked_for_again_shorter() -> None:
    model = Scripted([CLICK, AnswerTooLong("It was cut off.")], CLICK)
    assert len([t for t in await think(model) if isinstance(t, Proposal)]) == 1
    assert "shorter" in model.asked[1][-1].text


async def test_other_faults_go_through() -> None:
    with pytest.raises(BrainError, match="key") as caught:
        await think(Scripted([BrainError("wrong key", kind="key")]))
    assert caught.value.kind == "key"


def test_it_is_a_brain() -> None:
    made: Brain = brain(Scripted(CLICK))
    assert made.name == "openai:scripted"


@pytest.mark.model
@pytest.mark.timeout(1200)
async def test_a_real_model_subscribes() -> None:
    url = os.environ.get("COBROWSE_TEST_MODEL_URL")
    if not url:
        pytest.skip("COBROWSE_TEST_MODEL_URL is not set")
    model = open_model(ModelSpec("openai", os.environ.get("COBROWSE_TEST_MODEL", "default"), url))
    email = 'textbox "Email address"'
    fill = {"type": "fill", "selector": email, "value": "ada@example.org"}
    click = {"type": "click", "selector": 'button "Subscribe"'}
    assert entries(await think(model)) == (fill,)
    filled = Step(id="1", turn="t", index=0, name="fill", action=fill, icon="", label="", result=Result.success())
    view = View(goal=GOAL, observation=PAGE, steps=(filled,))
    assert entries(await think(model, view)) == (click,)
    await model.close()
