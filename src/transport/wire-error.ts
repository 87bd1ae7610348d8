/**
 * Reduces an error of undici or a socket to a name, a code and a sentence. undici's own errors hold the socket
 * and, for an answer that is not HTTP, the bytes of the answer: none of that may travel on.
 */
import type { WireError } from './wire.js';

/** OpenSSL's and Node's codes for a peer whose certificate or TLS was refused. */
const tlsCode =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|EPROTO$)/;

/** undici's codes for a request that it would refuse just the same next time. */
const ownFaultCode = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_|CLOSED|DESTROYED)/;

const maxMessageChars = 300;

/** The error's own fields; with several addresses tried, those of the first that says something. */
export function toWireError(error: unknown): WireError {
  const told = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  if (!(told instanceof Error)) return { name: 'Error', message: 'unknown transport error' };
  const code = Reflect.get(told, 'code') ?? Reflect.get(Object(error), 'code');
  const message = told.message === '' ? 'transport error without a message' : collapsed(told.message);
  return typeof code === 'string' ? { name: told.name, code, message } : { name: told.name, message };
}

/** A certificate's names get into messages of TLS, and there is no end to what one may hold. */
function collapsed(text: string): string {
  return text
    .slice(0, maxMessageChars)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Was the connection refused for its certificate, name or TLS version? Trying again gives the same. */
export function isTlsRefusal(error: WireError): boolean {
  return error.code !== undefined && tlsCode.test(error.code);
}

/** Can opening a connection succeed next time? Not after an error that nobody knows. */
export function isConnectFailure(error: WireError): boolean {
  return error.code !== undefined && !tlsCode.test(error.code) && !ownFaultCode.test(error.code);
}
