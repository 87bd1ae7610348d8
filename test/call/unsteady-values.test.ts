/** Getters that give another value the next time: whenever that is, a call rejects with PackUsageError or is sent. */
import { expect, it } from 'vitest';
import { aCheckCall, aToolCall, createScriptedClient, sampleIndex } from '../../mocks/index.js';
import { PackUsageError } from '../../src/index.js';

const logger = { debug() {}, info() {}, warn() {} };
const others: readonly unknown[] = [undefined, null, 5, 5n, '', Symbol('x'), [], { id: 5 }, () => 1];

/** An object with this field, whose value changes after so many reads. */
function changing(
  fields: object,
  name: string,
  { after, to }: { readonly after: number; readonly to: unknown },
) {
  const first: unknown = Reflect.get(fields, name);
  let reads = 0;
  return Object.defineProperty({ ...fields }, name, {
    enumerable: true,
    get() {
      reads += 1;
      return reads > after ? to : first;
    },
  });
}

const tool = { ...aToolCall(), tool: { id: 'acme.billing.find-invoice', version: '1.0.0' } };
const check = { ...aCheckCall(), check: { id: 'acme.billing.no-card-number' }, runId: 'run-1' };
type Change = Parameters<typeof changing>[2];

const places: readonly (readonly [string, 'invoke' | 'check', (change: Change) => object])[] = [
  ...['tool', 'input', 'ctx'].map(
    (name) => [name, 'invoke', (change: Change) => changing(tool, name, change)] as const,
  ),
  ...['id', 'version'].map(
    (name) =>
      [
        `tool.${name}`,
        'invoke',
        (change: Change) => ({ ...tool, tool: changing(tool.tool, name, change) }),
      ] as const,
  ),
  ...['runId', 'tenantId'].map(
    (name) =>
      [
        `ctx.${name}`,
        'invoke',
        (change: Change) => ({ ...tool, ctx: changing(tool.ctx, name, change) }),
      ] as const,
  ),
  ...['check', 'config', 'trace', 'runId'].map(
    (name) => [name, 'check', (change: Change) => changing(check, name, change)] as const,
  ),
  ['check.id', 'check', (change) => ({ ...check, check: changing(check.check, 'id', change) })],
];

it.each(places)('%s of %s', async (_name, method, callWith) => {
  for (const index of [undefined, sampleIndex]) {
    const options = index === undefined ? { logger } : { logger, index, validateInput: true };
    const { client } = createScriptedClient({ script: () => ({ status: 404 }), client: options });
    for (const to of others) {
      for (let after = 1; after <= 12; after += 1) {
        const made: unknown = Reflect.apply(client[method], client, [callWith({ after, to })]);
        const error = await Promise.resolve(made).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error !== undefined) expect(error, `${String(to)} after ${after}`).toBeInstanceOf(PackUsageError);
      }
    }
  }
});
