/** Verdicts on calls that this side ends: by deadline, by the caller's signal and by closing, in each stage. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../../../mocks/verdicts.js';
import { until } from '../../until.js';
import { answers, goodAnswer, head, silence, unavailable } from '../answers.js';
import { expectedOf, tryOf } from '../expected.js';
import { type Opening, scripted, unshaken } from '../place.js';
import type { Script } from '../raw-service.js';
import { begin, type Expected, type Row, type Stage } from '../row.js';

interface StageReached {
  readonly name: string;
  readonly at: Opening;
  readonly client?: Row['client'];
  readonly before?: Row['before'];
  /** Resolves when the call has got there. */
  readonly reached: (stage: Stage) => Promise<void>;
  /** Stage and status of the try that the end cuts off; none if it cuts off a wait. */
  readonly cut?: Pick<Verdict, 'stage' | 'status'>;
  /** The tries before. */
  readonly tries?: readonly string[];
  readonly requests: number;
  readonly sent: boolean;
}

const refusedTry = tryOf('unavailable');

const dribble: Script = async (wire) => {
  wire.send(head(200, { 'content-length': 100_000 }));
  while (!wire.isClosed) {
    wire.send(' ');
    await sleep(10);
  }
};

const wasRead = ({ service }: Stage) => until(() => service.requests.length > 0, 'the request was read');
const wasTried = ({ client }: Stage) => until(() => client.stats().attempts > 0, 'a try is over');

/** Something of the answer has arrived: no caller sees that, but the HTTP client tells it to whoever asks. */
async function arrived(channel: string, { service }: Stage): Promise<void> {
  let has = false;
  const note = (event: unknown): void => {
    const origin = Reflect.get(Object(Reflect.get(Object(event), 'request')), 'origin');
    has ||= String(origin) === service.url;
  };
  subscribe(channel, note);
  try {
    await until(() => has, `something came on ${channel}`);
  } finally {
    unsubscribe(channel, note);
  }
}

/** Takes the one slot there is, until the client closes. */
async function takeTheSlot(stage: Stage): Promise<void> {
  void begin(stage.client);
  await wasRead(stage);
}

const stages: readonly StageReached[] = [
  {
    name: 'in the queue',
    at: scripted(silence),
    client: () => ({ maxConcurrency: 1 }),
    before: takeTheSlot,
    reached: ({ client }) =>
      until(() => client.stats().replicas.some(({ queued }) => queued === 1), 'the call is queued'),
    requests: 0,
    sent: false,
  },
  {
    name: 'while the token function is asked',
    at: scripted(silence),
    client: () => ({ token: () => new Promise<string>(() => undefined) }),
    reached: ({ client }) =>
      until(() => client.stats().replicas.some(({ inFlight }) => inFlight === 1), 'the call has its slot'),
    cut: { stage: 'connecting' },
    requests: 0,
    sent: false,
  },
  {
    name: 'while it connects',
    at: unshaken(),
    reached: ({ service }) => until(() => service.connections === 1, 'the connection was accepted'),
    cut: { stage: 'connecting' },
    requests: 0,
    sent: false,
  },
  {
    name: 'before the answer',
    at: scripted(silence),
    reached: wasRead,
    cut: { stage: 'sent' },
    requests: 1,
    sent: true,
  },
  {
    name: 'after a 103',
    at: scripted(answers(head(103))),
    reached: wasRead,
    cut: { stage: 'sent' },
    requests: 1,
    sent: true,
  },
  {
    name: 'after the head of the answer',
    at: scripted(answers(head(200, { 'content-length': 9 }))),
    reached: (stage) => arrived('undici:request:headers', stage),
    cut: { stage: 'answering', status: 200 },
    requests: 1,
    sent: true,
  },
  {
    name: 'inside an answer that comes a byte at a time',
    at: scripted(dribble),
    reached: (stage) => arrived('undici:request:bodyChunkReceived', stage),
    cut: { stage: 'answering', status: 200 },
    requests: 1,
    sent: true,
  },
  {
    name: 'while it waits to try again',
    at: scripted(answers(unavailable('overloaded', '5'))),
    reached: wasTried,
    tries: [refusedTry],
    requests: 1,
    sent: false,
  },
];

function endedAs(end: 'deadline' | 'cancelled' | 'closed', stage: StageReached): Expected {
  const { sent, requests, tries = [], cut } = stage;
  const seen = `${end}, ${sent ? 'sent' : 'not sent'}` as const;
  return expectedOf(seen, { requests, attempts: cut === undefined ? tries : [...tries, tryOf(seen, cut)] });
}

/** Where a retry waits, the deadline is known to come too early: such a call ends at once, as what refused it. */
const deadlineRows: readonly Row[] = stages
  .filter(({ tries }) => tries === undefined)
  .map((stage) => ({
    name: `a deadline that passes ${stage.name}`,
    at: stage.at,
    client: () => ({ answerGraceMs: 20, ...stage.client?.() }),
    options: { timeoutMs: 400 },
    ...(stage.before === undefined ? {} : { before: stage.before }),
    expected: endedAs('deadline', stage),
  }));

const cancelRows: readonly Row[] = [
  ...stages.map((stage) => ({
    name: `a cancel ${stage.name}`,
    at: stage.at,
    ...(stage.client === undefined ? {} : { client: stage.client }),
    ...(stage.before === undefined ? {} : { before: stage.before }),
    during: async (at: Stage) => {
      await stage.reached(at);
      at.cancel('no longer wanted');
    },
    expected: endedAs('cancelled', stage),
    also: { cause: 'no longer wanted' },
  })),
  {
    name: 'a cancel before the call',
    at: scripted(answers(goodAnswer)),
    before: ({ cancel }) => cancel('never wanted'),
    expected: expectedOf('cancelled, not sent', { attempts: [] }),
    also: { cause: 'never wanted' },
  },
];

const closeRows: readonly Row[] = [
  ...stages.map((stage) => ({
    name: `closing ${stage.name}`,
    at: stage.at,
    ...(stage.client === undefined ? {} : { client: stage.client }),
    ...(stage.before === undefined ? {} : { before: stage.before }),
    during: async (at: Stage) => {
      await stage.reached(at);
      void at.client.close({ graceMs: 30 });
    },
    expected: endedAs('closed', stage),
  })),
  {
    name: 'closing before the call',
    at: scripted(answers(goodAnswer)),
    before: ({ client }) => client.close(),
    expected: expectedOf('closed, not sent', { attempts: [] }),
  },
];

export const endingRows: readonly Row[] = [...deadlineRows, ...cancelRows, ...closeRows];
