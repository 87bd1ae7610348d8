/**
 * What the stories of the contract suite share: one service that is started before them and ended after them,
 * clients of it that are closed after each test, and the small facts that every call needs. A story that needs
 * a service of another kind starts its own through `start`.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  type CallContext,
  type CallOptions,
  createPackClient,
  type PackClient,
  type PackClientOptions,
  type ToolOutcome,
  unwrap,
} from '../../src/index.js';
import { until } from '../until.js';
import type { ContractService, ContractTarget, ServiceSetup } from './target.js';

/** Calls at once that the shared service takes. */
export const sharedCap = 2;

/** The least that a tool call says about who it runs for. */
export const someone: CallContext = { tenantId: 'tenant-1', runId: 'run-1' };

/** The least that a real service takes as the trace of a run. */
export const someTrace = { runId: 'run-1', tenantId: 'tenant-1', output: 'hello world' };

export interface Fixture {
  readonly target: ContractTarget;
  /** The shared service. Only inside a test. */
  service(): ContractService;
  /** A service of the test's own, ended after it. Fully equipped unless `setup` says otherwise. */
  start(setup?: Partial<ServiceSetup>): Promise<ContractService>;
  /** A client, closed after the test. Of the shared service unless `options` names another. */
  client(options?: Partial<PackClientOptions>): PackClient;
  /** Begins a call of the tool that works until it is released. */
  hold(client: PackClient, options?: HoldOptions): Hold;
  /** How a hold stands, as the shared service saw it. */
  stateOf(hold: Hold): Promise<unknown>;
}

export interface HoldOptions extends CallOptions {
  /** Goes on after its caller gave up. Default false. */
  readonly stubborn?: boolean;
}

export interface Hold {
  readonly key: string;
  readonly outcome: Promise<ToolOutcome>;
  release(): Promise<void>;
}

/** Registers the hooks; call it inside `describe`. */
export function useFixture(target: ContractTarget): Fixture {
  const everyName = Object.fromEntries((target.index.env?.required ?? []).map((name) => [name, 'set']));
  const full: ServiceSetup = { env: everyName, maxConcurrency: sharedCap, envCheck: 'strict' };
  const clients: PackClient[] = [];
  const services: ContractService[] = [];
  let shared: ContractService | undefined;
  let folder = '';

  const service = () => {
    if (shared === undefined) throw new Error('the shared service is there inside tests only');
    return shared;
  };
  const client = (options: Partial<PackClientOptions> = {}) => {
    const { url, token } = service();
    const made = createPackClient({ url, token, maxConcurrency: sharedCap, ...options });
    clients.push(made);
    return made;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pack-contract-'));
    shared = await target.start(full);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((each) => each.close({ graceMs: 0 })));
    await Promise.all(services.splice(0).map((each) => each.close()));
  });
  afterAll(async () => {
    await shared?.close();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    target,
    service,
    client,
    async start(setup = {}) {
      const started = await target.start({ ...full, ...setup });
      services.push(started);
      return started;
    },
    hold(by, { stubborn = false, ...options } = {}) {
      const key = randomUUID();
      const file = path.join(folder, key);
      const call = { tool: target.tools.hold, input: { key, until: file, stubborn }, ctx: someone };
      return { key, outcome: by.invoke(call, options), release: () => writeFile(file, '') };
    },
    async stateOf({ key }) {
      const holds = unwrap(await client().invoke({ tool: target.tools.holds, input: {}, ctx: someone }));
      return typeof holds === 'object' && holds !== null ? Reflect.get(holds, key) : undefined;
    },
  };
}

/** Waits until the handler of a hold is at work. */
export async function untilHolding(fixture: Fixture, hold: Hold): Promise<void> {
  await until(async () => (await fixture.stateOf(hold)) === 'holding', 'the handler is at work');
}
