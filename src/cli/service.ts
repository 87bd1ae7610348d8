/**
 * From the options that all commands share, and the environment, to a client. The token comes from a file or the
 * environment, because arguments are visible to everyone on the machine; it is put into no message. The library is
 * loaded only when a client is made: it costs more than everything before it.
 */
import { PackUsageError } from '../errors.js';
import type { PackClientOptions } from '../options/types.js';
import { readFile } from '../pack/read-file.js';
import type { PackClient } from '../pack-client.js';
import type { Io } from './io.js';
import { createLog, type LogLevel } from './log.js';
import { readErrorText } from './read-error-text.js';
import { safeText } from './safe-text.js';
import { WrongUse } from './wrong-use.js';

const urlVariable = 'KINDGI_PACK_SERVICE_URL';
const tokenVariable = 'KINDGI_PACK_SERVICE_TOKEN';
const timeoutVariable = 'KINDGI_PACK_CALL_TIMEOUT_MS';

/** A token is a line; a file of this size is another one, or never ends. */
const maxTokenKibibytes = 64;

export interface ServiceArguments {
  /** Of `--url`; none: from the environment. */
  readonly urls: readonly string[];
  readonly tokenFile: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly logLevel: LogLevel;
}

/**
 * Runs `use` with a client that sends the token and logs to `err` what was asked for, and closes it.
 *
 * @throws WrongUse naming the option or variable that is missing or wrong.
 */
export async function withClient<Found>(
  args: ServiceArguments,
  { err, signal }: Pick<Io, 'err' | 'signal'>,
  use: (client: PackClient) => Promise<Found>,
): Promise<Found> {
  const token = await readToken(args.tokenFile, signal);
  const logger = await createLog(args.logLevel, err);
  const options = { token, ...(await callTimeout(args)), url: givenUrls(args), logger };
  const { createPackClient } = await import('../client.js');
  const client = checkedFor(args, () => createPackClient(options));
  try {
    return await use(client);
  } finally {
    await client.close({ graceMs: 0 });
  }
}

/**
 * The addresses that were given, as options or in the environment.
 *
 * @throws WrongUse when there is none.
 */
export function givenUrls({ urls }: ServiceArguments): readonly string[] {
  if (urls.length > 0) return urls;
  const url = process.env[urlVariable] ?? '';
  if (url.trim() === '') throw new WrongUse(`no address: expected --url or ${urlVariable}`);
  return [url];
}

/**
 * Runs `check`, which checks options as the library does.
 *
 * @throws WrongUse in place of a PackUsageError, naming what was typed: the library names its own options.
 */
export function checkedFor<Found>(args: ServiceArguments, check: () => Found): Found {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof PackUsageError)) throw error;
    const [issue] = error.issues;
    throw new WrongUse(`${sourceOf(issue?.path ?? '', args)}: ${issue?.message ?? error.message}`);
  }
}

function sourceOf(path: string, { urls, tokenFile }: ServiceArguments): string {
  if (path === 'token') return tokenFile === undefined ? tokenVariable : '--token-file';
  if (!path.startsWith('url')) return path;
  if (urls.length === 0) return urlVariable;
  const place = Number(/\d+/.exec(path)?.[0] ?? 0) + 1;
  return urls.length === 1 ? '--url' : `--url (number ${place})`;
}

async function readToken(file: string | undefined, signal: AbortSignal): Promise<string> {
  const text = file === undefined ? (process.env[tokenVariable] ?? '') : await readTokenFile(file, signal);
  const token = text.trim();
  if (token !== '') return token;
  if (file !== undefined) throw new WrongUse(`--token-file: ${safeText(file)} is empty`);
  throw new WrongUse(`no token: expected ${tokenVariable} or --token-file`);
}

async function readTokenFile(file: string, signal: AbortSignal): Promise<string> {
  let bytes: Buffer | undefined;
  try {
    bytes = await readFile(file, { maxBytes: maxTokenKibibytes * 1024, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new WrongUse(`--token-file: cannot read ${safeText(file)}: ${readErrorText(error)}`);
  }
  if (bytes !== undefined) return bytes.toString('utf8');
  throw new WrongUse(
    `--token-file: expected a token, ${safeText(file)} holds more than ${maxTokenKibibytes} KiB`,
  );
}

/** Operators bound calls by a variable; an option goes before it. */
async function callTimeout({ timeoutMs }: ServiceArguments): Promise<Pick<PackClientOptions, 'timeoutMs'>> {
  if (timeoutMs !== undefined) return { timeoutMs };
  if (process.env[timeoutVariable] === undefined) return {};
  const { callTimeoutFromEnv } = await import('../options/from-env.js');
  try {
    return callTimeoutFromEnv(process.env);
  } catch (error) {
    if (!(error instanceof PackUsageError)) throw error;
    const [issue] = error.issues;
    throw new WrongUse(`${issue?.path ?? timeoutVariable}: ${issue?.message ?? 'expected milliseconds'}`);
  }
}
