/**
 * The pack of the contract as handlers of the test kit: they do what `target.ts` asks of each part, and what the
 * Python ones in `test/peer/pack` do. Made anew for each service, so that what one remembers is not seen by
 * another.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckHandler, HandlerContext, PackServiceOptions, ToolHandler } from '../service/options.js';
import { contractIndex } from './contract-index.js';

interface HoldInput {
  readonly key: string;
  readonly until: string;
  readonly stubborn: boolean;
}

const maxHoldMs = 60_000;
const pauseMs = 5;

/**
 * The index and the handlers of the contract's pack, as `startPackService` takes them.
 *
 * @example
 * ```ts
 * await using service = await startPackService(createContractPack());
 * ```
 */
export function createContractPack(): Required<Pick<PackServiceOptions, 'index' | 'tools' | 'checks'>> {
  return { index: contractIndex, tools: createTools(), checks };
}

function createTools(): Readonly<Record<string, ToolHandler | Error>> {
  const holds = new Map<string, string>();
  return {
    'contract.echo': ({ value }: { readonly value?: unknown }) => value,
    'contract.read': (input) => input,
    'contract.defaults': (input) => input,
    'contract.context': (_input, ctx) => describeContext(ctx),
    'contract.hold': (input: HoldInput, ctx) => hold(holds, input, ctx.signal),
    'contract.holds': () => Object.fromEntries(holds),
    'contract.throw': ({ text }: { readonly text: string }) => {
      throw new RangeError(text);
    },
    'contract.wrong-output': () => ({ text: 7 }),
    'contract.versioned@1.0.0': () => '1.0.0',
    'contract.versioned@2.0.0': () => '2.0.0',
    'contract.unloadable': new Error('unloadable.py was told not to load'),
  };
}

const checks: Readonly<Record<string, CheckHandler>> = {
  'contract.says': ({ word = '' }: { readonly word?: string }, trace: Trace) => {
    if (trace.output.includes(word)) return { passed: true };
    const attributes = { word, runId: trace.runId };
    return { passed: false, reason: `the output lacks ${word}`, judgeResponse: 'no', attributes };
  },
  'contract.short': ({ maxLength }: { readonly maxLength: number }, trace: Trace) =>
    trace.output.length <= maxLength,
  'contract.check-throws': () => {
    throw new RangeError('the check broke');
  },
  'contract.no-verdict': () => 'fine',
};

interface Trace {
  readonly runId: string;
  readonly output: string;
}

function describeContext(ctx: HandlerContext): object {
  const { tenantId, runId, projectId, orgId, requestId, idempotencyKey, env, secrets, config, settings } =
    ctx;
  const ids = { tenantId, runId, projectId, orgId, requestId, idempotencyKey };
  return { ...ids, env, config, settings, secretNames: Object.keys(secrets ?? {}).sort() };
}

async function hold(holds: Map<string, string>, input: HoldInput, signal: AbortSignal): Promise<object> {
  const { key, until, stubborn } = input;
  const endMs = performance.now() + maxHoldMs;
  holds.set(key, 'holding');
  while (!existsSync(until)) {
    if (performance.now() > endMs) throw new Error(`nobody released ${key}`);
    if (signal.aborted) {
      holds.set(key, String(signal.reason));
      if (!stubborn) throw new Error('the call is over');
    }
    await sleep(pauseMs);
  }
  holds.set(key, 'released');
  return { key };
}
