/**
 * The scenes of the demo: what is called, what goes wrong at the service, and what the scene is there to show.
 * Only data and calls; how they are shown is `show.ts`.
 */
import type { RunningPackService } from '../../../mocks/index.js';
import type { CheckOutcome, ToolOutcome } from '../../outcome.js';
import type { PackClient } from '../../pack-client.js';

export interface Stage {
  readonly service: RunningPackService;
  readonly client: PackClient;
  /** A client whose service is not there. */
  readonly lonely: PackClient;
  readonly signal: AbortSignal;
}

export type SceneOutcome = ToolOutcome | CheckOutcome;

export interface Scene {
  readonly title: string;
  /** One sentence: what there is to see. */
  readonly about: string;
  /** What is called, and with what. */
  readonly call: { readonly target: string; readonly sent: unknown };
  readonly play: (stage: Stage) => Promise<SceneOutcome>;
}

const ctx = { tenantId: 'acme', runId: 'demo' };
const findInvoice = 'acme.billing.find-invoice';
const chargeCard = 'acme.billing.charge-card';
const exportLedger = 'acme.billing.export-ledger';
const amountLimit = 'acme.billing.checks.amount-within-limit';
const maxCents = { maxCents: 50_000 };

type Happening = (stage: Stage) => Promise<unknown>;
interface ToolScene extends Pick<Scene, 'title' | 'about'> {
  readonly tool: string;
  readonly input: unknown;
  readonly before?: Happening;
  readonly timeoutMs?: number;
  readonly from?: 'client' | 'lonely';
}

function toolScene({ title, about, tool, input, before, timeoutMs, from = 'client' }: ToolScene): Scene {
  return {
    title,
    about,
    call: { target: tool, sent: input },
    async play(stage) {
      await before?.(stage);
      return stage[from].invoke({ tool, input, ctx }, { signal: stage.signal, timeoutMs });
    },
  };
}

function checkScene(title: string, about: string, trace: unknown): Scene {
  return {
    title,
    about,
    call: { target: amountLimit, sent: trace },
    play: ({ client, signal }) => client.check({ check: amountLimit, config: maxCents, trace }, { signal }),
  };
}

export const scenes: readonly Scene[] = [
  toolScene({
    title: 'A result',
    about: 'The tool ran, and this is what it returned.',
    tool: findInvoice,
    input: { invoiceId: 'inv_102' },
  }),
  checkScene('A check that passes', 'A guardrail looks at a run: 200 euros is within the limit of 500.', {
    runId: 'demo',
    amountCents: 20_000,
  }),
  checkScene('A check that fails', 'The call went well, and the answer is no. That is not an error.', {
    runId: 'demo',
    amountCents: 129_900,
  }),
  toolScene({
    title: 'Input that does not fit',
    about: "The service holds the input against the tool's schema before anything runs.",
    tool: chargeCard,
    input: { invoiceId: '103', amountCents: 0 },
  }),
  toolScene({
    title: 'A tool that throws',
    about: 'The code ran and failed. What it had done by then, only the tool knows.',
    tool: chargeCard,
    input: { invoiceId: 'inv_103', amountCents: 129_900, card: 'card_declined' },
  }),
  toolScene({
    title: 'Refused, tried again',
    about: 'The service is full and asks for a second. Nothing ran, so the client waits and sends it again.',
    tool: findInvoice,
    input: { invoiceId: 'inv_101' },
    before: ({ service }) => service.fail('overloaded', { times: 1, retryAfter: 1 }),
  }),
  toolScene({
    title: 'A deadline',
    about: 'The export takes longer than the 400 ms it was given. It may go on without us.',
    tool: exportLedger,
    input: { year: 2026, workMs: 1_500 },
    timeoutMs: 400,
  }),
  toolScene({
    title: 'A lost answer',
    about: 'The card was charged, then the answer was lost. It is not sent again: that might charge twice.',
    tool: chargeCard,
    input: { invoiceId: 'inv_102', amountCents: 4_950 },
    before: ({ service }) => service.fail('cut-body', { times: 1 }),
  }),
  toolScene({
    title: 'Nobody there',
    about: 'No connection, so nothing can have run: tried again after pauses, then given up.',
    tool: findInvoice,
    input: { invoiceId: 'inv_102' },
    from: 'lonely',
  }),
];
