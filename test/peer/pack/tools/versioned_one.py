"""The first of two versions of one tool. The service picks a tool by its file: each version needs its own."""

from __future__ import annotations

from typing import Any

from kindgi import tool


@tool(id="contract.versioned", version="1.0.0", input={"type": "object"}, output={})
def versioned(_given: dict[str, Any]) -> Any:
    "Answers with its version."
    return "1.0.0"
