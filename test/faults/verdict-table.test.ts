/** Plays every row of the verdict table over real sockets. */
import { describe, expect, it } from 'vitest';
import { type Outcome, type Played, play, type Row } from './row.js';
import { verdicts } from './verdicts.js';

// Each row has services and a client of its own, and most of its time is waiting.
describe.concurrent.each(verdicts)('what comes of %s', (_what, rows) => {
  it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const played = await play(row);
    expect(played.told).toEqual(row.expected);
    const also = row.also ?? {};
    expect(fieldsOf(played.outcome, Object.keys(also))).toMatchObject(also);
    expectWholeFacts(played, row);
  });
});

it('has no two rows of one name', () => {
  const names = verdicts.flatMap(([, rows]) => rows.map(({ name }) => name));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** The named fields; one that is not there is `undefined`. */
function fieldsOf(outcome: Outcome, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(outcome, name)]));
}

/** What holds for every call, whatever comes of it. */
function expectWholeFacts({ outcome, requests, busy, strayed }: Played, row: Row): void {
  const { attempts, durationMs, requestId } = outcome;
  expect(durationMs).toBeGreaterThanOrEqual(0);
  expect(strayed).toBe(0);
  expect(requestId).not.toBe('');
  for (const attempt of attempts) {
    expect(attempt.startedMs).toBeGreaterThanOrEqual(0);
    expect(attempt.durationMs).toBeGreaterThanOrEqual(0);
    expect(attempt.startedMs + attempt.durationMs).toBeLessThanOrEqual(durationMs + 0.2);
    expect(Number.isInteger(attempt.timeoutMs)).toBe(true);
    expect(attempt.timeoutMs).toBeGreaterThan(0);
  }
  expect(new Set(requests.map(({ body }) => body)).size).toBeLessThanOrEqual(1);
  for (const { headers } of requests) expect(headers['kindgi-request-id']).toBe(requestId);
  if (row.asks !== 'info') {
    const sent = attempts
      .filter(({ stage }) => stage !== 'connecting')
      .map(({ timeoutMs }) => String(timeoutMs));
    expect(sent).toEqual(expect.arrayContaining(requests.map(({ headers }) => headers['kindgi-timeout-ms'])));
  }
  // A call that the row began before this one keeps its slot.
  if (row.before === undefined) expect(busy).toBe(0);
}
