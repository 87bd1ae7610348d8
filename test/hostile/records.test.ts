/** Ids come from anybody and stand in records and spans: they end no line of a log, and make none of megabytes. */
import { tracingChannel } from 'node:diagnostics_channel';
import { expect, it, onTestFinished } from 'vitest';
import type { CallMessage, LogFields, PackLogger } from '../../src/index.js';
import { answer, inTurn, unavailable } from '../faults/answers.js';
import type { Script } from '../faults/raw-service.js';
import { watchSpans } from '../otel/set-up.js';
import { call, clientOf, serve } from '../regressions/set-up.js';

/** A logger that writes a line as simple ones do: the message as it is. */
function plainLogger(): PackLogger & { readonly lines: string[]; readonly kept: LogFields[] } {
  const lines: string[] = [];
  const kept: LogFields[] = [];
  const write = (fields: LogFields, message: string) => {
    lines.push(message);
    kept.push(fields);
  };
  return { lines, kept, debug: write, info: write, warn: write };
}

const evil = 'a\r\n2026-01-01 error forged\u001b[2J\u009b31m\u2028b';

it('a message is one line, whatever the id', async () => {
  const service = await serve({ onRequest: (wire) => wire.send(answer(404)) });
  const logger = plainLogger();
  const client = clientOf(service.url, { logger });
  await client.invoke({ ...call, tool: evil });
  await client.check({ check: evil, trace: {} });
  expect(logger.lines).toHaveLength(4);
  for (const line of logger.lines) expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  // Fields have them as they are: whoever writes those writes JSON.
  expect(logger.kept.at(-1)).toMatchObject({ checkId: evil });
});

it('an id of 1 MiB is cut, in the record of each try and in the channel', async () => {
  const channel = tracingChannel<unknown, CallMessage>('kindgi-pack-client:call');
  const told: CallMessage[] = [];
  const keep = (message: unknown) => void told.push(Object(message));
  channel.asyncEnd.subscribe(keep);
  onTestFinished(() => void channel.asyncEnd.unsubscribe(keep));
  const refused: Script = (wire) => wire.send(unavailable('not ready'));
  const service = await serve({ onRequest: inTurn(refused, refused, (wire) => wire.send(answer(404))) });
  const logger = plainLogger();
  const client = clientOf(service.url, { logger, retry: { minDelayMs: 1 } });
  const tool = 't'.repeat(2 ** 20);
  await client.invoke({ ...call, tool });
  expect(service.requests).toHaveLength(3);
  expect(JSON.stringify([logger.kept, logger.lines, told]).length).toBeLessThan(20_000);
  expect(told).toMatchObject([{ toolId: `${'t'.repeat(1_024)}…` }]);
});

it('ids of 1 MiB make no spans of megabytes', async () => {
  const service = await serve({ onRequest: (wire) => wire.send(answer(404)) });
  const { client, ended } = watchSpans(clientOf(service.url));
  const id = 'i'.repeat(2 ** 20);
  await client.invoke({ ...call, tool: { id } });
  await client.check({ check: `${evil}${id}`, trace: {} });
  const refused = client.invoke({ ...call, ctx: { ...call.ctx, runId: id } });
  await expect(refused).rejects.toThrow('ctx.runId');
  const told = ended().map(({ name, attributes }) => ({ name, attributes }));
  // Two calls with a try each, and the one that was refused.
  expect(told).toHaveLength(5);
  expect(JSON.stringify(told).length).toBeLessThan(20_000);
  for (const { name } of told) expect(name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
});
