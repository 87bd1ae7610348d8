/** Any text for `Retry-After`, any index and any info: a value, or a refusal of the one kind that there is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleIndex } from '../../../mocks/index.js';
import { readUnavailableBody } from '../../../src/call/verdict/unavailable-body.js';
import { compareInfo, type PackInfo, PackUsageError, parsePackIndex } from '../../../src/index.js';
import { locateJsonError } from '../../../src/pack/locate-json-error.js';
import { isPackInfo } from '../../../src/protocol/checks.js';
import { parseRetryAfterMs } from '../../../src/protocol/retry-after.js';
import { mutatedText } from './mutate.js';
import { runsOf, seeded, Tally } from './runs.js';

const timeout = 3_600_000;
const parameters = { numRuns: runsOf(3_000), ...seeded() };
const nowMs = Date.UTC(2026, 10, 6, 8, 49, 37);

const delays = [
  '0',
  '120',
  '99999999999',
  'Sun, 06 Nov 2094 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 2094',
];

it('Retry-After', { timeout }, () => {
  const tally = new Tally();
  const header = fc.oneof(
    { weight: 5, arbitrary: mutatedText(delays) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...delays), { maxLength: 3 }) },
  );
  fc.assert(
    fc.property(header, (value) => {
      const delayMs = parseRetryAfterMs(value, nowMs);
      tally.count(delayMs === undefined ? 'no promise' : delayMs === 0 ? 'at once' : 'a delay');
      if (delayMs !== undefined) {
        expect(Number.isSafeInteger(delayMs) && delayMs >= 0).toBe(true);
        // A promise is only what stands there once, in one of four forms.
        expect(String(value).trim()).toMatch(
          /^\d+$|^[A-Z][a-z]+,? [\d A-Z].* GMT$|^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/,
        );
      }
    }),
    parameters,
  );
  tally.tell('Retry-After');
  expect(tally.of('a delay')).toBeGreaterThan(0);
});

it('the body of a 503', { timeout }, () => {
  const tally = new Tally();
  const bodies = [
    '{"error":"draining"}',
    '{"error":"missing env","missingEnv":["A","B_C"]}',
    '{"error":"not ready"}',
  ];
  fc.assert(
    fc.property(mutatedText(bodies), (text) => {
      const { detail, missingEnv = [] } = readUnavailableBody(Buffer.from(text));
      tally.count(detail ?? 'nothing');
      for (const name of missingEnv) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);
    }),
    parameters,
  );
  tally.tell('the body of a 503');
});

const infoText = JSON.stringify({
  protocol: 2,
  packId: sampleIndex.packId,
  packVersion: sampleIndex.packVersion,
  artifactVersion: sampleIndex.artifactVersion,
  tools: sampleIndex.tools.map(({ id, version }) => ({ id, ...(version === undefined ? {} : { version }) })),
  checks: sampleIndex.guardrails.map(({ id }) => id),
  missingEnv: ['A'],
});

/** JSON of nearly the right shape: edited as text, or with any value in place of one of its own. */
function nearly(text: string): fc.Arbitrary<unknown> {
  const value: unknown = JSON.parse(text);
  const places = placesIn(value);
  const replaced = fc
    .tuple(
      fc.constantFrom(...places),
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('__proto__', '', -1, 1e308)),
    )
    .map(([place, other]) => replacing(value, place, other));
  const edited = mutatedText([text]).map(parsed);
  return fc.oneof({ weight: 2, arbitrary: replaced }, { weight: 1, arbitrary: edited });
}

describe('JSON of nearly the right shape', () => {
  it('as an info', { timeout }, () => {
    const tally = new Tally();
    fc.assert(
      fc.property(nearly(infoText), (value) => {
        const isInfo = isPackInfo(value);
        tally.count(isInfo ? 'an info' : 'refused');
        if (isInfo) expectFindings(value);
      }),
      parameters,
    );
    tally.tell('info');
    for (const name of ['an info', 'refused']) expect(tally.of(name)).toBeGreaterThan(0);
  });

  it('as an index', { timeout }, () => {
    const tally = new Tally();
    const info: PackInfo = JSON.parse(infoText);
    fc.assert(
      fc.property(nearly(JSON.stringify(sampleIndex)), (value) => {
        let index: ReturnType<typeof parsePackIndex> | undefined;
        try {
          index = parsePackIndex(value);
        } catch (error) {
          expect(error).toBeInstanceOf(PackUsageError);
        }
        tally.count(index === undefined ? 'refused' : 'an index');
        if (index !== undefined) expect(compareInfo(index, info)).toBeInstanceOf(Array);
      }),
      parameters,
    );
    tally.tell('index');
    for (const name of ['an index', 'refused']) expect(tally.of(name)).toBeGreaterThan(0);
  });

  it('or none at all: the place where it goes wrong is inside it', { timeout }, () => {
    const tally = new Tally();
    fc.assert(
      fc.property(mutatedText([infoText, JSON.stringify({ a: [1, 'b', { c: null }] }, null, 2)]), (text) => {
        const isJson = parsed(text) !== undefined;
        tally.count(isJson ? 'JSON' : 'none');
        if (isJson) return;
        const { line, column } = locateJsonError(text);
        const lines = text.split('\n');
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeGreaterThanOrEqual(1);
      }),
      parameters,
    );
    tally.tell('text as JSON');
  });
});

function expectFindings(info: PackInfo): void {
  for (const { code, subject, message } of compareInfo(parsePackIndex(sampleIndex), info)) {
    expect([typeof code, typeof subject, typeof message]).toEqual(['string', 'string', 'string']);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Path = readonly (string | number)[];

function placesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const isArray = Array.isArray(value);
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesIn(inner, [...path, isArray ? Number(key) : key]),
    ),
  ];
}

/** A copy with another value at one place. */
function replacing(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other;
  const entries = Object.entries(Object(value)).map(([key, inner]) => [
    key,
    key === String(first) ? replacing(inner, rest, other) : inner,
  ]);
  if (!Array.isArray(value)) return Object.fromEntries(entries);
  return entries.map(([, inner]) => inner);
}
