/** Promises of the retry policy that hold for every end on the wire, every policy and every chance. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ReplicaMemory } from '../../src/call/retry/replica-memory.js';
import { decideRetry } from '../../src/call/retry/retry.js';
import type { Replica } from '../../src/call/slots/replica.js';
import { classify } from '../../src/call/verdict/classify.js';
import type { Verdict } from '../../src/call/verdict/verdict.js';
import { parseRetryAfterMs } from '../../src/protocol/retry-after.js';
import * as any from './policy-arbitraries.js';

const { cases } = any;
// A case costs well under a millisecond.
vi.setConfig({ testTimeout: 20_000 + cases.numRuns });
const anyEnd = fc.oneof(any.reply, any.fault);

describe('another try', () => {
  it('is only for a call that did not run, or for reading that may be repeated', () => {
    const property = fc.property(anyEnd, any.classifyOptions, any.retryCase, (end, options, { retry }) => {
      const verdict = classify(end, options);
      if (verdict.ground === 'no') return;
      const decision = decideRetry({ ...retry, ground: verdict.ground });
      if (!decision.again || verdict.execution === 'did-not-run') return;
      expect(verdict.execution).toBe('may-have-run');
      expect(retry.policy.readOnly && retry.readOnlyTool).toBe(true);
    });
    fc.assert(property, cases);
  });

  it('is within the number of tries and before the deadline, after a wait that is a number', () => {
    const property = fc.property(any.retryCase, ({ retry }) => {
      const decision = decideRetry(retry);
      if (!decision.again) return;
      expect(retry.attempts).toBeLessThan(retry.policy.maxAttempts);
      expect(Number.isFinite(decision.waitMs)).toBe(true);
      expect(decision.waitMs).toBeGreaterThanOrEqual(0);
      expect(decision.waitMs).toBeLessThan(retry.remainingMs);
    });
    fc.assert(property, cases);
  });

  it('is never sooner than a service asked for, and never a busy loop', () => {
    const property = fc.property(any.retryCase, ({ retry, soonestMs, elsewhereNow }) => {
      const decision = decideRetry({ ...retry, ground: 'paced' });
      if (!decision.again || elsewhereNow) return;
      expect(decision.waitMs).toBeGreaterThanOrEqual(Math.max(soonestMs, retry.policy.minDelayMs));
    });
    fc.assert(property, cases);
  });

  it('backs off for no longer than the policy says', () => {
    const property = fc.property(any.retryCase, ({ retry }) => {
      const decision = decideRetry({ ...retry, ground: 'backoff' });
      if (decision.again) expect(decision.waitMs).toBeLessThanOrEqual(retry.policy.maxDelayMs);
    });
    fc.assert(property, cases);
  });

  it('draws on the budget once, and only where no service paces it', () => {
    const property = fc.property(any.retryCase, ({ retry, budgetAsked }) => {
      const decision = decideRetry(retry);
      const isPaid = retry.ground === 'backoff' || retry.ground === 'unknown';
      const stoppedByBudget = !decision.again && decision.stopped === 'budget';
      expect(budgetAsked()).toBe(isPaid && (decision.again || stoppedByBudget) ? 1 : 0);
    });
    fc.assert(property, cases);
  });
});

describe('a verdict', () => {
  it('is "no second try" for whatever ran, and only "unknown" for what may have run', () => {
    const property = fc.property(anyEnd, any.classifyOptions, (end, options) => {
      const { execution, ground } = classify(end, options);
      if (execution === 'ran') expect(ground).toBe('no');
      if (execution === 'may-have-run') expect(['no', 'unknown']).toContain(ground);
      if (ground === 'unknown') expect(execution).toBe('may-have-run');
    });
    fc.assert(property, cases);
  });

  it('on 503 is "did not run" exactly with a usable delay (or where the platform promises it)', () => {
    const property = fc.property(any.reply, any.classifyOptions, (reply, options) => {
      const asked = parseRetryAfterMs(reply.headers['retry-after'], any.dateMs);
      const isSafe = asked !== undefined || options.safeStatuses.includes(503);
      const { execution, body } = classify({ ...reply, status: 503 }, options);
      expect(execution).toBe(isSafe ? 'did-not-run' : 'may-have-run');
      expect(body).toHaveProperty('reason', asked === undefined ? 'unexpected-status' : 'unavailable');
    });
    fc.assert(property, cases);
  });

  it('on a fault says "did not run" exactly while connecting', () => {
    const property = fc.property(any.fault, any.classifyOptions, (fault, options) => {
      const { execution, mayStillRun } = classify(fault, options);
      expect({ execution, mayStillRun }).toEqual(
        fault.stage === 'connecting'
          ? { execution: 'did-not-run', mayStillRun: false }
          : { execution: 'may-have-run', mayStillRun: true },
      );
    });
    fc.assert(property, cases);
  });
});

describe('Retry-After', () => {
  it('is a delay that a timer understands, or no promise at all', () => {
    const property = fc.property(any.retryAfterValue, fc.integer({ min: 0, max: 4e12 }), (value, dateMs) => {
      const delayMs = parseRetryAfterMs(value, dateMs);
      if (delayMs === undefined) return;
      expect(Number.isSafeInteger(delayMs) && delayMs >= 0).toBe(true);
      expect(typeof value).toBe('string');
    });
    fc.assert(property, cases);
  });

  it('in seconds is that many thousand milliseconds', () => {
    const property = fc.property(fc.nat(), (seconds) => {
      expect(parseRetryAfterMs(String(seconds), any.dateMs)).toBe(seconds * 1_000);
    });
    fc.assert(property, cases);
  });

  it('as a date is the time until then, and 0 for the past', () => {
    const years = { min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true };
    const property = fc.property(fc.date(years), (date) => {
      const untilMs = Math.floor(date.getTime() / 1_000) * 1_000 - any.dateMs;
      expect(parseRetryAfterMs(date.toUTCString(), any.dateMs)).toBe(Math.max(0, untilMs));
    });
    fc.assert(property, cases);
  });
});

describe('a whole call over several replicas', () => {
  /** What a call meets: how each try ends, how long it takes, and chance. */
  const steps = fc.array(fc.record({ end: anyEnd, takesMs: fc.nat(2_000), chance: any.chance }), {
    minLength: 1,
    maxLength: 25,
  });

  it('keeps to the number of tries, to each replica’s delay and to the deadline', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 60_000 }),
      any.policy,
      steps,
      any.classifyOptions,
      (count, timeoutMs, policy, script, options) => {
        const replicas = any.makeReplicas(count);
        const memory = new ReplicaMemory();
        const notBefore = new Map<unknown, number>();
        let nowMs = 0;
        let replica = replicas[0];
        for (const [at, { end, takesMs, chance }] of script.entries()) {
          if (replica === undefined) return;
          expect(at).toBeLessThan(policy.maxAttempts);
          expect(nowMs).toBeLessThan(timeoutMs);
          expect(nowMs).toBeGreaterThanOrEqual(notBefore.get(replica) ?? 0);
          nowMs += takesMs;
          const verdict = classify(end, options);
          if (verdict.ground === 'no') return;
          remember(notBefore, replica, { verdict, nowMs });
          memory.keep(replica, verdict, nowMs);
          learnFrom(replica, verdict, nowMs);
          const decision = decideRetry({
            ground: verdict.ground,
            answered: verdict.body.kind !== 'transport',
            policy,
            readOnlyTool: false,
            attempts: at + 1,
            remainingMs: timeoutMs - nowMs,
            mayReauthorize: true,
            elsewhereLeft: () => replicas.some((other) => memory.mayHave(other)),
            elsewhereNow: () => replicas.some((other) => memory.isFresh(other, nowMs)),
            soonestMs: () => Math.min(...replicas.map((other) => memory.readyInMs(other, nowMs))),
            random: () => chance,
            takeBudget: () => true,
          });
          if (!decision.again) return;
          expect(verdict.execution).toBe('did-not-run');
          nowMs += decision.waitMs;
          replica = replicas.find((other) => memory.takes(other, nowMs));
        }
      },
    );
    fc.assert(property, cases);
  });

  /** Cooling, which may make a call wait longer, never shorter. */
  function learnFrom(replica: Replica, { body }: Verdict, nowMs: number): void {
    if (body.kind !== 'transport') return;
    if (body.reason === 'unreachable') replica.unreachable(nowMs);
    if (body.reason === 'unavailable') replica.refused(body.retryAfterMs ?? 0, nowMs);
  }

  /** The model: what a replica asked for, kept by plain means. */
  function remember(
    notBefore: Map<unknown, number>,
    replica: unknown,
    { verdict, nowMs }: { readonly verdict: Verdict; readonly nowMs: number },
  ): void {
    const { body, ground } = verdict;
    if (ground === 'elsewhere') notBefore.set(replica, Number.POSITIVE_INFINITY);
    else if (body.kind === 'transport' && body.retryAfterMs !== undefined) {
      notBefore.set(replica, nowMs + body.retryAfterMs);
    }
  }
});
