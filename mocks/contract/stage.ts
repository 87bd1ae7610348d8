/**
 * What a story of the contract suite works with: the service that all stories share, clients of it, services of
 * the story's own, and calls that are held until they are released. Whatever a story leaves is ended after it,
 * however it ended, so that the next one finds the shared service idle.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CallContext,
  type CallOptions,
  createPackClient,
  type PackClient,
  type PackClientOptions,
  type ToolOutcome,
  unwrap,
} from '../../src/index.js';
import {
  type CheckRoles,
  type ContractService,
  type ContractTarget,
  contractChecks,
  contractTools,
  defaultPatienceMs,
  type ServiceSetup,
  type ToolRoles,
} from './target.js';
import { until } from './until.js';

/** So that no story hangs for the two minutes that a call has by default. */
const callLimitMs = 30_000;

/** Calls at once that the shared service takes. */
export const sharedCap = 2;

/** The least that a tool call says about who it runs for. */
export const someone: CallContext = { tenantId: 'tenant-1', runId: 'run-1' };

/** The least that a real service takes as the trace of a run. */
export const someTrace = { runId: 'run-1', tenantId: 'tenant-1', output: 'hello world' };

/** What a story gets to work with. Whatever it starts is ended after it. */
export interface StoryStage {
  /** Whose promises are held against it. */
  readonly target: ContractTarget;
  /** Ids of the target's tools. */
  readonly tools: ToolRoles;
  /** Ids of the target's checks. */
  readonly checks: CheckRoles;
  /** The `Retry-After` that a 503 has to name. */
  readonly retryAfter: { readonly text: string; readonly ms: number };
  /** Milliseconds to wait for what must come. */
  readonly patienceMs: number;
  /** The shared service. */
  readonly service: ContractService;
  /** A service of the story's own. Fully equipped unless `setup` says otherwise. */
  start(setup?: Partial<ServiceSetup>): Promise<ContractService>;
  /** A client of the shared service, unless `options` names another. */
  client(options?: Partial<PackClientOptions>): PackClient;
  /** Begins a call of the tool that works until it is released. */
  hold(client: PackClient, options?: HoldOptions): Hold;
  /** How a hold stands, as the shared service saw it; `undefined` if it never began. */
  stateOf(hold: Hold): Promise<unknown>;
  /** Waits until it holds, within the target's patience. */
  until(condition: () => boolean | Promise<boolean>, what: string): Promise<void>;
  /** Waits until the handler of this call is at work. Rejects with `Error` when the target's patience is over. */
  untilHolding(hold: Hold): Promise<void>;
}

/** How a call that is held is made; beside these, the options of any call. */
export interface HoldOptions extends CallOptions {
  /** Goes on after its caller gave up. Default false. */
  readonly stubborn?: boolean;
  /** Asks for this version of the tool. */
  readonly version?: string;
}

/** A call of the tool `hold`, which works until it is released. */
export interface Hold {
  /** Tells it from other calls; unique. */
  readonly key: string;
  /** What comes of it. Like any call, it does not reject once it is made. */
  readonly outcome: Promise<ToolOutcome>;
  /** Lets it go on; one that never began is left as it is. Released at the end of the story at the latest. */
  release(): Promise<void>;
}

export interface OpenStage extends StoryStage {
  /** Ends everything that the story began. */
  end(): Promise<void>;
}

/** The setup with which nothing is missing. */
export function fullSetup({ index }: ContractTarget): ServiceSetup {
  const env = Object.fromEntries((index.env?.required ?? []).map((name) => [name, 'set']));
  return { env, maxConcurrency: sharedCap, envCheck: 'strict' };
}

/** @param folder where the files lie that release holds. */
export function openStage(target: ContractTarget, service: ContractService, folder: string): OpenStage {
  const {
    patienceMs = defaultPatienceMs,
    retryAfterSeconds = 1,
    tools = contractTools,
    checks = contractChecks,
  } = target;
  const clients: PackClient[] = [];
  const services: ContractService[] = [];
  const holds: Hold[] = [];

  const client: StoryStage['client'] = (options = {}) => {
    const { url, token } = service;
    const made = createPackClient({
      url,
      token,
      maxConcurrency: sharedCap,
      timeoutMs: callLimitMs,
      ...options,
    });
    clients.push(made);
    return made;
  };
  const stateOf: StoryStage['stateOf'] = async ({ key }) => {
    const states = unwrap(await client().invoke({ tool: tools.holds, input: {}, ctx: someone }));
    return typeof states === 'object' && states !== null ? Reflect.get(states, key) : undefined;
  };

  return {
    target,
    tools,
    checks,
    retryAfter: { text: String(retryAfterSeconds), ms: retryAfterSeconds * 1_000 },
    patienceMs,
    service,
    client,
    stateOf,
    async start(setup = {}) {
      const started = await target.start({ ...fullSetup(target), ...setup });
      services.push(started);
      return started;
    },
    hold(by, { stubborn = false, version, ...options } = {}) {
      const key = randomUUID();
      const file = path.join(folder, key);
      const tool = version === undefined ? tools.hold : { id: tools.hold, version };
      const call = { tool, input: { key, until: file, stubborn }, ctx: someone };
      const hold = { key, outcome: by.invoke(call, options), release: () => writeFile(file, '') };
      holds.push(hold);
      return hold;
    },
    until: (condition, what) => until(condition, what, patienceMs),
    untilHolding: (hold) =>
      until(async () => (await stateOf(hold)) === 'holding', 'the handler is at work', patienceMs),
    async end() {
      await Promise.all(holds.map((hold) => hold.release()));
      await Promise.all(clients.map((each) => each.close({ graceMs: 0 })));
      await Promise.all(services.map((each) => each.close()));
    },
  };
}
