/** Values that must never show, calls that carry them, and a search that looks wherever people look. */
import { type InspectOptions, inspect } from 'node:util';
import { pino } from 'pino';
import type { CallContext, LogFields, PackLogger } from '../../src/index.js';
import type { Caller } from '../faults/row.js';
import { readableFrom } from '../secrets/reachable.js';

const canary = (where: string) => `canary-of-the-${where}`;

/** Everything that a call or a client carries and that no record may hold. */
export const canaries = [
  'token',
  'authorization',
  'input',
  'config',
  'trace',
  'ctx.env',
  'ctx.secrets',
  'ctx.config',
  'ctx.connections',
].map(canary);

export const secretContext: CallContext = {
  tenantId: 'tenant-1',
  runId: 'run-1',
  env: { NAME: canary('ctx.env') },
  secrets: { name: canary('ctx.secrets') },
  config: { name: canary('ctx.config') },
  connections: { name: { accessToken: canary('ctx.connections') } },
};

export const secretClient = {
  token: canary('token'),
  authorization: `Bearer ${canary('authorization')}`,
};

/** Keeps what it is given, as a logger at its lowest level does. */
export function recordingLogger(): PackLogger & { readonly records: unknown[] } {
  const records: unknown[] = [];
  const record = (fields: LogFields, message: string) => records.push({ ...fields, message });
  return { records, debug: record, info: record, warn: record };
}

/** Calls with every canary in its place. */
export function secretCaller(logger: PackLogger, look: NonNullable<Caller['look']>): Caller {
  return {
    client: { ...secretClient, logger },
    input: { text: canary('input') },
    ctx: secretContext,
    config: { text: canary('config') },
    trace: { runId: 'run-1', text: canary('trace') },
    look,
  };
}

/** How often `leaksIn` has looked: values, and ways of looking at them. */
export const looks = { values: 0, views: 0 };

/** The canaries that can be seen in `value`, each with the view that shows it. */
export function leaksIn(value: unknown): readonly string[] {
  const views = Object.entries(viewsOf(value));
  looks.values += 1;
  looks.views += views.length;
  return canaries.flatMap((each) =>
    views.filter(([, text]) => text.includes(each)).map(([view]) => `${each} in ${view}`),
  );
}

/** Says how much was looked at for how many secrets. */
export function tellLooks(what: string): void {
  const { values, views } = looks;
  console.log(`${what}: ${values} values in ${views} views, ${canaries.length} secrets each`);
}

/** As deep as it goes. */
const everything: InspectOptions = {
  depth: Number.POSITIVE_INFINITY,
  showHidden: true,
  getters: true,
  showProxy: true,
  maxStringLength: null,
  maxArrayLength: null,
};

function viewsOf(value: unknown): Readonly<Record<string, string>> {
  return {
    'JSON.stringify': JSON.stringify(value) ?? '',
    String: String(value),
    'util.inspect': inspect(value, everything),
    'a log record': JSON.stringify({ err: likeALogger(value) }),
    'what pino writes': writtenByPino(value),
    'its causes': causesOf(value)
      .map((cause) => `${String(cause)} ${inspect(cause, everything)}`)
      .join('\n'),
    'all its fields': readableFrom(value),
  };
}

let written = '';
const keepLine = {
  write(line: string): void {
    written += line;
  },
};
const logger = pino({ level: 'trace', base: null }, keepLine);

/** As an error, and as a field like any other. */
function writtenByPino(value: unknown): string {
  written = '';
  logger.error({ err: value, value }, 'as it was given');
  return written;
}

/** An error as loggers serialise it: type, message, stack, every enumerable field, and its causes in the same way. */
export function likeALogger(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  return { ...value, name, message, stack, cause: likeALogger(value.cause) };
}

function causesOf(value: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let at = value; typeof at === 'object' && at !== null && !causes.includes(at); ) {
    causes.push(at);
    at = Reflect.get(at, 'cause');
  }
  return causes.slice(1);
}
