"""Tools that answer with what they were given."""

from __future__ import annotations

from typing import Any

from kindgi import ToolContext, tool

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


@tool(id="contract.echo", input={"type": "object"}, output={})
def echo(given: dict[str, Any]) -> Any:
    "Answers with the `value` of its input."
    return given.get("value")


@tool(id="contract.read", input=TEXT, output=TEXT, mutating=False)
def read(given: dict[str, Any]) -> dict[str, Any]:
    "Answers with its input, and promises to change nothing."
    return given


@tool(
    id="contract.defaults",
    input={
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "greeting": {"type": "string", "default": "hello"},
            "style": {
                "type": "object",
                "default": {},
                "properties": {"loud": {"type": "boolean", "default": False}},
            },
        },
        "required": ["name"],
        "additionalProperties": False,
    },
    output={"type": "object"},
)
def defaults(given: dict[str, Any]) -> dict[str, Any]:
    "Answers with its input after the defaults were filled in."
    return given


@tool(id="contract.context", input={"type": "object"}, output={"type": "object"})
async def context(_given: dict[str, Any], ctx: ToolContext) -> dict[str, Any]:
    "Answers with its whole context; of secrets, with their names alone."
    return {
        "tenantId": ctx.tenant_id,
        "runId": ctx.run_id,
        "projectId": ctx.project_id,
        "orgId": ctx.org_id,
        "requestId": ctx.request_id,
        "idempotencyKey": ctx.idempotency_key,
        "env": dict(ctx.env),
        "secretNames": sorted(ctx.secrets),
        "config": dict(ctx.config),
        "settings": {block: dict(values) for block, values in ctx.settings.items()},
    }
