/** What the table of verdicts says, in the words in which a row of the fault tests is told. */
import { type Seen, type Verdict, verdicts } from '../../mocks/verdicts.js';
import type { Expected } from './row.js';

/** What is seen of each error code. */
export const seenErrors: readonly Seen[] = Object.keys(verdicts)
  .filter(isSeen)
  .filter((seen) => verdicts[seen].kind === 'error');

/** A try as it is told: stage, status, verdict and execution. */
export function tryOf(seen: Seen, other: Partial<Pick<Verdict, 'stage' | 'status'>> = {}): string {
  const { stage, status, is, execution }: Verdict = { ...verdicts[seen], ...other };
  // An attempt's record keeps no code that it does not know: it is free text of a service.
  const word = seen === 'unknown code' ? 'error' : is;
  return `${stage} ${status ?? '-'} ${word} ${execution}`;
}

/** What a call comes to whose only try ended so; `other` says in what this one differs. */
export function expectedOf(seen: Seen, other: Partial<Expected> = {}): Expected {
  const { kind, is, status, stage, execution, mayStillRun, stopped, isSafe }: Verdict = verdicts[seen];
  const shown = other.status ?? status;
  const known = shown === undefined ? {} : { status: shown };
  return {
    kind,
    is,
    ...(kind === 'transport' ? known : {}),
    execution,
    mayStillRun,
    stopped,
    isSafe,
    requests: stage === undefined || stage === 'connecting' ? 0 : 1,
    attempts: stage === undefined ? [] : [tryOf(seen, known)],
    ...other,
  };
}

/** A result after other tries, all of which reached a service. */
export function resultAfter(...tries: readonly string[]): Expected {
  return expectedOf('result', { requests: tries.length + 1, attempts: [...tries, tryOf('result')] });
}

function isSeen(text: string): text is Seen {
  return Object.hasOwn(verdicts, text);
}
