"""The rows of the seed “Zo”: its action protocol."""

from __future__ import annotations

from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.actions.dialect import read_entries, read_reply
from tests.unit.protocol.seed_rows import does, reads, refuses, row

Z = "zo"
reads(Z, "navigate {url}", {"type": "navigate", "url": "https://example.com"}, {"url": "https://example.com"})
refuses(Z, "navigate: url is required", {"type": "navigate"}, "url")
reads(Z, "click {selector}", {"type": "click", "selector": "#pricing"}, {"selector": "#pricing"})
refuses(Z, "click: selector is required", {"type": "click"}, "selector is missing")
refuses(Z, "click: selector has at least 1 character", {"type": "click", "selector": ""}, "selector must not be empty")
reads(Z, "fill {selector, value}", {"type": "fill", "selector": "input[name=email]", "value": "user@example.com"},
      {"selector": "input[name=email]", "value": "user@example.com"})  # fmt: skip
refuses(Z, "fill: selector is required", {"type": "fill", "value": "x"}, "selector is missing")
refuses(Z, "fill: value is required", {"type": "fill", "selector": "#a"}, "value is missing")
reads(Z, "fill: an empty value is a value", {"type": "fill", "selector": "#a", "value": ""}, {"value": ""})
does(Z, "extract {selector, attribute}", {"type": "extract", "selector": "body", "attribute": "textContent"}, "read",
     {"attribute": "textContent"})  # fmt: skip
does(
    Z, "extract without attribute reads the text", {"type": "extract", "selector": "body"}, "read", {"attribute": None}
)
refuses(Z, "extract: selector is required", {"type": "extract"}, "selector is missing")
does(Z, "scroll {direction, amount}", {"type": "scroll", "direction": "up", "amount": 400}, "scroll",
     {"direction": "up", "amount": 400})  # fmt: skip
does(Z, "scroll goes down unless said", {"type": "scroll"}, "scroll", {"direction": "down"})
does(Z, "scroll by about 70 % unless said (the page decides)", {"type": "scroll"}, "scroll", {"amount": None})
does(Z, "scroll takes a selector", {"type": "scroll", "selector": "#list"}, "locate", {"target": "#list"})
reads(Z, "scroll: amount is any number", {"type": "scroll", "amount": 400.5}, {"amount": 400})
refuses(Z, "scroll: direction is one of those known", {"type": "scroll", "direction": "sideways"}, "direction must be")
does(Z, "wait {ms}", {"type": "wait", "ms": 1500}, "sleep", {"ms": 1500})
does(Z, "wait 1000 ms unless said", {"type": "wait"}, "sleep", {"ms": 1000})
does(Z, "wait 0 ms", {"type": "wait", "ms": 0}, "sleep", {"ms": 0})
refuses(Z, "wait: ms is at least 0", {"type": "wait", "ms": -1}, "ms must be at least 0")
refuses(Z, "wait: ms is an integer", {"type": "wait", "ms": "soon"}, "ms must be a whole number")
reads(
    Z,
    "done {response}",
    {"type": "done", "response": "The form was submitted."},
    {"response": "The form was submitted."},
)
refuses(Z, "done: response is required", {"type": "done"}, "response is missing")
EXTRACT = {"type": "extract", "selector": "body", "attribute": "textContent"}
reads(Z, "type-first passes through", EXTRACT, EXTRACT)
reads(Z, "key-first", {"extract": {"selector": "body", "attribute": "textContent"}}, EXTRACT)
reads(Z, "the action variant", {"action": "extract", "selector": "body", "attribute": "textContent"}, EXTRACT)


@row(Z, 'the reply is {"actions": […]}')
def _actions() -> None:
    assert read_reply('{"actions":[{"type":"wait"}]}').entries == ({"type": "wait"},)


@row(Z, "what does not conform is dropped, the rest counts, and no JSON reaches the chat")
def _dropped() -> None:
    reading = read_reply('Now: {"actions":[{"type":"dance"},{"type":"wait"}]}')
    assert [type(read).__name__ for read in read_entries(reading.entries)] == ["Malformed", "Wait"]
    assert reading.prose == "Now:"


@row(Z, "the compact schema of a prompt has these seven")
def _compact() -> None:
    lines = " | ".join(line.split(" — ")[0] for line in CATALOGUE.prompt_lines())
    for shape in ("click{selector,", "fill{selector,value}", "extract{selector,attribute?}", "navigate{url?,path?}",
                  "scroll{direction?,amount?,", "wait{ms?,", "done{response}"):  # fmt: skip
        assert shape in lines
