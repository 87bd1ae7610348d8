/** What probes and reconciling report: types only. */
import type { TransportFailure, UnavailableDetail } from '../outcome.js';
import type { PackInfo } from '../protocol/messages.js';

export type ReadyState = 'ready' | 'not-ready' | 'draining' | 'missing-env' | 'unreachable' | 'unexpected';

export interface ReplicaReadiness {
  readonly url: string;
  readonly ready: boolean;
  readonly state: ReadyState;
  readonly status?: number;
  readonly detail?: UnavailableDetail;
  readonly missingEnv?: readonly string[];
  readonly retryAfterMs?: number;
  /**
   * Why it is `unreachable`: the code of the connection's error (`ECONNREFUSED`, `ENOTFOUND`), or
   * `deadline-exceeded`, `cancelled` or `closed` where this side stopped waiting.
   */
  readonly cause?: string;
  readonly durationMs: number;
}

export interface ReadyReport {
  /** True when any replica is ready. */
  readonly ready: boolean;
  readonly replicas: readonly ReplicaReadiness[];
}

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

export type Severity = 'error' | 'warning' | 'info';

/** One difference between an index and what a service serves. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The id (`id@version` where the version matters) or name that it is about. */
  readonly subject: string;
  /** What will happen to calls because of it. */
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

export interface ReplicaReconciliation {
  readonly url: string;
  readonly info?: PackInfo;
  readonly failure?: TransportFailure;
  readonly findings: readonly Finding[];
}

export interface ReconcileReport {
  /** True when every replica answered and no finding is an error. */
  readonly ok: boolean;
  readonly replicas: readonly ReplicaReconciliation[];
  /** All of them, sorted by severity, code and subject. */
  readonly findings: readonly Finding[];
}
