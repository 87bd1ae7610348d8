/** Checks options where they come in and fills in the defaults. */
import { PackUsageError } from '../errors.js';
import type { PackIndex } from '../pack/pack-index.js';
import { parseAddresses } from './address.js';
import { parse } from './parse.js';
import { callSchema, clientSchema, closeSchema, probeSchema, reconcileSchema } from './schemas.js';
import {
  type CallOptions,
  defaults,
  type ProbeOptions,
  type ResolvedOptions,
  type RetryOptions,
  type RetryPolicy,
} from './types.js';

/**
 * Checks a client's options and fills in the defaults.
 *
 * @throws PackUsageError naming each option that is wrong.
 */
export function resolveClientOptions(options: unknown): ResolvedOptions {
  const given = parse(clientSchema, options, 'bad client options');
  const replicas = parseAddresses(given.url);
  if (given.validateInput === true && given.index === undefined) {
    throw badOption('validateInput', 'expected an index beside it');
  }
  return {
    replicas,
    token: given.token,
    authorization: given.authorization,
    timeoutMs: given.timeoutMs ?? defaults.timeoutMs,
    answerGraceMs: given.answerGraceMs ?? defaults.answerGraceMs,
    maxConcurrency: given.maxConcurrency ?? defaults.maxConcurrency,
    maxQueue: given.maxQueue ?? defaults.maxQueue,
    maxRequestBytes: given.maxRequestBytes ?? defaults.maxRequestBytes,
    maxResponseBytes: given.maxResponseBytes ?? defaults.maxResponseBytes,
    connectTimeoutMs: given.connectTimeoutMs ?? defaults.connectTimeoutMs,
    retry: resolveRetry(given.retry, defaults.retry),
    validateInput: given.validateInput ?? false,
    index: given.index,
    logger: given.logger,
    tls: given.tls,
  };
}

/** Checks the options of one call. */
export function parseCallOptions(options: unknown): CallOptions {
  return parse(callSchema, options, 'bad call options');
}

/** Checks the options of a probe. */
export function parseProbeOptions(options: unknown): ProbeOptions {
  return parse(probeSchema, options, 'bad probe options');
}

/** Checks the options of `reconcile`. */
export function parseReconcileOptions(
  options: unknown,
): ProbeOptions & { readonly index?: PackIndex | undefined } {
  return parse(reconcileSchema, options, 'bad reconcile options');
}

/** Checks the options of `close`; milliseconds of grace. */
export function parseCloseGrace(options: unknown): number {
  return parse(closeSchema, options, 'bad close options').graceMs ?? defaults.closeGraceMs;
}

/** Lays retry options over a policy. */
export function resolveRetry(options: RetryOptions | false | undefined, base: RetryPolicy): RetryPolicy {
  if (options === undefined) return base;
  if (options === false) return oneTry(base);
  const minDelayMs = options.minDelayMs ?? base.minDelayMs;
  return {
    maxAttempts: options.maxAttempts ?? base.maxAttempts,
    minDelayMs,
    maxDelayMs: Math.max(minDelayMs, options.maxDelayMs ?? base.maxDelayMs),
    readOnly: options.readOnly ?? base.readOnly,
    safeStatuses: options.safeStatuses ?? base.safeStatuses,
  };
}

function oneTry({ minDelayMs, maxDelayMs, readOnly, safeStatuses }: RetryPolicy): RetryPolicy {
  return { maxAttempts: 1, minDelayMs, maxDelayMs, readOnly, safeStatuses };
}

function badOption(path: string, message: string): PackUsageError {
  return new PackUsageError('bad client options', [{ path, message }]);
}
