/**
 * From the options that all commands share, and the environment, to a client. The token comes from a file or the
 * environment, because arguments are visible to everyone on the machine; it is put into no message. The library is
 * loaded only when a client is made: it costs more than everything before it.
 */
import { createReadStream } from 'node:fs';
import { PackUsageError } from '../errors.js';
import type { PackClientOptions } from '../options/types.js';
import type { PackClient } from '../pack-client.js';
import { readBytes, unreadable } from './read-bytes.js';
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
}

/**
 * Runs `use` with a client that sends the token, and closes it.
 *
 * @throws WrongUse naming the option or variable that is missing or wrong.
 */
export async function withClient<Found>(
  args: ServiceArguments,
  use: (client: PackClient) => Promise<Found>,
): Promise<Found> {
  const token = await readToken(args.tokenFile);
  const options = { token, ...(await callTimeout(args, token)), url: givenUrls(args) };
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

async function readToken(file: string | undefined): Promise<string> {
  const text = file === undefined ? (process.env[tokenVariable] ?? '') : await readTokenFile(file);
  const token = text.trim();
  if (token !== '') return token;
  if (file !== undefined) throw new WrongUse(`--token-file: ${safeText(file)} is empty`);
  throw new WrongUse(`no token: expected ${tokenVariable} or --token-file`);
}

async function readTokenFile(file: string): Promise<string> {
  let bytes: Buffer | undefined;
  try {
    bytes = await readBytes(createReadStream(file), maxTokenKibibytes * 1024);
  } catch (error) {
    throw new WrongUse(`--token-file: cannot read ${safeText(file)}: ${unreadable(error)}`);
  }
  if (bytes !== undefined) return bytes.toString('utf8');
  throw new WrongUse(
    `--token-file: expected a token, ${safeText(file)} holds more than ${maxTokenKibibytes} KiB`,
  );
}

/** Operators bound calls by a variable; an option goes before it. */
async function callTimeout(
  args: ServiceArguments,
  token: string,
): Promise<Pick<PackClientOptions, 'timeoutMs'>> {
  if (args.timeoutMs !== undefined) return { timeoutMs: args.timeoutMs };
  if (process.env[timeoutVariable] === undefined) return {};
  const { packClientOptionsFromEnv } = await import('../options/from-env.js');
  try {
    const { timeoutMs } = packClientOptionsFromEnv({
      [timeoutVariable]: process.env[timeoutVariable],
      // Both are checked when the client is made; here they only have to be there.
      [urlVariable]: 'http://127.0.0.1',
      [tokenVariable]: token,
    });
    return { timeoutMs };
  } catch (error) {
    if (!(error instanceof PackUsageError)) throw error;
    const [issue] = error.issues;
    throw new WrongUse(`${issue?.path ?? timeoutVariable}: ${issue?.message ?? 'expected milliseconds'}`);
  }
}
