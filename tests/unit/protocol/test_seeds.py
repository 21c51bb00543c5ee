"""The three systems whose work this one takes over, row by row.

Every row that their documents state is stated once, in `seed_*.py`, with how it is checked: against the catalogue, by a
handler on a stage without a browser, or, where a page or the conductor is needed, by the tests named in `ELSEWHERE`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path

import pytest

from tests.unit.protocol.seed_dddk import D
from tests.unit.protocol.seed_nanojev import N
from tests.unit.protocol.seed_rows import ROWS, Check
from tests.unit.protocol.seed_zo import Z

ROOT = Path(__file__).parents[3]

GATE, PROMPT, PERSON = ("tests/unit/agent/" + name for name in ("test_gate.py", "test_prompt.py", "test_person.py"))
LOCATE, FIELDS, POINTER, CHOICES = (
    f"tests/page/test_act_{name}.py" for name in ("locate", "fields", "pointer", "choices")
)
COMMANDS, CONTRACTS, STORIES = (f"tests/journeys/test_{name}.py" for name in ("command_line", "contract", "stories"))
OVERLAY, FENCE = "tests/page/test_overlay.py", "tests/page/test_fence.py"
ELSEWHERE: tuple[tuple[str, str, str, str], ...] = (
    (
        D,
        "paths off the sitemap are refused with the list",
        GATE,
        "test_a_path_off_the_sitemap_names_the_ones_there_are",
    ),
    (
        D,
        "navigating is asked about, save where the person said",
        GATE,
        "test_going_where_the_person_said_needs_no_question",
    ),
    (D, "dblclick is heard; a long press is held", POINTER, "test_double_click_and_long_press"),
    (D, "drag with the events of HTML5", POINTER, "test_html5_drag_is_one_drop"),
    (D, "fill fires input and change", FIELDS, "test_keys_input_and_change_are_heard"),
    (D, "a native list by value", CHOICES, "test_native_by_label_and_value"),
    (D, "keydown, keyup and chords", FIELDS, "test_keys"),
    (D, "borders follow, one at a time", OVERLAY, "test_marks_follow_and_the_subtitle_gets_out_of_the_way"),
    (D, "Space goes on after a narration", OVERLAY, "test_space_goes_on_but_belongs_to_a_field_the_person_types_in"),
    (D, "picker with number keys and a free-text row", OVERLAY, "test_keys_answer_and_the_focus_goes_back"),
    (D, "a choice of their own", PERSON, "test_a_choice_by_number_and_one_in_other_words"),
    (D, "the next call of the model sees the failure", PROMPT, "test_steps_are_told_with_what_became_of_them"),
    (D, "the first visible match is used", LOCATE, "test_css_first_visible"),
    (N, "a node that changed since is stale", LOCATE, "test_verify_notices"),
    (N, "another document is stale", LOCATE, "test_another_document_is_stale"),
    (N, "a link off the allowed origins is refused", GATE, "test_a_link_off_the_list_is_refused_whatever_it_is_called"),
    (N, "temporal fields by their type", FIELDS, "test_types"),
    (N, "several native options", CHOICES, "test_native_several"),
    (N, "boxes and switches are brought into a state", CHOICES, "test_ticks"),
    (N, "an element in a frame", LOCATE, "test_nested_frames_of_two_sites"),
    (N, "secret fields get nothing", FIELDS, "test_secrets_get_nothing"),
    (N, "only authorised files", GATE, "test_only_authorised_files_are_given_away"),
    (Z, "fill dispatches input and change", FIELDS, "test_keys_input_and_change_are_heard"),
    (Z, "an element that comes late is waited for", LOCATE, "test_waits_for_what_comes_late"),
    (Z, "scroll by about 70 % of the viewport", POINTER, "test_scrolling"),
    (D, "executeAction runs a handler without a step", COMMANDS, "test_the_library"),
    (N, "the minimal task as it stands", CONTRACTS, "test_the_minimal_task_as_it_stands"),
    (N, "satisfied controls leave the choice", CONTRACTS, "test_what_is_as_wanted_already_is_left_out"),
    (N, "postconditions end a run", CONTRACTS, "test_a_postcondition_that_does_not_come_true_blocks"),
    (N, "the success condition ends a run", CONTRACTS, "test_success_that_is_never_seen_blocks"),
    (N, "a control's selector means exactly one element", CONTRACTS, "test_a_selector_that_fits_two_is_ambiguous"),
    (
        Z,
        "a batch with a status for each action",
        COMMANDS,
        "test_act_prints_every_entry_and_stops_at_the_first_failure",
    ),
    (Z, "done.response is the final answer", STORIES, "test_only_look"),
)


@pytest.mark.parametrize("check", [check for _, _, check in ROWS], ids=[f"{seed}: {says}" for seed, says, _ in ROWS])
def test_row(check: Check) -> None:
    outcome = check()
    if outcome is not None:
        asyncio.run(_wait(outcome))


async def _wait(outcome: Awaitable[None]) -> None:
    await outcome


def test_every_row_is_counted_once(capsys: pytest.CaptureFixture[str]) -> None:
    here, there = (Counter(row[0] for row in rows) for rows in (ROWS, ELSEWHERE))
    told = "; ".join(f"{seed} {here[seed]} here, {there[seed]} elsewhere" for seed in (D, N, Z))
    with capsys.disabled():
        print(f"\nrows of the seeds: {told}")
    assert len({row[:2] for row in ROWS}) == len(ROWS), "a row is stated twice"
    assert (here[D], here[N], here[Z]) == (109, 66, 31)


@pytest.mark.parametrize(("place", "test"), sorted({row[2:] for row in ELSEWHERE}))
def test_what_is_checked_elsewhere_is_there(place: str, test: str) -> None:
    assert f"def {test}(" in (ROOT / place).read_text(encoding="utf-8")
