/** What a call must come to, by the stage at which it is ended and by what ends it. */
import type { Execution, Stage, Stopped, TransportReason } from '../../src/index.js';
import type { StageName } from './reach.js';

export const enders = ['cancel', 'deadline', 'close'] as const;
export type Ender = (typeof enders)[number];

export interface Expectation {
  readonly reason: TransportReason;
  readonly stopped: Stopped;
  readonly execution: Execution;
  readonly mayStillRun: boolean;
  readonly attempts: number;
  /** How far the last try came. */
  readonly stage: Stage | undefined;
}

type Reach = Pick<Expectation, 'execution' | 'mayStillRun' | 'attempts' | 'stage'>;

const notRun = { execution: 'did-not-run', mayStillRun: false } as const;
const unknown = { execution: 'may-have-run', mayStillRun: true } as const;

function reached(stage: StageName, replicas: number): Reach {
  switch (stage) {
    case 'queued':
      return { ...notRun, attempts: 0, stage: undefined };
    case 'connecting':
      return { ...notRun, attempts: 1, stage: 'connecting' };
    case 'sent':
    case 'answering':
      return { ...unknown, attempts: 1, stage };
    case 'waiting to retry':
      // A refusal sends the call to the other replica at once; only then it waits.
      return { ...notRun, attempts: replicas, stage: 'answered' };
  }
}

const endings = {
  cancel: { reason: 'cancelled', stopped: 'cancelled' },
  deadline: { reason: 'deadline-exceeded', stopped: 'deadline' },
  close: { reason: 'closed', stopped: 'closed' },
} as const;

export function expectationOf(ender: Ender, stage: StageName, replicas: number): Expectation {
  const ending = endings[ender];
  // A wait that does not fit ends the call at once, with the refusal that asked for it.
  const isRefusal = ender === 'deadline' && stage === 'waiting to retry';
  return { ...reached(stage, replicas), ...ending, ...(isRefusal ? { reason: 'unavailable' } : {}) };
}
