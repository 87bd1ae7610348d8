/**
 * A rolling deploy: three replicas drain, go and come back as a new build one after the other, under 24 callers
 * who know nothing of it. No call fails, and none runs twice.
 */
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { type RunningPackService, startPackService } from '../../mocks/index.js';
import { createPackClient, type ToolOutcome } from '../../src/index.js';
import { pack, tool } from '../mocks/packs.js';
import { listenOnLoopback } from '../stages/listen.js';
import { until } from '../until.js';

const callers = 24;

interface Load {
  readonly outcomes: readonly ToolOutcome[];
  /** No call is at that replica, nor will be for a while. */
  leavesAlone(at: number): boolean;
  stop(): Promise<unknown>;
}

it('loses no call and runs none twice', { timeout: 60_000 }, async () => {
  const runs = new Map<string, number>();
  const begin = (build: number, port = 0) =>
    startPackService({
      index: pack({ artifactVersion: `build-${build}`, tools: [tool('work')] }),
      port,
      tools: {
        async work(key: string) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          runs.set(key, (runs.get(key) ?? 0) + 1);
          return key;
        },
      },
    });
  const replicas = await Promise.all([begin(1), begin(1), begin(1)]);
  onTestFinished(async () => void (await Promise.all(replicas.map((replica) => replica.close()))));
  const load = startLoad(replicas);
  await until(() => load.outcomes.length > 200, 'the load is there');

  for (const [at, old] of replicas.entries()) {
    await old.drain();
    const seen = load.outcomes.length;
    await until(() => load.outcomes.length > seen + 100, 'calls go on while it drains');
    // A connection that the kernel has taken and the service has not is reset when it closes: a call on it may have run.
    await until(() => load.leavesAlone(at), 'no call is on its way to it');
    await old.close();
    await until(() => load.outcomes.length > seen + 200, 'calls go on while it is gone');
    const fresh = await begin(2, old.port);
    replicas[at] = fresh;
    await until(() => fresh.calls.length > 0, 'it takes calls again', 20_000);
  }
  await load.stop();

  const failed = load.outcomes.filter(({ kind }) => kind !== 'result');
  expect(failed).toEqual([]);
  expect([...runs.values()].filter((times) => times !== 1)).toEqual([]);
  expect(runs.size).toBe(load.outcomes.length);
  expect(replicas.map(({ calls }) => calls.length > 0)).toEqual([true, true, true]);
});

it('leaves the connections of the instance that drains: new ones reach the instance behind it', async () => {
  const old = new Set<unknown>();
  let isSwitched = false;
  const server = createServer((request, response) => {
    const isOld = old.has(request.socket);
    const answer = () => {
      if (isOld && isSwitched) response.writeHead(503, { 'retry-after': '0' }).end('{"error":"draining"}');
      else response.end('{"v":2,"kind":"result","output":1}');
    };
    request.resume().on('end', () => (isSwitched ? answer() : setTimeout(answer, 20)));
  });
  server.on('connection', (socket) => {
    if (!isSwitched) old.add(socket);
  });
  const { port } = await listenOnLoopback(server);
  const url = `http://127.0.0.1:${port}`;
  const client = createPackClient({ url, token: 't', maxConcurrency: 4, retry: { minDelayMs: 1 } });
  onTestFinished(() => client.close({ graceMs: 0 }));
  const call = () => client.invoke({ tool: 'work', input: 1, ctx: { tenantId: 't', runId: 'r' } });
  // At the same time, so that as many connections are kept alive as there may be.
  await Promise.all([call(), call(), call(), call()]);
  expect(old.size).toBe(4);

  isSwitched = true;
  const outcome = await call();
  expect(outcome.attempts.map(({ verdict }) => verdict)).toEqual(['unavailable', 'result']);
  expect((await call()).attempts).toHaveLength(1);
});

/** Callers who make one call after the other until they are told to stop. */
function startLoad(replicas: readonly RunningPackService[]): Load {
  const [{ token } = { token: '' }] = replicas;
  const client = createPackClient({ url: replicas.map(({ url }) => url), token, timeoutMs: 30_000 });
  onTestFinished(() => client.close({ graceMs: 0 }));
  const outcomes: ToolOutcome[] = [];
  let isOn = true;
  let made = 0;
  const caller = async () => {
    while (isOn) {
      made += 1;
      const input = `call-${made}`;
      outcomes.push(await client.invoke({ tool: 'work', input, ctx: { tenantId: 't', runId: 'r' } }));
    }
  };
  const all = Promise.all(Array.from({ length: callers }, caller));
  return {
    outcomes,
    leavesAlone(at) {
      const { inFlight = 1, coolingMs = 0 } = client.stats().replicas[at] ?? {};
      return inFlight === 0 && coolingMs > 200;
    },
    stop() {
      isOn = false;
      return all;
    },
  };
}
