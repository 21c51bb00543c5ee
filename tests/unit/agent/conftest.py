"""Elements as they would be located, for tests that need no browser."""

from __future__ import annotations

from typing import Any

import pytest

from cobrowse.protocol.node import FormFacts, Node


def make_node(name: str = "Save", role: str = "button", **changes: Any) -> Node:
    """A node on shop.example."""
    values: dict[str, Any] = {
        "target": "k3f9",
        "id": "k3f9",
        "role": role,
        "name": name,
        "tag": "button",
        "fingerprint": "f",
        "document": "d",
        "origin": "https://shop.example",
        "page_url": "https://shop.example/page",
    }
    return Node(**{**values, **changes})


@pytest.fixture
def submit() -> FormFacts:
    """A form that its button sends."""
    return FormFacts(
        action="https://shop.example/order",
        method="post",
        submits=True,
        fields=(("Total", "£6.20"), ("Town", "Bergen")),
    )
