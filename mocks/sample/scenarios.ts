/**
 * Calls of the sample pack as data: what is called, what goes wrong at the service, and which verdict each try comes
 * to. The demo plays some of them for people, the tests play all of them; nothing here plays anything. There is
 * at least one for every fault of `fail`.
 */
import type { Fault } from '../faults/fault-options.js';
import { chargeCard, findInvoice, type SampleCall, type Scenario } from './scenario.js';
import { connectionScenarios, wireScenarios } from './wire-scenarios.js';

const chargeTool = 'acme.billing.charge-card';
const amountLimit = 'acme.billing.checks.amount-within-limit';

function amountCheck(amountCents: number): SampleCall {
  return { check: amountLimit, config: { maxCents: 50_000 }, trace: { runId: 'demo', amountCents } };
}

/** The service is asked once more after a refusal that counts once. */
function refusedOnce(fault: Fault): Pick<Scenario, 'call' | 'fault' | 'faultOptions' | 'tries' | 'runs'> {
  const faultOptions = { times: 1, retryAfter: 1 };
  return { call: findInvoice, fault, faultOptions, tries: ['unavailable', 'result'], runs: 1 };
}

const wellOrIll: readonly Scenario[] = [
  {
    title: 'A result',
    about: 'The tool ran, and this is what it returned.',
    call: findInvoice,
    tries: ['result'],
    runs: 1,
    inDemo: true,
  },
  {
    title: 'A check that passes',
    about: 'A guardrail looks at a run: 200 euros is within the limit of 500.',
    call: amountCheck(20_000),
    tries: ['check-result'],
    runs: 1,
    inDemo: true,
  },
  {
    title: 'A check that fails',
    about: 'The call went well, and the answer is no. That is not an error.',
    call: amountCheck(129_900),
    tries: ['check-result'],
    runs: 1,
    inDemo: true,
  },
  {
    title: 'Input that does not fit',
    about: "The service holds the input against the tool's schema before anything runs.",
    call: { tool: chargeTool, input: { invoiceId: '103', amountCents: 0 } },
    tries: ['input-validation-failed'],
    runs: 0,
    inDemo: true,
  },
  {
    title: 'A tool that throws',
    about: 'The code ran and failed. What it had done by then, only the tool knows.',
    call: {
      tool: chargeTool,
      input: { invoiceId: 'inv_103', amountCents: 129_900, card: 'card_declined' },
    },
    tries: ['handler-throw'],
    runs: 1,
    inDemo: true,
  },
  {
    title: 'A tool that is not there',
    about: 'The service has no such tool, so nothing ran.',
    call: { tool: 'acme.billing.refund', input: {} },
    tries: ['tool-not-in-pack'],
    runs: 0,
  },
];

const refusals: readonly Scenario[] = [
  {
    title: 'Refused, tried again',
    about: 'The service is full and asks for a second. Nothing ran, so the client waits and sends it again.',
    ...refusedOnce('overloaded'),
    inDemo: true,
  },
  {
    title: 'A service that ends',
    about: 'It drains and asks for a second. Nothing ran, so the client waits and sends it again.',
    ...refusedOnce('draining'),
  },
  {
    title: 'A service without its environment',
    about: 'A required name is not set. Nothing ran, and waiting does not mend it.',
    call: findInvoice,
    fault: 'missing-env',
    tries: ['missing env'],
    runs: 0,
  },
];

const deadlines: readonly Scenario[] = [
  {
    title: 'A deadline',
    about: 'The export takes longer than the 400 ms it was given. It may go on without us.',
    call: { tool: 'acme.billing.export-ledger', input: { year: 2026, workMs: 1_500 } },
    timeoutMs: 400,
    tries: ['deadline of the service'],
    runs: 1,
    inDemo: true,
  },
  {
    title: 'Silence',
    about: 'The request was read, then nothing came. Whether it ran, nobody here can know.',
    call: chargeCard,
    fault: 'silence',
    timeoutMs: 100,
    tries: ['deadline, sent'],
    runs: 0,
  },
  {
    title: 'An answer too slow',
    about: 'The card was charged, but the answer comes a byte at a time, and the deadline first.',
    call: chargeCard,
    fault: 'slow-body',
    timeoutMs: 200,
    tries: ['deadline, sent'],
    runs: 1,
  },
];

/**
 * Every scenario, at least one for each fault of `fail`; those of the demo in the order in which it shows them. A test
 * of your own can play them all, each against a fresh service of the sample pack:
 *
 * @example
 * ```ts
 * it.each(scenarios)('$title', async (scenario) => {
 *   await using service = await startPackService({ index: sampleIndex, tools: sampleTools, checks: sampleChecks });
 *   await using client = createPackClient({ url: service.url, token: service.token });
 *   const outcome = await playScenario(scenario, { service, client });
 * });
 * ```
 */
export const scenarios: readonly Scenario[] = [
  ...wellOrIll,
  ...refusals,
  ...deadlines,
  ...wireScenarios,
  ...connectionScenarios,
];
