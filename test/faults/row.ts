/** One row of the verdict table, and how it is played. Nothing here judges an outcome. */
import {
  type CallContext,
  type CallOptions,
  type CheckOutcome,
  createPackClient,
  type InfoOutcome,
  isSafeToRetry,
  type PackClient,
  type PackClientOptions,
  type ToolOutcome,
} from '../../src/index.js';
import { until } from '../until.js';
import type { Opening, Place } from './place.js';
import type { RawService, SeenRequest } from './raw-service.js';

export type Outcome = ToolOutcome | CheckOutcome | InfoOutcome;

/** What an outcome must say, whole. */
export interface Expected {
  readonly kind: Outcome['kind'];
  /** The kind of a good outcome, an error code, or a transport reason. */
  readonly is: string;
  readonly status?: number;
  readonly execution: Outcome['execution'];
  readonly mayStillRun: boolean;
  readonly stopped: Outcome['stopped'];
  readonly isSafe: boolean;
  /** Requests that the services read whole. */
  readonly requests: number;
  /** Stage, status (`-`: none), verdict and execution of each try. */
  readonly attempts: readonly string[];
}

/** What is at hand while a call runs. */
export interface Stage {
  readonly client: PackClient;
  readonly place: Place;
  /** The first service of the place. */
  readonly service: RawService;
  /** Aborts the call's signal. */
  readonly cancel: (reason?: unknown) => void;
}

/** How a row is played. */
export interface Scene {
  readonly at: Opening;
  /** Default: a tool. */
  readonly asks?: 'tool' | 'check' | 'info';
  /** Made anew for each play, because functions among them may count. */
  readonly client?: () => Partial<PackClientOptions>;
  readonly options?: CallOptions;
  /** Happens before the call; calls it begins may go on. */
  readonly before?: (stage: Stage) => unknown;
  /** Happens while the call runs. */
  readonly during?: (stage: Stage) => unknown;
}

export interface Row extends Scene {
  readonly name: string;
  readonly expected: Expected;
  /** More that the outcome holds. */
  readonly also?: object;
}

/** What a play came to. */
export interface Played {
  readonly outcome: Outcome;
  readonly told: Expected;
  /** The requests of this call, over all services. */
  readonly requests: readonly SeenRequest[];
  /** Calls in flight and queued when the call was over. */
  readonly busy: number;
  /** Connections to services that nobody may contact. */
  readonly strayed: number;
}

/** What a play calls with. */
export interface Caller {
  readonly client: Partial<PackClientOptions>;
  readonly input: unknown;
  readonly ctx: CallContext;
  readonly config: Readonly<Record<string, unknown>>;
  readonly trace: unknown;
  /** Gets to see the client before it is closed. */
  readonly look?: (client: PackClient) => void;
}

export const anyone: Caller = {
  client: { token: 'test-token' },
  input: { text: 'x' },
  ctx: { tenantId: 'tenant-1', runId: 'run-1' },
  config: {},
  trace: { runId: 'run-1' },
};

/** Far enough away to decide nothing, near enough to end a test that hangs. */
const farMs = 15_000;

interface Beginning {
  /** Default: a tool. */
  readonly asks?: Scene['asks'];
  /** Default: anyone. */
  readonly caller?: Caller;
  readonly options?: CallOptions;
}

/** Begins a call. */
export function begin(
  client: PackClient,
  { asks = 'tool', caller = anyone, options = {} }: Beginning = {},
): Promise<Outcome> {
  const { input, ctx, config, trace } = caller;
  switch (asks) {
    case 'tool':
      return client.invoke({ tool: 'test.tool', input, ctx }, options);
    case 'check':
      return client.check({ check: 'test.check', config, trace }, options);
    case 'info':
      return client.info({ timeoutMs: options.timeoutMs, signal: options.signal });
  }
}

/** Plays a scene, ends everything that it began, and only then counts what the services saw. */
export async function play(scene: Scene, caller: Caller = anyone): Promise<Played> {
  const place = await scene.at();
  const { services, bystanders = [] } = place;
  const client = clientFor(place, scene, caller);
  const controller = new AbortController();
  const stage = stageOf(place, client, controller);
  try {
    await scene.before?.(stage);
    const seenBefore = services.map(({ requests }) => requests.length);
    const options = { signal: controller.signal, ...scene.options };
    const running = begin(client, { ...(scene.asks && { asks: scene.asks }), caller, options });
    const [outcome] = await Promise.all([running, scene.during?.(stage)]);
    caller.look?.(client);
    const busy = sum(client.stats().replicas.map(({ inFlight, queued }) => inFlight + queued));
    await client.close({ graceMs: 0 });
    await until(() => services.every(({ open }) => open === 0), 'no connection is left');
    const requests = services.flatMap((service, at) => service.requests.slice(seenBefore[at]));
    const strayed = sum(bystanders.map(({ connections }) => connections));
    return { outcome, requests, busy, strayed, told: tellOf(outcome, requests.length) };
  } finally {
    await client.close({ graceMs: 0 });
    await Promise.all([...services, ...bystanders].map((service) => service.close()));
  }
}

function clientFor({ urls, client }: Place, scene: Scene, caller: Caller): PackClient {
  return createPackClient({
    token: 'test-token',
    url: urls,
    timeoutMs: farMs,
    maxConcurrency: 4,
    retry: { minDelayMs: 1, maxDelayMs: 5, maxAttempts: 3 },
    ...client,
    ...caller.client,
    ...scene.client?.(),
  });
}

function stageOf(place: Place, client: PackClient, controller: AbortController): Stage {
  return {
    client,
    place,
    cancel: (reason) => controller.abort(reason),
    get service() {
      const [first] = place.services;
      if (first === undefined) throw new Error('there is no service at this place');
      return first;
    },
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function tellOf(outcome: Outcome, requests: number): Expected {
  const { kind, execution, mayStillRun, stopped, attempts } = outcome;
  const status = kind === 'transport' && outcome.status !== undefined ? { status: outcome.status } : {};
  return {
    kind,
    is: nameOf(outcome),
    ...status,
    execution,
    mayStillRun,
    stopped,
    isSafe: isSafeToRetry(outcome),
    requests,
    attempts: attempts.map((each) => `${each.stage} ${each.status ?? '-'} ${each.verdict} ${each.execution}`),
  };
}

function nameOf(outcome: Outcome): string {
  if (outcome.kind === 'error') return outcome.code;
  return outcome.kind === 'transport' ? outcome.reason : outcome.kind;
}
