/**
 * One guardrail check, in the order of a real service: find it, find its handler, check the config as it was
 * sent (no defaults), evaluate, see that the verdict is one. Every end of it is a message; it never throws.
 */
import { isObject } from '../../src/own-fields.js';
import {
  type CheckInvokeMessage,
  type CheckResult,
  protocolVersion,
  type ResponseMessage,
} from '../../src/protocol/messages.js';
import { describeThrown, packError, thrownAsJson, toWire } from './pack-error.js';
import { type Run, runHandler } from './run-handler.js';
import type { ServedPack } from './served-pack.js';

export async function runCheck(
  message: CheckInvokeMessage,
  pack: ServedPack,
  run: Run,
): Promise<ResponseMessage> {
  const checkId = message.check.id;
  const guardrail = pack.guardrail(checkId);
  if (guardrail === undefined) {
    return packError('check-not-in-pack', `no check ${checkId} is served`, { checkId });
  }
  const path = guardrail.checkModulePath;
  const handler = pack.checkHandler(guardrail);
  if (handler instanceof Error) {
    const text = `${path} did not load: ${describeThrown(handler)}`;
    return packError('handler-import-failed', text, { checkId, cause: thrownAsJson(handler) });
  }
  if (typeof handler !== 'function') {
    const text = `${path} holds no check ${checkId}${pack.missing.checks}`;
    return packError('check-shape-invalid', text, { checkId });
  }

  if (guardrail.configSchema !== undefined) {
    const checked = pack.exact.check(guardrail.configSchema, message.config);
    if (checked.verdict === 'unusable') {
      const text = `the config schema of ${checkId} cannot be used: ${checked.reason}`;
      return packError('input-validation-failed', text, { checkId });
    }
    if (checked.verdict === 'invalid') {
      const { issues } = checked;
      return packError('input-validation-failed', `the config does not fit ${checkId}`, { checkId, issues });
    }
  }

  const { signal, headers } = run;
  const end = await runHandler(() => handler(message.config, message.trace, { signal, headers }), run);
  if ('threw' in end) {
    const text = `${checkId} threw ${describeThrown(end.threw)}`;
    return packError('handler-throw', text, { checkId, cause: thrownAsJson(end.threw) });
  }
  const result = toCheckResult(end.returned);
  if (result === undefined) {
    return packError('output-validation-failed', `${checkId} returned no verdict`, { checkId });
  }
  return { v: protocolVersion, kind: 'check-result', result };
}

function toCheckResult(returned: unknown): CheckResult | undefined {
  if (typeof returned === 'boolean') return { passed: returned };
  const wire = toWire(returned);
  return wire.ok && isCheckResult(wire.value) ? wire.value : undefined;
}

function isCheckResult(value: unknown): value is CheckResult {
  return isObject(value) && typeof value['passed'] === 'boolean';
}
