"""Giving files to a page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Error as PlaywrightError

from cobrowse.browser.ground import Ground
from cobrowse.browser.input import acting, press
from cobrowse.browser.pointer import aim
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

_CHOOSER_MS = 3000


async def upload(ground: Ground, node: Node, paths: Sequence[str]) -> None:
    """Give files to a file field, or to the file dialog that the node opens."""
    files = await asyncio.to_thread(_existing, paths)
    place = ground.place(node)
    field = await place.frame.handle("fileField", place.key)
    if field is None:
        await _by_dialog(ground, node, files)
        return
    facts = await field.call("fileFacts")
    if facts["disabled"]:
        raise Failure("not_interactive", f"{node.described} is disabled.")
    if len(files) > 1 and not facts["multiple"]:
        raise Failure("invalid", f"{node.described} takes one file only.")
    async with acting(ground):
        await place.frame.send("DOM.setFileInputFiles", {"files": files, "objectId": field.object_id})


def _existing(paths: Sequence[str]) -> list[str]:
    """Absolute paths. Raises `Failure("invalid")` for what is no file."""
    files = [Path(path).expanduser().resolve() for path in paths]
    for path in files:
        if not path.is_file():
            raise Failure("invalid", f"There is no file {path.name}.")
    return [str(path) for path in files]


async def _by_dialog(ground: Ground, node: Node, files: list[str]) -> None:
    async with acting(ground) as tab:
        spot = await aim(ground, tab, node)
        try:
            async with tab.page.expect_file_chooser(timeout=_CHOOSER_MS) as waiting:
                await press(ground, tab, frame=spot.frame)
            chooser = await waiting.value
            if len(files) > 1 and not chooser.is_multiple():
                raise Failure("invalid", f"{node.described} takes one file only.")
            await chooser.set_files(files)
        except PlaywrightError as error:
            raise Failure("not_interactive", f"{node.described} does not ask for a file.") from error
