/**
 * The headers of one try that do not depend on its call: the fixed ones, the token, the platform's authorization.
 * With fixed values they are put together once per client. A function is asked before every try; what it gives is
 * checked like an option, and a function that fails or gives nonsense means that the try is not sent. Values are
 * kept in private fields, so that no inspection of a client shows them.
 */
import { isAuthorization, isToken } from '../options/credential-text.js';
import type { Credential } from '../options/types.js';
import { headerNames, messageHeaders } from '../protocol/headers.js';
import type { Lifeline } from './lifetime/lifeline.js';
import { whileAlive } from './lifetime/while-alive.js';

export interface CredentialHeaders {
  /** All that do not depend on the call: name, value, … */
  readonly headers: readonly string[];
}
interface CredentialFailure {
  /** What the function threw, or what was wrong with its value (never the value). */
  readonly cause: unknown;
}
/** `undefined`: the call ended while the function was being asked. */
export type CredentialAnswer = CredentialHeaders | CredentialFailure | undefined;

export class Credentials {
  readonly #token: Credential;
  readonly #authorization: Credential | undefined;
  readonly #fixed: CredentialHeaders | undefined;

  constructor(token: Credential, authorization: Credential | undefined) {
    this.#token = token;
    this.#authorization = authorization;
    if (typeof token === 'string' && typeof authorization !== 'function') {
      this.#fixed = { headers: toHeaders(token, authorization) };
    }
  }

  /** Asking again can give another value. */
  get canChange(): boolean {
    return this.#fixed === undefined;
  }

  /** The headers at once when both values are fixed; else asks the functions, for as long as the call lives. */
  get(lifeline: Lifeline): CredentialHeaders | Promise<CredentialAnswer> {
    return this.#fixed ?? this.#ask(lifeline);
  }

  #ask(lifeline: Lifeline): Promise<CredentialAnswer> {
    const asked = Promise.all([
      resolveCredential(this.#token, 'token', isToken),
      resolveCredential(this.#authorization, 'authorization', isAuthorization),
    ]).then(
      ([token = '', authorization]): CredentialHeaders => ({ headers: toHeaders(token, authorization) }),
      (cause: unknown): CredentialFailure => ({ cause }),
    );
    return whileAlive(lifeline, asked);
  }
}

/** Worth another try: not the headers that were refused. */
export function areOther(
  answer: CredentialAnswer,
  refused: readonly string[] | undefined,
): answer is CredentialHeaders {
  return answer !== undefined && 'headers' in answer && answer.headers.join('\n') !== refused?.join('\n');
}

async function resolveCredential(
  credential: Credential | undefined,
  name: string,
  fits: (text: string) => boolean,
): Promise<string | undefined> {
  if (typeof credential !== 'function') return credential;
  const value: unknown = await credential();
  const text = typeof value === 'string' ? value.trim() : '';
  if (!fits(text)) throw new TypeError(`the ${name} function gave no usable header value`);
  return text;
}

function toHeaders(token: string, authorization: string | undefined): readonly string[] {
  const headers = [...messageHeaders, headerNames.token, token];
  if (authorization !== undefined) headers.push(headerNames.authorization, authorization);
  return headers;
}
