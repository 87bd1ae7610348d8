/**
 * One request from arrival to answer: the next fault that fits strikes where its row says, otherwise the
 * protocol core answers.
 */
import type { PackIndex } from '../../src/pack/pack-index.js';
import type { FaultRequest } from '../faults/fault-options.js';
import type { FaultQueue, PendingFault } from '../faults/fault-queue.js';
import type { Exchange } from './exchange.js';
import type { PackCore, Reply } from './pack-core.js';
import { parseJson, parseRequest } from './parse-request.js';

export interface Serving {
  readonly core: PackCore;
  readonly faults: FaultQueue;
  readonly index: PackIndex;
  readonly maxRequestBytes: number;
}

export async function serve(exchange: Exchange, serving: Serving): Promise<void> {
  const { core, faults, index } = serving;
  const { maxRequestBytes } = serving;
  const request = faults.decides ? await readFaultRequest(exchange, maxRequestBytes) : exchange;
  const pending = faults.next(['gate', 'request', 'reply'], request);
  if (pending === undefined) return core.answer(exchange, exchange.send);

  const { row, options } = pending;
  if (row.at === 'gate') {
    // Used up only when the request gets that far: a wrong token is refused before.
    const refusal = (): Reply | undefined =>
      use(pending, exchange) ? row.refuse(options, index) : undefined;
    return core.answer({ ...exchange, refusal }, exchange.send);
  }
  if (!use(pending, exchange)) return core.answer(exchange, exchange.send);
  if (row.at === 'reply') return core.answer(exchange, (reply) => row.play(exchange, reply));
  if (row.at === 'request' && (await readRequest(exchange, maxRequestBytes))) {
    return row.play(exchange, options);
  }
}

function use(pending: PendingFault, { record }: Exchange): boolean {
  if (!pending.use()) return false;
  record.fault = pending.fault;
  return true;
}

/** What `when` gets: a copy, so that nothing it does to it reaches the service. */
async function readFaultRequest(
  { method, path, headers, readBody }: Exchange,
  maxBytes: number,
): Promise<FaultRequest> {
  const body = await readBody(maxBytes);
  const message = parseRequest(typeof body === 'string' ? undefined : parseJson(body));
  const request = { method, path, headers: { ...headers } };
  return frozen(message.kind === 'error' ? request : { ...request, message });
}

/** The same value, frozen at every depth; not by calling itself, for a message may be nested deeper than the stack. */
function frozen<Value>(value: Value): Value {
  const left: unknown[] = [value];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    for (const inner of Object.values(Object.freeze(Object(each)))) {
      if (typeof inner === 'object' && inner !== null) left.push(inner);
    }
  }
  return value;
}

/** Reads the whole request and notes its message. False when the caller went away meanwhile. */
async function readRequest({ readBody, record }: Exchange, maxBytes: number): Promise<boolean> {
  const body = await readBody(maxBytes);
  if (body === 'gone') return false;
  const message = body === 'too-large' ? undefined : parseJson(body);
  if (message !== undefined) record.message = message;
  return true;
}
