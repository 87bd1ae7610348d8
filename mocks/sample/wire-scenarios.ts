/** Scenarios in which the connection, or something between it and the service, goes wrong. */
import { chargeCard, findInvoice, type Scenario } from './scenario.js';

export const wireScenarios: readonly Scenario[] = [
  {
    title: 'A lost answer',
    about: 'The card was charged, then the answer was lost. It is not sent again: that might charge twice.',
    call: chargeCard,
    fault: 'cut-body',
    faultOptions: { times: 1 },
    tries: ['connection-lost'],
    runs: 1,
    inDemo: true,
  },
  ...(['reset-after-request', 'close-after-request'] as const).map(
    (fault): Scenario => ({
      title: fault === 'reset-after-request' ? 'A reset after the request' : 'An end after the request',
      about: 'The connection ended where an answer should have come. The card may have been charged.',
      call: chargeCard,
      fault,
      faultOptions: { times: 1 },
      tries: ['connection-lost'],
      runs: 0,
    }),
  ),
  {
    title: 'A page of HTML',
    about: 'Something in front of the service answered 200 with its own page.',
    call: chargeCard,
    fault: 'not-json',
    tries: ['invalid-response'],
    runs: 0,
  },
  {
    title: 'An answer to another question',
    about: 'A verdict of a check came for a tool.',
    call: chargeCard,
    fault: 'wrong-kind',
    tries: ['invalid-response'],
    runs: 0,
  },
  {
    title: "A proxy's error",
    about: 'The connection behind a proxy broke, perhaps after the request was passed on.',
    call: chargeCard,
    fault: 'unexpected-status',
    tries: ['502 or 504'],
    runs: 0,
  },
  {
    title: 'An answer without an end',
    about: 'The client stops to read at its limit.',
    call: chargeCard,
    fault: 'huge-body',
    tries: ['response-too-large'],
    runs: 0,
  },
];

export const connectionScenarios: readonly Scenario[] = [
  {
    title: 'A reset while connecting',
    about: 'The connection never opened, so nothing can have run: it is tried again.',
    call: findInvoice,
    fault: 'reset-before-request',
    faultOptions: { times: 1 },
    tries: ['unreachable', 'result'],
    runs: 1,
  },
  {
    title: 'Nobody there',
    about: 'No connection, so nothing can have run: tried again after pauses, then given up.',
    call: findInvoice,
    fault: 'refuse',
    retry: { maxAttempts: 3, minDelayMs: 150 },
    tries: ['unreachable', 'unreachable', 'unreachable'],
    runs: 0,
    inDemo: true,
  },
];
