/** The small parts that print: durations, tables, colour, and text from outside. */
import { describe, expect, test } from 'vitest';
import { durationText, parseDuration } from '../../src/cli/duration.js';
import { createPaper, wantsColour } from '../../src/cli/paper.js';
import { safeJson, safeText } from '../../src/cli/safe-text.js';
import { tableLines } from '../../src/cli/table.js';

describe('durations', () => {
  test.each([
    ['1', 1],
    ['500ms', 500],
    ['2s', 2_000],
    ['1.1s', 1_100],
    ['0.5m', 30_000],
    [' 3m ', 180_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration('--timeout', text)).toBe(ms);
  });

  test.each(['', 'ms', '-1', '1h', '1e3', '0', '0.4ms', '1 s', '1s2', 'Infinity', '99999m', '١s'])(
    '%j is none, and the option is named',
    (text) => {
      expect(() => parseDuration('--timeout', text)).toThrow(/^--timeout expects/);
    },
  );

  test.each([
    [0.04, '0 ms'],
    [3.25, '3.3 ms'],
    [999.4, '999 ms'],
    [1_083, '1.08 s'],
    [120_000, '2 min'],
    [125_000, '2 min 5 s'],
  ])('%d ms are shown as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

describe('text from outside', () => {
  test('control, format and half characters are escaped, letters and emoji are not', () => {
    expect(safeText('é 家 👩‍💻\u001b[0m\n\u0085\u200e\ud800')).toBe(
      'é 家 👩‍💻\\u001b[0m\\n\\u0085\\u200e\\ud800',
    );
  });

  test('a long text is cut, and its length told', () => {
    expect(safeText('x'.repeat(3_000))).toBe(`${'x'.repeat(2_000)}… (3000 characters)`);
  });

  test('JSON keeps its meaning', () => {
    const value = { 'k\u009b': ['\u007f', '\u{e0001}', '\n', null, 1] };
    expect(JSON.parse(safeJson(value, 2))).toEqual(value);
    expect(safeJson(value, 0)).not.toMatch(/[^ -~]/);
  });

  test('a value that is nested too deeply is refused in words', () => {
    let value: unknown = 0;
    for (let depth = 0; depth < 200_000; depth += 1) value = [value];
    expect(() => safeJson(value, 2)).toThrow('nested too deeply');
  });
});

describe('colour', () => {
  test.each([
    { env: {}, isTerminal: true, wanted: true },
    { env: {}, isTerminal: false, wanted: false },
    { env: { TERM: 'dumb' }, isTerminal: true, wanted: false },
    { env: { NO_COLOR: '1' }, isTerminal: true, wanted: false },
    { env: { NO_COLOR: '' }, isTerminal: true, wanted: true },
    { env: { FORCE_COLOR: '1' }, isTerminal: false, wanted: true },
    { env: { FORCE_COLOR: '0' }, isTerminal: true, wanted: false },
    { env: { FORCE_COLOR: '1', NO_COLOR: '1' }, isTerminal: false, wanted: true },
  ])('$env on a terminal ($isTerminal): $wanted', ({ env, isTerminal, wanted }) => {
    expect(wantsColour(env, isTerminal)).toBe(wanted);
  });
});

test('a table is aligned under colour, and leaves out columns that are empty', () => {
  const paper = createPaper(process.stderr, { FORCE_COLOR: '1' });
  const lines = tableLines(paper, [
    [{ text: 'a', style: 'red' }, '', { text: '5', align: 'right' }, 'x'],
    ['long', '', { text: '50', align: 'right' }, 'y'],
  ]);
  expect(lines).toEqual(['  \u001b[31ma\u001b[39m      5  x', '  long  50  y']);
});
