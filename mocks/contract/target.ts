/**
 * What the contract suite needs to know of a pack service: how to start it, which of its tools and checks play
 * which part, and in what it may differ. Types and the default parts; nothing here starts anything.
 */
import type { PackIndex } from '../../src/index.js';

/** With what a service is started for the suite. */
export interface ServiceSetup {
  /** The service's own environment: of the index's required names, those that are set. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls at once. */
  readonly maxConcurrency: number;
  /** What a missing required name means: no calls, or only a report. */
  readonly envCheck: 'strict' | 'warn';
}

/** A pack service that was started for the suite. */
export interface ContractService {
  /** Its address, without a path. */
  readonly url: string;
  /** The pack token that its callers must send. */
  readonly token: string;
  /**
   * Asks it to take no more calls and to end when those in flight have. Resolves when they have. Not needed
   * where the target lacks `draining`.
   *
   * @throws when it ends in any other way.
   */
  drain?(): Promise<void>;
  /** Ends it at once, and leaves nothing open. */
  close(): Promise<void>;
}

/** The tools by the part they play. Each takes any input object unless it says otherwise. */
export interface ToolRoles {
  /** Answers with `input.value`, whatever JSON that is; there in one version. */
  readonly echo: string;
  /** Read-only: answers with its input `{ text }`; an input whose `text` is no text is refused. */
  readonly read: string;
  /**
   * Answers with its input `{ name }`, in which the schema's defaults `greeting` ("hello") and `style`
   * (`{ loud: false }`) are filled in if missing.
   */
  readonly defaults: string;
  /**
   * Answers with its context: tenantId, runId, projectId, orgId, requestId, idempotencyKey, env, config,
   * settings, and the sorted names of the secrets as `secretNames`.
   */
  readonly context: string;
  /**
   * Takes `{ key, until, stubborn }`, of which it needs `key` and `until`, two texts. Works until the file
   * `until` exists, then answers `{ key }`. Stops when its call is over before that, unless `stubborn`.
   */
  readonly hold: string;
  /**
   * Answers an object that says by key how each call of `hold` stands: holding, released, deadline-exceeded,
   * cancelled. A call that never began has no entry.
   */
  readonly holds: string;
  /** Throws an error whose message is `input.text`. */
  readonly throws: string;
  /** Returns what its output schema refuses, at `/text`. */
  readonly wrongOutput: string;
  /** There in the versions 1.0.0 and 2.0.0; answers with its version. */
  readonly versioned: string;
  /** In the index; the service finds no such handler in its code. */
  readonly hollow: string;
  /** In the index; its module fails to load with an error that ends in "was told not to load". */
  readonly unloadable: string;
}

/** The checks by the part they play. */
export interface CheckRoles {
  /**
   * Passes if `trace.output` holds `config.word` ("" if it has none); else it fails with a reason that ends
   * in the word, the judge's response `no` and the attributes `word` and `runId` (of the trace).
   */
  readonly says: string;
  /** Passes if `trace.output` is no longer than `config.maxLength`, which must be there and not below 0. */
  readonly short: string;
  /** Throws an error with the message "the check broke". */
  readonly throws: string;
  /** Returns what is no verdict. */
  readonly noVerdict: string;
  /** In the index; the service finds no such check in its code. */
  readonly hollow: string;
}

/**
 * Parts of the protocol that a stand-in without a process or a socket of its own may lack; a real service has
 * them all.
 *
 * - `draining`: it can be asked to end, and refuses new calls from then on.
 * - `slots`: it takes at most `maxConcurrency` calls at once.
 * - `hanging-up`: it notices that a caller closed the connection.
 */
export type ContractPart = 'draining' | 'slots' | 'hanging-up';

/**
 * A pack service that the suite is to be played against, and in what it may differ.
 *
 * @example
 * ```ts
 * const mine: ContractTarget = {
 *   name: 'my service',
 *   index: contractIndex,
 *   async start({ env, envCheck, maxConcurrency }) {
 *     return startPackService({ ...createContractPack(), env, envCheck, maxConcurrency });
 *   },
 * };
 * ```
 */
export interface ContractTarget {
  /** As it reads in "the pack protocol, spoken by …". */
  readonly name: string;
  /**
   * Starts a service of its own for each call, and resolves when it listens. It must see the file system of the
   * tests, because files release the tool `hold`.
   */
  start(setup: ServiceSetup): Promise<ContractService>;
  /** What the service serves, with at least two required names in its `env`. */
  readonly index: PackIndex;
  /** Default `contractTools`. */
  readonly tools?: ToolRoles;
  /** Default `contractChecks`. */
  readonly checks?: CheckRoles;
  /** Parts that it lacks; their stories are skipped, by name. Default none. */
  readonly lacks?: readonly ContractPart[];
  /** The `Retry-After`, in seconds, of its 503s. Default 1. */
  readonly retryAfterSeconds?: number;
  /** Milliseconds that the suite waits for what must come. Default 10,000. */
  readonly patienceMs?: number;
}

/** Milliseconds that the suite waits for what must come, unless the target says otherwise. */
export const defaultPatienceMs = 10_000;

/**
 * The tools of `contractIndex`, by the part they play; for a target that serves it as it is.
 *
 * @example
 * ```ts
 * const tools: ToolRoles = { ...contractTools, echo: 'mine.echo' };
 * ```
 */
export const contractTools: ToolRoles = {
  echo: 'contract.echo',
  read: 'contract.read',
  defaults: 'contract.defaults',
  context: 'contract.context',
  hold: 'contract.hold',
  holds: 'contract.holds',
  throws: 'contract.throw',
  wrongOutput: 'contract.wrong-output',
  versioned: 'contract.versioned',
  hollow: 'contract.hollow',
  unloadable: 'contract.unloadable',
};

/**
 * The checks of `contractIndex`, by the part they play; for a target that serves it as it is.
 *
 * @example
 * ```ts
 * const checks: CheckRoles = { ...contractChecks, says: 'mine.says' };
 * ```
 */
export const contractChecks: CheckRoles = {
  says: 'contract.says',
  short: 'contract.short',
  throws: 'contract.check-throws',
  noVerdict: 'contract.no-verdict',
  hollow: 'contract.hollow-check',
};
