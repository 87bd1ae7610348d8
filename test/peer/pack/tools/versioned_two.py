"""The second of two versions of one tool."""

from __future__ import annotations

from typing import Any

from kindgi import tool


@tool(id="contract.versioned", version="2.0.0", input={"type": "object"}, output={})
def versioned(_given: dict[str, Any]) -> Any:
    "Answers with its version."
    return "2.0.0"
