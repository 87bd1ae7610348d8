/** The README's table of verdicts is the one in the test kit: whoever changes one is shown what the other needs. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type VerdictLine, verdictLines } from '../../mocks/verdict-lines.js';
import { type Again, type Seen, verdicts } from '../../mocks/verdicts.js';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');

const executionWords = { ran: 'ran', 'did-not-run': 'did not run', 'may-have-run': 'may have run' };
const againWords: Readonly<Record<Again, string>> = {
  done: '–',
  never: 'no',
  paced: 'yes, never sooner than asked',
  'backed-off': 'yes, with back-off',
  elsewhere: 'once on each other replica',
  're-authorized': 'once, if a token function gives another value',
};

function lineOf({ seen, of, again }: VerdictLine): string {
  const each = of.map((one) => verdicts[one]);
  const names = each.map(({ kind, is }) => `\`${kind === 'error' ? kind : is}\``);
  const executions = each.map(({ execution }) => executionWords[execution]);
  const agains = each.map((verdict) => againWords[verdict.again]);
  const outcome = [...new Set(names)].join(', ');
  return `| ${seen} | ${outcome} | ${only(executions) ?? 'by the stage reached'} | ${again ?? only(agains)} |`;
}

/** The one value that all have. */
function only(values: readonly string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

it('the README has the table of verdicts, line by line', () => {
  const [table = ''] = /^\| what was seen \|[\s\S]*?(?=\n\n)/m.exec(readme) ?? [];
  const head = ['| what was seen | outcome | execution | sent again? |', '|---|---|---|---|'];
  expect(table.split('\n')).toEqual([...head, ...verdictLines.map(lineOf)]);
});

it('the table has every verdict on a call once, but for those that options make', () => {
  const inTable: readonly Seen[] = verdictLines.flatMap(({ of }) => of);
  expect([...inTable, 'info', 'safe status'].sort()).toEqual(Object.keys(verdicts).sort());
});
