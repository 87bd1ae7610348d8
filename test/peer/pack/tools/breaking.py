"""The switch for tools/unloadable.py. A service that cannot load a module at its start does not start at all."""

from __future__ import annotations

import sys
from typing import Any

from kindgi import tool

from . import _state


@tool(
    id="contract.break",
    input={"type": "object", "properties": {"broken": {"type": "boolean"}}, "required": ["broken"]},
    output={},
)
def break_module(given: dict[str, Any]) -> Any:
    "Makes the module of contract.unloadable fail at its next import, or mends it."
    _state.unloadable_is_broken = bool(given["broken"])
    # The service imports a module at every call; only a module that Python forgot is imported again.
    package = __name__.rpartition(".")[0]
    sys.modules.pop(f"{package}.unloadable", None)
    return _state.unloadable_is_broken
