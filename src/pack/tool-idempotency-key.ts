/**
 * The idempotency key of one tool call, as the runtime derives it: a UUID of version 5 over the call's place in
 * its run. The same call has the same key on resume, retry and re-run; no two calls share one. Pass it on as
 * `ctx.idempotencyKey`; nothing here sends it.
 */
import { createHash } from 'node:crypto';
import { PackUsageError, type UsageIssue } from '../errors.js';
import { ownFields } from '../own-fields.js';

/** What tells one tool call of a run from every other. All texts, none of them empty. */
export interface ToolCallPlace {
  /** The run that makes the call. */
  readonly runId: string;
  /** The step that makes the call, with its branch or round: `agent-loop#2/dispatch-tools`. */
  readonly stepScope: string;
  /** The tool that is called. */
  readonly toolId: string;
  /** The model's id of the call, if a model asked for it. */
  readonly callId?: string | undefined;
}

const namespace = Buffer.from('a70d5bffe7134322b2ea9d5c4926a861', 'hex');
const fields: readonly string[] = ['runId', 'stepScope', 'toolId', 'callId'];

/**
 * The idempotency key of a tool call: a lower-case UUID, the same for the same place each time.
 *
 * @example
 * ```ts
 * toolIdempotencyKey({ runId: 'run-7', stepScope: 'charge-card', toolId: 'acme.billing.charge-card' });
 * ```
 *
 * @throws PackUsageError naming each field that is missing, unknown, empty, or text without a UTF-8 form.
 */
export function toolIdempotencyKey(place: ToolCallPlace): string {
  const own = ownFields(place);
  const issues = findIssues(own);
  if (issues.length > 0) throw new PackUsageError('bad idempotency key', issues);
  const { runId, stepScope, toolId, callId } = own;
  const parts = callId === undefined ? [runId, stepScope, toolId] : [runId, stepScope, toolId, callId];
  return uuidOf(JSON.stringify(parts));
}

function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function findIssues(place: unknown): UsageIssue[] {
  if (typeof place !== 'object' || place === null || Array.isArray(place)) {
    return [{ path: '', message: 'expected an object with runId, stepScope and toolId' }];
  }
  const wrong = fields.flatMap((path) => {
    const value: unknown = Reflect.get(place, path);
    if (path === 'callId' && value === undefined) return [];
    const message = problemOf(value);
    return message === undefined ? [] : [{ path, message }];
  });
  // A misspelt callId would otherwise give one key to several calls.
  const unknown = Object.keys(place).filter((key) => !fields.includes(key));
  return [...wrong, ...unknown.map((path) => ({ path, message: 'unknown field' }))];
}

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'expected a string that is not empty';
  // JSON.stringify would write half a surrogate pair as \ud800, which other languages refuse to do.
  return /\p{Surrogate}/u.test(value) ? 'expected text without half a surrogate pair' : undefined;
}
