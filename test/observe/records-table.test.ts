/** The table of records in docs/operating.md: its events, levels and fields are those that a logger gets. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { aCheckCall, aToolCall, sampleIndex } from '../../mocks/index.js';
import { type PackLogger, parsePackIndex } from '../../src/index.js';
import { inTurn, message } from '../faults/answers.js';
import { clientOf as rawClientOf, serve } from '../regressions/set-up.js';
import { clientOf, keepRecords, startSample } from './set-up.js';

const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(pack\.[a-z-]+)` \| ([^|]*) \| [^|]* \| ([^|]*) \|$/gm)].map(
  ([, event = '', levels = '', fields = '']) => ({
    event,
    levels: wordsIn(levels),
    fields: wordsIn(fields),
  }),
);

function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
}

/** Everything that can be told, told once at least. */
async function playAll(logger: PackLogger): Promise<void> {
  const service = await startSample({ maxConcurrency: 2 });
  const client = clientOf(service, { logger, maxConcurrency: 8 });
  const busy = aToolCall({ tool: 'acme.billing.export-ledger', input: { year: 2026, workMs: 30 } });
  await Promise.all(Array.from({ length: 8 }, () => client.invoke(busy)));
  await service.fail('draining', { times: 1, retryAfter: 0 });
  await client.invoke(aToolCall());
  await client.invoke(aToolCall({ input: {} }));
  await service.fail('cut-body', { times: 1 });
  await client.check(aCheckCall());
  await playBuilds(logger);
  await playBadSchema(logger);
  // Nothing is sent there: a client opens no connection before its first call.
  rawClientOf('http://pack.example.com', { logger });
  rawClientOf('https://pack.example.com', { logger, tls: { rejectUnauthorized: false } });
}

async function playBuilds(logger: PackLogger): Promise<void> {
  const answeredBy = (build: string) =>
    message({ kind: 'result', output: 1 }, { 'kindgi-artifact-version': build });
  const service = await serve({
    onRequest: inTurn(
      (wire) => wire.send(answeredBy('1')),
      (wire) => wire.send(answeredBy('2')),
    ),
  });
  const client = rawClientOf(service.url, { logger });
  await client.invoke(aToolCall());
  await client.invoke(aToolCall());
}

async function playBadSchema(logger: PackLogger): Promise<void> {
  const service = await startSample();
  const [tool] = sampleIndex.tools;
  if (tool === undefined) throw new Error('the sample has no tool');
  const index = parsePackIndex({
    ...sampleIndex,
    tools: [{ ...tool, version: '1.0.0', input: { type: 'object', properties: { a: { pattern: '(' } } } }],
  });
  const client = clientOf(service, { logger, index, validateInput: true });
  await client.invoke(aToolCall({ tool: tool.id }));
}

it('has every event, with its levels and fields', async () => {
  const logger = keepRecords();
  await playAll(logger);
  const told = new Map<string, { readonly levels: Set<string>; readonly fields: Set<string> }>();
  for (const { level, fields } of logger.kept) {
    const { event, ...others } = fields;
    const known = told.get(String(event)) ?? { levels: new Set(), fields: new Set() };
    known.levels.add(level);
    for (const name of Object.keys(others)) known.fields.add(name);
    told.set(String(event), known);
  }
  const table = rows.map(({ event, levels, fields }) => [
    event,
    { levels: new Set(levels), fields: new Set(fields) },
  ]);
  expect(told).toEqual(new Map(Object.entries(Object.fromEntries(table))));
});
