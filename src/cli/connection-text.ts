/**
 * What stands between a person and a service that gives no answer, by the code of the connection's error: what it
 * means, and what to do. For `ready` and `health` as for calls, so that the same trouble is called the same.
 */
import { isTlsRefusal } from '../transport/wire-error.js';
import { durationText } from './duration.js';
import { safeText } from './safe-text.js';

const noRoute = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);
const cut = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** What a TLS client says of bytes that are no TLS at all. */
const notTls = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
]);
/** HTTP parser errors have a code for most, but not for all that is no HTTP. */
const notHttp = /^(?:HPE_|HTTPParserError$)/;

/** One sentence without a full stop; without a code, the most likely one. */
export function connectionText(code: string | undefined, url: string): string {
  if (code === undefined) return 'nobody answers: check the address, and that it runs';
  const { hostname, protocol } = new URL(url);
  if (code === 'ECONNREFUSED') return 'connection refused: it does not run, or on another port';
  if (code === 'ENOTFOUND') return `the name ${hostname} is not known (ENOTFOUND): check the address`;
  if (code === 'EAI_AGAIN')
    return `the name ${hostname} cannot be looked up now (EAI_AGAIN): try again later`;
  if (noRoute.has(code)) return `no way to it (${code}): check the address, and the firewall`;
  if (notTls.has(code)) return 'something answers, but not TLS: http instead of https?';
  if (notHttp.test(code)) return 'something answers, but not HTTP: https instead of http?';
  if (cut.has(code)) {
    const more = protocol === 'http:' ? ', or is it https?' : '';
    return `the connection was cut before a whole answer (${code}): look into its log${more}`;
  }
  if (isTlsRefusal({ name: 'Error', message: '', code })) {
    return `TLS was refused (${safeText(code)}): check its certificate (NODE_EXTRA_CA_CERTS names a CA of your own)`;
  }
  return `no connection (${safeText(code)}): check the address, and that it runs`;
}

/** The same for a service that was waited for as long as was allowed. */
export function silenceText(waitedMs: number): string {
  return `no answer within ${durationText(waitedMs)}: it is stuck or slow (--timeout)`;
}
