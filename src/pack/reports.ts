/** What probes and reconciling report: types only. */
import type { TransportFailure, UnavailableDetail } from '../outcome.js';
import type { PackInfo } from '../protocol/messages.js';

/** How a replica answered a probe; `unexpected` is an answer that no pack service gives. */
export type ReadyState = 'ready' | 'not-ready' | 'draining' | 'missing-env' | 'unreachable' | 'unexpected';

/** What one replica answered to a probe. */
export interface ReplicaReadiness {
  /** Its address, as in `stats()`. */
  readonly url: string;
  /** It takes calls now, or for `health`: it is up. */
  readonly ready: boolean;
  /** How it answered. */
  readonly state: ReadyState;
  /** HTTP status, once one arrived. */
  readonly status?: number;
  /** What a 503 said, if it is one of the known words. */
  readonly detail?: UnavailableDetail;
  /** Required environment names that it lacks, with `missing-env`. */
  readonly missingEnv?: readonly string[];
  /** Milliseconds that it asked to wait (`Retry-After`). */
  readonly retryAfterMs?: number;
  /**
   * Why it is `unreachable`: the code of the connection's error (`ECONNREFUSED`, `ENOTFOUND`), or
   * `deadline-exceeded`, `cancelled` or `closed` where this side stopped waiting.
   */
  readonly cause?: string;
  /** Milliseconds until it had answered. */
  readonly durationMs: number;
}

/**
 * What `ready`, `health` and `waitUntilReady` resolve with.
 *
 * @example
 * ```ts
 * const report: ReadyReport = await client.ready();
 * if (!report.ready) for (const { url, state } of report.replicas) console.log(url, state);
 * ```
 */
export interface ReadyReport {
  /** True when one replica is ready at least. */
  readonly ready: boolean;
  /** In the order of the option `url`. */
  readonly replicas: readonly ReplicaReadiness[];
}

/** What differs. Each code has one severity, and `Finding.message` says what it does to calls. */
export type FindingCode =
  | 'protocol-mismatch'
  | 'pack-id-mismatch'
  | 'tool-missing'
  | 'check-missing'
  | 'tool-version-mismatch'
  | 'env-missing'
  | 'tool-extra'
  | 'check-extra'
  | 'pack-version-mismatch'
  | 'artifact-version-mismatch'
  | 'env-undeclared'
  | 'replicas-differ'
  | 'env-unknown';

/** `error`: calls by this index will fail; `warning`: they may, or run another build; `info`: nobody can say. */
export type Severity = 'error' | 'warning' | 'info';

/** One difference between an index and what a service serves. */
export interface Finding {
  /** What differs. */
  readonly code: FindingCode;
  /** How bad it is for calls. */
  readonly severity: Severity;
  /** The id (`id@version` where the version matters) or name that it is about. */
  readonly subject: string;
  /** What will happen to calls because of it. */
  readonly message: string;
  /** What the index says, where there is one value to say. */
  readonly expected?: string;
  /** What the service says in its place. */
  readonly actual?: string;
}

/** What one replica serves, held against the index: `info` and findings, or the `failure` to get them. */
export interface ReplicaReconciliation {
  /** Its address, as in `stats()`. */
  readonly url: string;
  /** What it says of itself. */
  readonly info?: PackInfo;
  /** Why it did not say. */
  readonly failure?: TransportFailure;
  /** Sorted by severity, code and subject. */
  readonly findings: readonly Finding[];
}

/**
 * What `reconcile` resolves with.
 *
 * @example
 * ```ts
 * const report: ReconcileReport = await client.reconcile({ index });
 * for (const { severity, subject, message } of report.findings) console.log(severity, subject, message);
 * if (!report.ok) process.exitCode = 1;
 * ```
 */
export interface ReconcileReport {
  /** True when every replica answered and no finding is an error. */
  readonly ok: boolean;
  /** In the order of the option `url`. */
  readonly replicas: readonly ReplicaReconciliation[];
  /** All of them, sorted by severity, code and subject. */
  readonly findings: readonly Finding[];
}
