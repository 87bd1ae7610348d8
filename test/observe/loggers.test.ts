/** Loggers that fit: pino, a child of it, and any object of that shape; and one that never comes back. */
import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { aCheckCall, aToolCall } from '../../mocks/index.js';
import type { LogFields, PackClientOptions, PackLogger } from '../../src/index.js';
import { clientOf, keepRecords, startSample } from './set-up.js';

/** Where pino writes, and the lines that it wrote. */
function keepLines(): { readonly stream: Writable; readonly records: () => readonly LogFields[] } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return {
    stream,
    records: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

describe('pino', () => {
  it('gets a record for each call and each try', async () => {
    const service = await startSample();
    const { stream, records } = keepLines();
    const client = clientOf(service, { logger: pino({ level: 'debug' }, stream) });
    await client.invoke(aToolCall(), { requestId: 'request-1' });
    const call = { runId: 'run-1', requestId: 'request-1', toolId: 'acme.billing.find-invoice' };
    expect(records()).toMatchObject([
      { level: 20, event: 'pack.attempt', msg: 'try: result', ...call, stage: 'answered', status: 200 },
      {
        level: 30,
        event: 'pack.call',
        msg: 'acme.billing.find-invoice result',
        ...call,
        kind: 'result',
        execution: 'ran',
        attempts: 1,
      },
    ]);
  });

  it('is not given what its level leaves out', async () => {
    const service = await startSample();
    const { stream, records } = keepLines();
    const client = clientOf(service, { logger: pino({ level: 'warn' }, stream), retry: false });
    await client.invoke(aToolCall());
    await service.fail('close-after-request', { times: 1 });
    await client.check(aCheckCall());
    expect(records()).toMatchObject([{ level: 40, event: 'pack.call', reason: 'connection-lost' }]);
  });

  it('may be a child, whose bindings stand in each record', async () => {
    const service = await startSample();
    const { stream, records } = keepLines();
    const logger = pino(stream).child({ module: 'packs' }, { level: 'debug' });
    await clientOf(service, { logger }).check(aCheckCall());
    expect(records().map(({ module, event }) => [module, event])).toEqual([
      ['packs', 'pack.attempt'],
      ['packs', 'pack.call'],
    ]);
  });
});

it('a logger that never comes back holds nothing up', async () => {
  const service = await startSample();
  const never = () => new Promise<never>(() => {});
  const logger: PackLogger = { debug: never, info: never, warn: never };
  expect(await clientOf(service, { logger }).invoke(aToolCall())).toMatchObject({ kind: 'result' });
});

it('a logger may use `this`', async () => {
  class Keeper {
    readonly kept: unknown[] = [];
    debug(fields: LogFields): void {
      this.kept.push(fields);
    }
    info(fields: LogFields): void {
      this.kept.push(fields);
    }
    warn(fields: LogFields): void {
      this.kept.push(fields);
    }
  }
  const service = await startSample();
  const logger = new Keeper();
  await clientOf(service, { logger }).invoke(aToolCall());
  expect(logger.kept).toHaveLength(2);
});

/** Held by the compiler: each of these is a logger as it is. */
it('what is a logger by its types is one', () => {
  const loggers: readonly NonNullable<PackClientOptions['logger']>[] = [
    pino({ level: 'silent' }),
    pino({ level: 'silent', customLevels: { audit: 35 } }),
    pino({ level: 'silent' }).child({}),
    console,
    keepRecords(),
    { debug() {}, info() {}, warn() {} },
    // @ts-expect-error: without `warn`, most of what matters would be lost.
    { debug() {}, info() {} },
    // @ts-expect-error: a message alone says too little.
    { debug(_message: string) {}, info() {}, warn() {} },
  ];
  expect(loggers).toHaveLength(8);
});
