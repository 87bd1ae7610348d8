/** What spans and metrics say of a call, a try and a replica. Fields are named one by one, as in records. */
import type { Attributes } from '@opentelemetry/api';
import { maxTargetIdChars } from '../observe/records.js';
import { oneLine } from '../one-line.js';
import type { Attempt, CheckOutcome, ToolOutcome } from '../outcome.js';
import { outcomeName } from '../outcome-name.js';
import { ownField } from '../own-fields.js';
import { conventional, own, rpcSystem, unknownMethod } from './names.js';

export type CallOutcome = ToolOutcome | CheckOutcome;

export function isGood({ kind }: CallOutcome): boolean {
  return kind === 'result' || kind === 'check-result';
}

/** `tool/<id>` or `check/<id>`; `_OTHER` for arguments that name none. */
export function methodOf(kind: 'tool' | 'check', call: unknown): string {
  try {
    const target = ownField(call, kind);
    const id = typeof target === 'string' ? target : ownField(target, 'id');
    return typeof id === 'string' ? `${kind}/${oneLine(id, maxTargetIdChars)}` : unknownMethod;
  } catch {
    // The client refuses what cannot be read, and says why.
    return unknownMethod;
  }
}

/** The method as a metric may name it: anybody can ask for what no pack has, and each name would be a series. */
export function knownMethod(method: string, outcome: CallOutcome): string {
  const isUnknown =
    outcome.kind === 'error' && (outcome.code === 'tool-not-in-pack' || outcome.code === 'check-not-in-pack');
  return isUnknown ? unknownMethod : method;
}

export function methodAttributes(method: string): Attributes {
  return { [conventional.rpcSystemName]: rpcSystem, [conventional.rpcMethod]: method };
}

/** How a call ended, in words of which there are few. */
export function statusAttributes(outcome: CallOutcome): Attributes {
  const name = outcomeName(outcome);
  return {
    [conventional.rpcStatusCode]: name,
    ...(isGood(outcome) ? {} : { [conventional.errorType]: name }),
    ...serverAttributes(outcome.attempts.at(-1)?.replica),
  };
}

export function outcomeAttributes(outcome: CallOutcome): Attributes {
  const { execution, mayStillRun, stopped, attempts, requestId, artifactVersion } = outcome;
  return {
    ...statusAttributes(outcome),
    [own.execution]: execution,
    [own.mayStillRun]: mayStillRun,
    [own.stopped]: stopped,
    [own.attempts]: attempts.length,
    [own.requestId]: requestId,
    ...(artifactVersion === undefined ? {} : { [own.artifactVersion]: artifactVersion }),
  };
}

/** @param resends how many tries were made before. */
export function attemptAttributes(attempt: Attempt, resends: number): Attributes {
  const { replica, status, stage, execution } = attempt;
  const failure = httpFailure(attempt);
  return {
    [conventional.httpRequestMethod]: 'POST',
    [conventional.urlFull]: `${replica}/v1/invoke`,
    ...serverAttributes(replica),
    [own.execution]: execution,
    ...(stage === 'connecting' ? {} : { [conventional.networkProtocolVersion]: '1.1' }),
    ...(status === undefined ? {} : { [conventional.httpResponseStatusCode]: status }),
    ...(resends === 0 ? {} : { [conventional.httpRequestResendCount]: resends }),
    ...(failure === undefined ? {} : { [conventional.errorType]: failure }),
  };
}

/** A pack error comes with 200: as a request, that went well. */
export function httpFailure({ status = 0, stage, verdict }: Attempt): string | undefined {
  if (status >= 400) return String(status);
  return stage === 'answered' ? undefined : verdict;
}

export function serverAttributes(url: string | undefined): Attributes {
  if (url === undefined) return {};
  const { hostname, port, protocol } = new URL(url);
  return {
    [conventional.serverAddress]: hostname.replace(/^\[(.*)\]$/, '$1'),
    [conventional.serverPort]: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}
