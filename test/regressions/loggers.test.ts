/** Faults of loggers: one that throws, now or later, must cost no call its outcome and no process its life. */
import { expect, it, onTestFinished } from 'vitest';
import type { PackLogger } from '../../src/index.js';
import { good, inTurn, unavailable } from '../faults/answers.js';
import { until } from '../until.js';
import { call, clientOf, serve, untyped } from './set-up.js';

/** Counts what Node would end a process for. */
function watchProcess(): { readonly faults: readonly unknown[] } {
  const faults: unknown[] = [];
  const keep = (error: unknown) => void faults.push(error);
  process.on('unhandledRejection', keep);
  onTestFinished(() => void process.off('unhandledRejection', keep));
  return { faults };
}

const loggers: readonly (readonly [string, (told: () => void) => unknown])[] = [
  [
    'rejects',
    async (told) => {
      told();
      throw new Error('no disk');
    },
  ],
  [
    'rejects later',
    async (told) => {
      await new Promise((resolve) => setImmediate(resolve));
      told();
      throw new Error('no disk');
    },
  ],
  [
    'throws',
    (told) => {
      told();
      throw new Error('no disk');
    },
  ],
];

it.each(loggers)('a logger that %s loses nothing', async (_how, write) => {
  const watched = watchProcess();
  let records = 0;
  const log = () =>
    write(() => {
      records += 1;
    });
  const logger: PackLogger = untyped({ debug: log, info: log, warn: log });
  const service = await serve({
    onRequest: inTurn((wire) => wire.send(unavailable('not ready')), good),
  });
  const client = clientOf(service.url, { logger, retry: { minDelayMs: 1 } });
  expect(await client.invoke(call)).toMatchObject({ kind: 'result', attempts: [{}, {}] });
  expect(await client.invoke(call)).toMatchObject({ kind: 'result' });
  await until(() => records === 7, 'three tries, two calls, a cooling and a recovery were told');
  // Node tells of rejections that nobody awaited once all microtasks are done.
  await new Promise((resolve) => setImmediate(resolve));
  expect(watched.faults).toEqual([]);
});

it('a logger whose isLevelEnabled throws writes nothing, and that is all', async () => {
  const fail = () => {
    throw new Error('no level');
  };
  const service = await serve({ onRequest: good });
  const logger: PackLogger = untyped({ debug: fail, info: fail, warn: fail, isLevelEnabled: fail });
  expect(await clientOf(service.url, { logger }).invoke(call)).toMatchObject({ kind: 'result' });
});
