/** Faults of secrecy: a token, an input or a secret in an outcome, an error, a record, or at another address. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PackClient, unwrap } from '../../src/index.js';
import { answer, good, message } from '../faults/answers.js';
import { scripted } from '../faults/place.js';
import { type Outcome, play, type Scene } from '../faults/row.js';
import { verdicts } from '../faults/verdicts.js';
import { readableFrom } from '../secrets/reachable.js';
import {
  canaries,
  leaksIn,
  likeALogger,
  recordingLogger,
  secretCaller,
  secretClient,
  tellLooks,
} from './canaries.js';
import { clientOf, serve, thrownBy } from './set-up.js';

afterAll(() => tellLooks('secrets of calls'));

describe('no secret shows', () => {
  it.each(verdicts)('after %s, in outcome, error, records, events or client', async (_what, rows) => {
    const events = recordEvents();
    const leaks = await Promise.all(
      rows.map(async (row) => {
        const { outcome, records, clientLeaks } = await playInSecret(row);
        const shown = [outcome, ...records, errorOf(outcome)];
        return [...clientLeaks, ...shown.flatMap(leaksIn)].map((leak) => `${row.name}: ${leak}`);
      }),
    );
    expect(leaks.flat()).toEqual([]);
    expect(events.flatMap(leaksIn)).toEqual([]);
  });

  it('though every one of them was sent, and would be found', async () => {
    const service = await serve({ onRequest: good });
    const { input, ctx, config, trace } = secretCaller(recordingLogger(), () => undefined);
    const client = clientOf(service.url, secretClient);
    await client.invoke({ tool: 'test.tool', input, ctx });
    await client.check({ check: 'test.check', config, trace });
    const sent = service.requests.map(({ raw }) => raw).join('\n');
    expect(canaries.filter((each) => !sent.includes(each))).toEqual([]);
    const hidden = Object.defineProperty(new Error('x'), 'request', { value: sent, enumerable: false });
    for (const value of [
      sent,
      { deep: { er: [sent] } },
      new Error(sent),
      new Error('x', { cause: sent }),
      hidden,
    ]) {
      expect(leaksIn(value).length).toBeGreaterThanOrEqual(canaries.length);
    }
  });
});

/** A service that gives back all it was told, in one place after the other. */
const echoes: readonly (readonly [string, (raw: string) => string | Uint8Array])[] = [
  ...[400, 401, 404, 413, 429, 500, 502].map(
    (status) => [`the body of a ${status}`, (raw: string) => answer(status, raw)] as const,
  ),
  ['the body of a 503', (raw) => answer(503, raw, { 'retry-after': '0' })],
  ['the error of a 503', (raw) => answer(503, JSON.stringify({ error: raw }), { 'retry-after': '0' })],
  [
    'the missing names of a 503',
    (raw) => answer(503, JSON.stringify({ error: 'missing env', missingEnv: [raw] }), { 'retry-after': '0' }),
  ],
  ['the status line', (raw) => `HTTP/1.1 500 ${oneLine(raw)}\r\ncontent-length: 0\r\n\r\n`],
  ['a header', (raw) => answer(418, '', { 'x-echo': oneLine(raw), location: `/${oneLine(raw)}` })],
  ['Retry-After', (raw) => answer(503, '', { 'retry-after': oneLine(raw) })],
  ['what is no HTTP', (raw) => oneLine(raw)],
  ['a header without a colon', (raw) => `HTTP/1.1 200 OK\r\n${oneLine(raw).replaceAll(':', ' ')}\r\n\r\n`],
  [
    'the size of a chunk',
    (raw) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nz${oneLine(raw)}\r\n`,
  ],
  ['a 200 that is no JSON', (raw) => answer(200, `<html>${raw}`)],
  [
    'a 200 that is nearly JSON',
    (raw) => answer(200, `{"v":2,"kind":"result","output":${JSON.stringify(raw)}`),
  ],
  ['a 200 of another version', (raw) => answer(200, JSON.stringify({ v: raw, kind: 'result', output: 1 }))],
  ['a 200 of another kind', (raw) => message({ kind: raw, output: raw })],
  ['a verdict', (raw) => message({ kind: 'check-result', result: { passed: true, reason: raw } })],
];

describe('what a service gives back of a call shows nowhere', () => {
  it.each(echoes)('in %s', async (_where, echo) => {
    const { outcome, records, clientLeaks } = await playInSecret(echoing(echo));
    expect(outcome.kind).toBe('transport');
    expect([...clientLeaks, ...[outcome, ...records, errorOf(outcome)].flatMap(leaksIn)]).toEqual([]);
  });

  const words: readonly (readonly [string, (raw: string) => Readonly<Record<string, unknown>>])[] = [
    ['message', (raw) => ({ code: 'handler-throw', message: raw })],
    ['cause', (raw) => ({ code: 'handler-throw', message: 'm', cause: { message: raw, stack: raw } })],
    [
      'issues',
      (raw) => ({
        code: 'input-validation-failed',
        message: 'm',
        issues: [{ instancePath: '', message: raw }],
      }),
    ],
    ['code', (raw) => ({ code: raw, message: 'm' })],
    ['tool and check', (raw) => ({ code: 'handler-throw', message: 'm', toolId: raw, checkId: raw })],
  ];

  it.each(words)('but to the caller in the %s of an error', async (_field, fields) => {
    const events = recordEvents();
    const { outcome, records, clientLeaks } = await playInSecret(
      echoing((raw) => message({ kind: 'error', ...fields(raw) })),
    );
    expect(outcome.kind).toBe('error');
    expect(leaksIn(outcome)).not.toEqual([]);
    const error = errorOf(outcome);
    const told = [...records, ...events, String(error), likeALogger(error), JSON.stringify(error)];
    expect([...clientLeaks, ...told.flatMap(leaksIn)]).toEqual([]);
  });

  it('but to the caller in an output', async () => {
    const { outcome, records, clientLeaks } = await playInSecret(
      echoing((raw) => message({ kind: 'result', output: raw })),
    );
    expect(leaksIn(outcome)).not.toEqual([]);
    expect([...clientLeaks, ...records.flatMap(leaksIn)]).toEqual([]);
  });
});

interface Secretly {
  readonly outcome: Outcome;
  readonly records: readonly unknown[];
  readonly clientLeaks: readonly string[];
}

async function playInSecret(scene: Scene): Promise<Secretly> {
  const logger = recordingLogger();
  let clientLeaks: readonly string[] = [];
  const look = (client: PackClient) => {
    clientLeaks = [client, client.stats()].flatMap(leaksIn);
  };
  const { outcome } = await play(scene, secretCaller(logger, look));
  return { outcome, records: logger.records, clientLeaks };
}

function echoing(echo: (raw: string) => string | Uint8Array): Scene {
  return { at: scripted((wire, { raw }) => wire.finish(echo(raw))) };
}

/** What `unwrap` throws; nothing for a good outcome. */
function errorOf(outcome: Outcome): unknown {
  return thrownBy(() => {
    if (outcome.kind === 'error' || outcome.kind === 'transport') unwrap(outcome);
  });
}

/** Everything that the tracing channel carries until the test ends. */
function recordEvents(): readonly unknown[] {
  const events: unknown[] = [];
  const record = (event: unknown) => events.push(readableFrom(event));
  for (const step of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
    const channel = `tracing:kindgi-pack-client:call:${step}`;
    subscribe(channel, record);
    onTestFinished(() => {
      unsubscribe(channel, record);
    });
  }
  return events;
}

function oneLine(raw: string): string {
  return raw.replaceAll(/[\r\n]+/g, ' ');
}
