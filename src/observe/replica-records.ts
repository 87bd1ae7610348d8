/**
 * Records of replicas: one cools down, is back, is given fewer calls at once, or was rebuilt. The policy only says
 * that it happened; whether and where it is written is decided here.
 */
import type { PackLogger } from './logger.js';
import { isWanted, write } from './write.js';

/** New calls had better go elsewhere for a while. */
export interface Cooling {
  readonly replica: string;
  /** What the try that caused it came to, in one word. */
  readonly verdict: string;
  readonly status?: number;
  /** Why the service said 503, if its body names one of the known reasons. */
  readonly detail?: string;
  readonly coolingMs: number;
}

/** A service said `overloaded`, and gets fewer calls at once. */
export interface LimitLowered {
  readonly replica: string;
  readonly limit: number;
  readonly previous: number;
}

/** Another build answers than before. */
export interface Drift {
  readonly replica: string;
  readonly artifactVersion: string;
  readonly previous: string;
}

export function logCooling(logger: PackLogger | undefined, cooling: Cooling): void {
  if (!isWanted(logger, 'warn')) return;
  const { replica, verdict, status, detail, coolingMs } = cooling;
  const fields = {
    event: 'pack.replica-cooling',
    replica,
    verdict,
    ...(status === undefined ? {} : { status }),
    ...(detail === undefined ? {} : { detail }),
    coolingMs,
  };
  write(logger, 'warn', { message: `a replica cools down: ${detail ?? verdict}`, fields });
}

export function logRecovered(logger: PackLogger | undefined, replica: string): void {
  if (!isWanted(logger, 'info')) return;
  const message = 'a replica answers again';
  write(logger, 'info', { message, fields: { event: 'pack.replica-recovered', replica } });
}

export function logLimitLowered(logger: PackLogger | undefined, lowered: LimitLowered): void {
  if (!isWanted(logger, 'info')) return;
  const { replica, limit, previous } = lowered;
  const message = `a replica is overloaded: ${limit} calls at once now`;
  write(logger, 'info', { message, fields: { event: 'pack.limit-lowered', replica, limit, previous } });
}

export function logDrift(logger: PackLogger | undefined, drift: Drift): void {
  if (!isWanted(logger, 'warn')) return;
  const { replica, artifactVersion, previous } = drift;
  const message = 'the pack service now runs another build';
  write(logger, 'warn', { message, fields: { event: 'pack.drift', replica, artifactVersion, previous } });
}
