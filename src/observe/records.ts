/**
 * Log records: one per call, one per try. Fields are named one by one, so that nothing of a request or an answer
 * gets in by being copied. A logger that throws loses no outcome.
 */
import type { AnyOutcome, Attempt } from '../outcome.js';
import { isPackErrorCode } from '../protocol/codes.js';
import type { LogFields, PackLogger } from './logger.js';

/** What a record tells of the call itself. */
export interface CallIdentity {
  readonly asks: 'result' | 'check-result';
  readonly targetId: string;
  readonly runId: string | undefined;
  readonly requestId: string;
}

type Level = 'debug' | 'info' | 'warn';

/** What an outcome came to, in one word: its kind, error code or transport reason; `error` for an unlisted code. */
export function outcomeName(outcome: AnyOutcome): string {
  switch (outcome.kind) {
    case 'result':
    case 'check-result':
    case 'info':
      return outcome.kind;
    case 'error':
      return isPackErrorCode(outcome.code) ? outcome.code : 'error';
    case 'transport':
      return outcome.reason;
  }
}

export function logCall(logger: PackLogger | undefined, call: CallIdentity, outcome: AnyOutcome): void {
  if (logger === undefined) return;
  const level: Level = outcome.kind === 'result' || outcome.kind === 'check-result' ? 'info' : 'warn';
  if (!isWanted(logger, level)) return;
  const { kind, execution, mayStillRun, durationMs, stopped } = outcome;
  const name = outcomeName(outcome);
  write(logger, level, `${call.targetId} ${name}`, {
    event: 'pack.call',
    ...identityFields(call),
    kind,
    ...(kind === 'error' ? { code: name } : {}),
    ...(kind === 'transport' ? { reason: name } : {}),
    execution,
    mayStillRun,
    attempts: outcome.attempts.length,
    durationMs,
    stopped,
  });
}

export function logAttempt(logger: PackLogger | undefined, call: CallIdentity, attempt: Attempt): void {
  if (logger === undefined || !isWanted(logger, 'debug')) return;
  write(logger, 'debug', `try: ${attempt.verdict}`, {
    event: 'pack.attempt',
    ...identityFields(call),
    ...attempt,
  });
}

/** The build that answers calls has changed while they run. */
export function logDrift(
  logger: PackLogger | undefined,
  fields: { readonly replica: string; readonly artifactVersion: string; readonly previous: string },
): void {
  if (logger === undefined) return;
  write(logger, 'warn', 'the pack service now runs another build', { event: 'pack.drift', ...fields });
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
  if (logger === undefined) return;
  const message = 'an input schema of the index cannot be used: inputs of this tool are not checked here';
  write(logger, 'warn', message, { event: 'pack.schema', toolId, version, reason });
}

function identityFields({ asks, targetId, runId, requestId }: CallIdentity): LogFields {
  return { runId, requestId, ...(asks === 'result' ? { toolId: targetId } : { checkId: targetId }) };
}

function isWanted(logger: PackLogger, level: Level): boolean {
  try {
    return logger.isLevelEnabled?.(level) !== false;
  } catch {
    return false;
  }
}

function write(logger: PackLogger, level: Level, message: string, fields: LogFields): void {
  try {
    const written: unknown = logger[level](fields, message);
    if (written instanceof Promise) written.catch(() => {});
  } catch {
    // Whoever reads logs will miss a record; whoever made the call must not miss an outcome.
  }
}
