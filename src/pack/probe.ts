/**
 * Readiness of one replica: `GET /readyz` or `GET /healthz`, with no token, on connections of its own. A redirect
 * is never followed. 200 counts as yes only if the body does not say otherwise, because a login page of something
 * in front answers 200 too.
 */
import type { Lifeline } from '../call/lifetime/lifeline.js';
import { rounded } from '../call/rounded.js';
import { readUnavailableBody } from '../call/verdict/unavailable-body.js';
import type { ReplicaAddress } from '../options/types.js';
import { isObject, ownFields } from '../own-fields.js';
import { ownHeader, plainHeaders } from '../protocol/headers.js';
import { parseRetryAfterMs } from '../protocol/retry-after.js';
import type { Reply, Transport, WireError } from '../transport/wire.js';
import type { ReadyState, ReplicaReadiness } from './reports.js';

const maxProbeBytes = 64 * 1024;

/** As much of a replica as a probe needs. */
export interface ProbeTarget {
  readonly address: ReplicaAddress;
  readonly transport: Pick<Transport, 'probe'>;
}

interface ProbeRequest {
  readonly path: '/readyz' | '/healthz';
  /** Milliseconds since 1970, for a `Retry-After` that is a date. */
  readonly dateMs: number;
}

/** Asks one replica; resolves when it answered or the lifeline ended, whatever came of it. */
export async function probeReplica(
  replica: ProbeTarget,
  lifeline: Lifeline,
  request: ProbeRequest,
): Promise<ReplicaReadiness> {
  const { url, pathPrefix } = replica.address;
  const end = await replica.transport.probe(
    {
      method: 'GET',
      path: pathPrefix + request.path,
      headers: [...plainHeaders],
      body: null,
      maxResponseBytes: maxProbeBytes,
    },
    lifeline,
  );
  const durationMs = rounded(lifeline.elapsedMs());
  if (end.kind !== 'reply') {
    const cause = end.kind === 'fault' ? causeOf(end.error) : (lifeline.ended?.reason ?? 'deadline-exceeded');
    return {
      url,
      ready: false,
      state: 'unreachable',
      ...(cause === undefined ? {} : { cause }),
      durationMs,
    };
  }
  const { status } = end;
  if (status !== 503) {
    const ready = status === 200 && saysReady(end);
    return { url, ready, state: ready ? 'ready' : 'unexpected', status, durationMs };
  }
  const told = readUnavailableBody(end.body);
  const retryAfterMs = parseRetryAfterMs(ownHeader(end.headers, 'retry-after'), request.dateMs);
  return {
    url,
    ready: false,
    state: stateOf(told.detail),
    status,
    ...told,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    durationMs,
  };
}

/** Not all errors have a code, but the names of some tell as much. */
function causeOf({ code, name }: WireError): string | undefined {
  return code ?? (name === 'Error' ? undefined : name);
}

function stateOf(detail: ReplicaReadiness['detail']): ReadyState {
  if (detail === 'draining') return 'draining';
  return detail === 'missing env' ? 'missing-env' : 'not-ready';
}

/**
 * An empty body, or a JSON object that does not say otherwise: by a `status` other than the two that services send, by
 * `ready: false`, or by an `error`.
 */
function saysReady({ body, whole, tooLarge }: Reply): boolean {
  if (!whole || tooLarge) return false;
  const text = new TextDecoder().decode(body).trim();
  if (text === '') return true;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (!isObject(value)) return false;
  const { status = 'ready', ready, error } = ownFields(value);
  return (status === 'ready' || status === 'ok') && ready !== false && error === undefined;
}
