/**
 * Records of calls: one per call, one per try. Fields are named one by one, so that nothing of a request or an
 * answer gets in by being copied. Records of replicas are in `replica-records.ts`.
 */
import { oneLine } from '../one-line.js';
import type { AnyOutcome, Attempt } from '../outcome.js';
import { outcomeName } from '../outcome-name.js';
import type { LogFields, PackLogger } from './logger.js';
import { isWanted, type Level, write } from './write.js';

/** Ids come from anybody: a tool's may be as long as a message, and would be in a record for each try. */
export const maxTargetIdChars = 1_024;
/** Of the id in a message, for loggers that write it as it is. */
const maxIdCharsInMessage = 120;

/** What a record tells of the call itself. */
export interface CallIdentity {
  readonly asks: 'result' | 'check-result';
  readonly targetId: string;
  readonly runId: string | undefined;
  readonly requestId: string;
}

export function logCall(logger: PackLogger | undefined, call: CallIdentity, outcome: AnyOutcome): void {
  const level: Level = outcome.kind === 'result' || outcome.kind === 'check-result' ? 'info' : 'warn';
  if (!isWanted(logger, level)) return;
  const message = `${oneLine(call.targetId, maxIdCharsInMessage)} ${outcomeName(outcome)}`;
  const fields = { event: 'pack.call', ...identityFields(call), ...outcomeFields(outcome) };
  write(logger, level, { message, fields });
}

export function logAttempt(logger: PackLogger | undefined, call: CallIdentity, attempt: Attempt): void {
  if (!isWanted(logger, 'debug')) return;
  const fields = { event: 'pack.attempt', ...identityFields(call), ...attempt };
  write(logger, 'debug', { message: `try: ${attempt.verdict}`, fields });
}

/** A tool's input schema in the index does not compile. `reason` quotes the schema at most, no input. */
export function logSchemaProblem(
  logger: PackLogger | undefined,
  {
    toolId,
    version,
    reason,
  }: { readonly toolId: string; readonly version?: string; readonly reason: string },
): void {
  if (!isWanted(logger, 'warn')) return;
  const message = 'an input schema of the index cannot be used: inputs of this tool are not checked here';
  write(logger, 'warn', { message, fields: { event: 'pack.schema', toolId, version, reason } });
}

/** Which call it is. */
export function identityFields({ asks, targetId, runId, requestId }: CallIdentity): LogFields {
  const id = targetId.length > maxTargetIdChars ? `${targetId.slice(0, maxTargetIdChars)}…` : targetId;
  return { runId, requestId, ...(asks === 'result' ? { toolId: id } : { checkId: id }) };
}

/** What it came to. */
export function outcomeFields(outcome: AnyOutcome): LogFields {
  const { kind, execution, mayStillRun, durationMs, stopped } = outcome;
  const name = outcomeName(outcome);
  return {
    kind,
    ...(kind === 'error' ? { code: name } : {}),
    ...(kind === 'transport' ? { reason: name } : {}),
    execution,
    mayStillRun,
    attempts: outcome.attempts.length,
    durationMs,
    stopped,
  };
}
