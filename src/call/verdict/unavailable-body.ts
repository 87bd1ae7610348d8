/**
 * Reads why a service says 503, as far as its body names one of the known reasons. Nothing else of the body is
 * kept: it may come from anything that stands in front of the service.
 */
import type { UnavailableDetail } from '../../outcome.js';
import { ownField } from '../../own-fields.js';

const details: readonly UnavailableDetail[] = [
  'draining',
  'not ready',
  'overloaded',
  'missing env',
  'no pack service',
];
const envName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const maxNames = 256;

export interface UnavailableBody {
  readonly detail?: UnavailableDetail;
  /** Only with `missing env`; names that cannot be environment names are left out. */
  readonly missingEnv?: readonly string[];
}

export function readUnavailableBody(body: Uint8Array): UnavailableBody {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return {};
  }
  const error = ownField(value, 'error');
  const detail = details.find((known) => known === error);
  if (detail === undefined) return {};
  if (detail !== 'missing env') return { detail };
  const names = ownField(value, 'missingEnv');
  const missingEnv = (Array.isArray(names) ? names : []).filter(
    (name): name is string => typeof name === 'string' && envName.test(name),
  );
  return { detail, missingEnv: missingEnv.slice(0, maxNames) };
}
