"""A tool that works until it is told to stop, and one that tells how such calls went."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from kindgi import ToolContext, tool

from ._state import holds

LONGEST_S = 60.0
PAUSE_S = 0.01


@tool(
    id="contract.hold",
    input={
        "type": "object",
        "properties": {
            "key": {"type": "string"},
            "until": {"type": "string"},
            "stubborn": {"type": "boolean", "default": False},
        },
        "required": ["key", "until"],
    },
    output={"type": "object"},
)
async def hold(given: dict[str, Any], ctx: ToolContext) -> dict[str, Any]:
    "Works until the file `until` exists; when `stubborn`, also after its caller gave up."
    key = str(given["key"])
    file = Path(str(given["until"]))
    ends = time.monotonic() + LONGEST_S
    holds[key] = "holding"
    while not file.exists():
        if time.monotonic() > ends:
            holds[key] = "gave-up"
            raise TimeoutError(f"nobody released {key}")
        try:
            await asyncio.sleep(PAUSE_S)
        except asyncio.CancelledError:
            holds[key] = str(ctx.cancellation.reason)
            if not given["stubborn"]:
                raise
    holds[key] = "released"
    return {"key": key}


@tool(id="contract.holds", input={"type": "object"}, output={"type": "object"})
async def list_holds(_given: dict[str, Any]) -> dict[str, Any]:
    "How each call of contract.hold stands."
    return dict(holds)
