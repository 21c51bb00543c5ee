"""Cobrowse: an assistant that browses with a person.

As a library::

    import cobrowse

    async with cobrowse.open("https://example.org", headless=True) as session:
        ended = await session.ask("what does this page say about returns?")
        result = await session.execute("click", selector='link "More"')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cobrowse.actions.custom import action
    from cobrowse.agent.session import Session

__version__ = "0.1.0"
__all__ = ["Session", "__version__", "action", "open"]


def open(url: str | None = None, **options: Any) -> Session:
    """A session on a page, to be used with `async with`.

    Options are those of `SessionOptions` (policy, allow, files, …) and of `BrowserOptions` (headless, profile, …), and
    `brain`. Raises `TypeError` for another one.
    """
    import dataclasses

    from cobrowse.agent.options import SessionOptions
    from cobrowse.agent.session import Session
    from cobrowse.browser.session import BrowserOptions

    brain = options.pop("brain", None)
    browser = {field.name for field in dataclasses.fields(BrowserOptions)}
    ours = {name: options.pop(name) for name in list(options) if name in browser}
    return Session(SessionOptions(url=url, browser=BrowserOptions(**ours), **options), brain=brain)


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first used: a list of actions needs no browser."""
    if name == "Session":
        from cobrowse.agent.session import Session

        return Session
    if name == "action":
        from cobrowse.actions.custom import action

        return action
    raise AttributeError(f"module 'cobrowse' has no attribute {name!r}")
