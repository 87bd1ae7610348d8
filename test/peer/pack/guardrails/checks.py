"""Checks that pass, fail, throw and answer with something that is no verdict."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from kindgi import CheckResult, RunTrace, guardrail


@guardrail(id="contract.guard.says", check_id="contract.says", on_violation="halt")
def says(config: dict, trace: RunTrace) -> CheckResult:
    "Passes if the run's output holds the configured word (any word if none is)."
    word = str(config.get("word", ""))
    if word in (trace.output or ""):
        return CheckResult(passed=True)
    return CheckResult(
        passed=False,
        reason=f"the output lacks {word}",
        judge_response="no",
        attributes={"word": word, "runId": trace.run_id},
    )


class Limit(BaseModel):
    max_length: int = Field(alias="maxLength", ge=0)


@guardrail(id="contract.guard.short", check_id="contract.short", on_violation="halt", config={"maxLength": 9})
async def short(config: Limit, trace: RunTrace) -> bool:
    "Passes if the run's output is no longer than `maxLength`."
    return len(trace.output or "") <= config.max_length


# Without a check id of its own: a service finds it by the guardrail's.
@guardrail(id="contract.check-throws", on_violation="halt")
def check_throws(config: dict, trace: RunTrace) -> bool:
    "Throws."
    raise ValueError("the check broke")


@guardrail(id="contract.guard.no-verdict", check_id="contract.no-verdict", on_violation="halt")
def no_verdict(config: dict, trace: RunTrace) -> Any:
    "Answers with a text."
    return "fine"
