/** A service that is rebuilt while calls run: the header of its answers tells, the log says so once. */
import { expect, onTestFinished, test } from 'vitest';
import { createPackClient } from '../../src/index.js';
import { answers, inTurn, message } from '../faults/answers.js';
import { startRawService } from '../faults/raw-service.js';

const call = { tool: 'acme.any', input: {}, ctx: { tenantId: 't-1', runId: 'run-1' } };

/** Answers each call by the next of these builds; `''` sends no header. */
async function startBuilds(...builds: readonly string[]) {
  const service = await startRawService({
    onRequest: inTurn(
      ...builds.map((build) =>
        answers(
          message(
            { kind: 'result', output: build },
            build === '' ? {} : { 'kindgi-artifact-version': build },
          ),
        ),
      ),
    ),
  });
  onTestFinished(() => service.close());
  return service;
}

function keepDrift() {
  const drift: unknown[] = [];
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (fields: Readonly<Record<string, unknown>>) => void drift.push(fields),
  };
  return { drift, logger };
}

test('each new build of a replica is logged once, and stats() shows the last', async () => {
  const service = await startBuilds('b.1', 'b.1', 'b.2', 'b.1', 'b.2', '', 'b.3');
  const { drift, logger } = keepDrift();
  const client = createPackClient({ url: service.url, token: 't', logger });
  onTestFinished(() => client.close({ graceMs: 0 }));
  const build = () => client.stats().replicas[0]?.artifactVersion;
  expect(build()).toBeUndefined();
  const seen: unknown[] = [];
  for (let n = 0; n < 7; n += 1) {
    await client.invoke(call);
    seen.push(build());
  }
  expect(seen).toEqual(['b.1', 'b.1', 'b.2', 'b.1', 'b.2', 'b.2', 'b.3']);
  const replica = service.url;
  expect(drift).toEqual([
    { event: 'pack.drift', replica, artifactVersion: 'b.2', previous: 'b.1' },
    { event: 'pack.drift', replica, artifactVersion: 'b.3', previous: 'b.2' },
  ]);
});

test('replicas are watched one by one', async () => {
  const services = [await startBuilds('b.1', 'b.2'), await startBuilds('b.1', 'b.2')];
  const { drift, logger } = keepDrift();
  const client = createPackClient({ url: services.map(({ url }) => url), token: 't', logger });
  onTestFinished(() => client.close({ graceMs: 0 }));
  for (let n = 0; n < 4; n += 1) await client.invoke(call);
  expect(services.map(({ requests }) => requests.length)).toEqual([2, 2]);
  const change = { event: 'pack.drift', artifactVersion: 'b.2', previous: 'b.1' };
  expect(drift).toHaveLength(2);
  expect(drift).toEqual(expect.arrayContaining(services.map(({ url }) => ({ ...change, replica: url }))));
  expect(client.stats().replicas.map(({ artifactVersion }) => artifactVersion)).toEqual(['b.2', 'b.2']);
});
