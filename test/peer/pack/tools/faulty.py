"""Tools that fail, each in its own way."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, field_validator

from kindgi import tool

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


@tool(id="contract.throw", input=TEXT, output={})
def throw(given: dict[str, Any]) -> Any:
    "Throws an error whose message is its `text`."
    raise ValueError(given["text"])


@tool(id="contract.wrong-output", input={"type": "object"}, output=TEXT)
def wrong_output(_given: dict[str, Any]) -> Any:
    "Returns what its output schema does not allow."
    return {"text": 7}


class Even(BaseModel):
    number: int

    @field_validator("number")
    @classmethod
    def even(cls, number: int) -> int:
        if number % 2 == 1:
            raise ValueError("an even number is needed")
        return number


@tool(id="contract.even", input=Even, output={})
def even(given: Even) -> Any:
    "Takes even numbers only, which its schema does not say."
    return given.number
