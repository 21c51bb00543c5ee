"""How long a reply with twenty actions takes to read: `python tests/bench/dialect.py` prints the percentiles."""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time

from cobrowse.actions.dialect import Malformed, read_entries, read_reply

ROUNDS = 2_000
REACH_MS = 5.0

KINDS = [
    {"type": "click", "selector": 'button "Save"'},
    {"type": "fill", "selector": "k3f9", "value": "Ada Lovelace, 12 St James's Square " * 4},
    {"type": "narrate", "text": "The basket is here. It holds two books.", "about": "m2d1"},
    {"type": "press", "key": "Control+S"},
    {"type": "wait_until", "condition": {"any": [{"kind": "text", "selector": "#status", "value": "Saved"}]}},
]
ACTIONS = [KINDS[at % len(KINDS)] for at in range(20)]


def reply(shape: str) -> str:
    """Twenty actions, type-first in a fence or as tool calls with JSON texts."""
    if shape == "type-first":
        return f"I will do this:\n```json\n{json.dumps({'actions': ACTIONS}, indent=2)}\n```\n"
    calls = [
        {
            "type": "function",
            "function": {"name": a["type"], "arguments": json.dumps({k: a[k] for k in a if k != "type"})},
        }
        for a in ACTIONS
    ]
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": "Now.", "tool_calls": calls}}]})


def measure(shape: str, rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Median, 99th percentile and worst, milliseconds of processor time: other work on the machine does not count."""
    text = reply(shape)
    times: list[float] = []
    read = read_entries(read_reply(text).entries)
    assert len(read) == 20 and not any(isinstance(action, Malformed) for action in read)
    gc.disable()
    for _ in range(rounds):
        started = time.thread_time()
        read_entries(read_reply(text).entries)
        times.append((time.thread_time() - started) * 1000)
    gc.enable()
    return statistics.median(times), statistics.quantiles(times, n=100)[98], max(times)


if __name__ == "__main__":
    worst = 0.0
    for shape in ("type-first", "tool calls"):
        middle, p99, most = measure(shape)
        worst = max(worst, p99)
        print(
            f"20 actions, {shape:10}  median {middle:.2f} ms  p99 {p99:.2f} ms  worst {most:.2f} ms  ({ROUNDS} rounds)"
        )
    print(f"reach: p99 < {REACH_MS:g} ms: {'yes' if worst < REACH_MS else 'no'}")
    sys.exit(worst >= REACH_MS)
