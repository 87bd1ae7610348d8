"""A tool whose module can be made unloadable after the service has started (see tools/breaking.py)."""

from __future__ import annotations

from typing import Any

from kindgi import tool

from . import _state

if _state.unloadable_is_broken:
    raise RuntimeError("unloadable.py was told not to load")


@tool(id="contract.unloadable", input={"type": "object"}, output={})
def unloadable(_given: dict[str, Any]) -> Any:
    "Answers as long as its module loads."
    return "loaded"
