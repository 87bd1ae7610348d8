/**
 * An outcome in the words of a failed assertion: what it is, whether the call ran, and each try. It takes nothing
 * that came from outside but statuses and known codes: no input, no output, no word of a service, no address.
 */

import type { AnyOutcome, Attempt } from '../../src/outcome.js';
import { outcomeName } from '../../src/outcome-name.js';
import { PackCallError } from '../../src/unwrap.js';

/**
 * The outcome that an assertion is about: itself, or the one that a `PackCallError` carries.
 *
 * @throws TypeError for anything else, so that `.not` cannot hold for a promise that was not awaited.
 */
export function outcomeOf(received: unknown, matcher: string): AnyOutcome {
  const subject = received instanceof PackCallError ? received.outcome : received;
  if (isOutcome(subject)) return subject;
  const hint = subject instanceof Promise ? 'a promise: await the call first' : kindOf(subject);
  throw new TypeError(`${matcher} expects the outcome of a call or a PackCallError, not ${hint}`);
}

export function outcomeText(outcome: AnyOutcome): string {
  const { attempts, execution, mayStillRun, stopped } = outcome;
  const still = mayStillRun ? ', may still be running' : '';
  return [
    `  outcome:   ${nameOf(outcome)}`,
    `  execution: ${execution}${still}`,
    `  stopped:   ${stopped}`,
    `  attempts:  ${attempts.length === 0 ? 'none' : attempts.length}`,
    ...attempts.map((attempt, at) => `    ${at + 1}. ${attemptText(attempt)}`),
  ].join('\n');
}

function nameOf(outcome: AnyOutcome): string {
  const name = outcomeName(outcome);
  if (outcome.kind === 'error') return name === 'error' ? 'error of a code unknown here' : `error ${name}`;
  if (outcome.kind !== 'transport') return name;
  const facts = [outcome.status, outcome.detail].filter((fact) => fact !== undefined);
  return `transport ${name}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

function attemptText({ stage, status, verdict, execution, waitMs }: Attempt): string {
  const how = status === undefined ? stage : `${stage} ${status}`;
  const wait = waitMs === undefined ? '' : `, then a wait of ${Math.round(waitMs)} ms`;
  return `${how}, ${verdict}: ${execution}${wait}`;
}

function isOutcome(value: unknown): value is AnyOutcome {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    'execution' in value &&
    'attempts' in value &&
    Array.isArray(value.attempts)
  );
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}
