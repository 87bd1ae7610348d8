/** What the next try of a call needs: which replicas will do, how long to wait before, with which credentials. */
import type { CredentialHeaders } from '../credentials.js';
import type { Environment } from '../environment.js';
import type { SlotWish } from '../slots/limiter.js';
import type { Replica } from '../slots/replica.js';
import type { ReplicaMemory } from './replica-memory.js';

export interface Plan extends SlotWish {
  readonly waitMs: number;
  /** Asked for already; `undefined`: ask when the try begins. */
  readonly credentials: CredentialHeaders | undefined;
}

export const firstPlan: Plan = { isRetry: false, allows: undefined, waitMs: 0, credentials: undefined };

export interface RetryPlanOptions extends Pick<Plan, 'waitMs' | 'credentials'> {
  readonly memory: ReplicaMemory;
  readonly environment: Environment;
  /** The longest back-off of this call. */
  readonly maxDelayMs: number;
}

export function planRetry({ memory, environment, maxDelayMs, waitMs, credentials }: RetryPlanOptions): Plan {
  return {
    isRetry: true,
    allows: (replica: Replica) => memory.takes(replica, environment.nowMs()),
    opensInMs: () => memory.opensInMs(environment.nowMs()),
    // Where every replica cools down a retry waits for the first, but not much longer than it would back off.
    patienceMs: 2 * maxDelayMs,
    waitMs,
    credentials,
  };
}
