/**
 * What the contract suite needs to know of a pack service: how to start it, and which of its tools and checks
 * play which part. Types and the default parts; nothing here starts anything.
 */
import type { PackIndex } from '../../src/index.js';

export interface ServiceSetup {
  /** The service's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls at once. */
  readonly maxConcurrency: number;
  /** What a missing required name means: no calls, or only a report. */
  readonly envCheck: 'strict' | 'warn';
}

/** A pack service that was started for the suite. */
export interface ContractService {
  readonly url: string;
  readonly token: string;
  /**
   * Asks it to take no more calls and to end when those in flight have. Resolves when they have.
   *
   * @throws when it ends in any other way.
   */
  drain(): Promise<void>;
  /** Ends it at once, and leaves nothing open. */
  close(): Promise<void>;
}

/** The tools by the part they play. */
export interface ToolRoles {
  /** Answers with `input.value`; any input object is right, and any output. */
  readonly echo: string;
  /** Read-only: answers with its input `{ text }`; an input without a `text` is refused. */
  readonly read: string;
  /**
   * Answers with its input, in which `greeting` ("hello") and `style.loud` (false) are filled in if missing.
   */
  readonly defaults: string;
  /**
   * Answers with its context: tenantId, runId, projectId, orgId, requestId, idempotencyKey, env, config,
   * settings, and the sorted names of the secrets as `secretNames`.
   */
  readonly context: string;
  /**
   * Works until the file `input.until` exists, then answers `{ key }`. Stops when its call is over before
   * that, unless `input.stubborn`.
   */
  readonly hold: string;
  /** Answers how each call of `hold` stands, by key: holding, released, deadline-exceeded, cancelled. */
  readonly holds: string;
  /** Throws an error whose message is `input.text`. */
  readonly throws: string;
  /** Returns what its output schema refuses, at `/text`. */
  readonly wrongOutput: string;
  /** There in the versions 1.0.0 and 2.0.0; answers with its version. */
  readonly versioned: string;
  /** In the index; the service finds no such handler in its code. */
  readonly hollow: string;
  /** In the index; the module that holds it does not load. */
  readonly unloadable: string;
}

/** The checks by the part they play. */
export interface CheckRoles {
  /**
   * Passes if `trace.output` holds `config.word` ("" if it has none); else it fails with a reason that ends
   * in the word, the judge's response `no` and the attributes `word` and `runId` (of the trace).
   */
  readonly says: string;
  /** Passes if `trace.output` is no longer than `config.maxLength`, which must be there. */
  readonly short: string;
  /** Throws an error with the message "the check broke". */
  readonly throws: string;
  /** Returns what is no verdict. */
  readonly noVerdict: string;
  /** In the index; the service finds no such check in its code. */
  readonly hollow: string;
}

export interface ContractTarget {
  /** As it reads in "the pack protocol, spoken by …". */
  readonly name: string;
  /** Starts a service of its own for each call. */
  start(setup: ServiceSetup): Promise<ContractService>;
  /** What the service serves, its required environment included. */
  readonly index: PackIndex;
  readonly tools: ToolRoles;
  readonly checks: CheckRoles;
}

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

export const contractChecks: CheckRoles = {
  says: 'contract.says',
  short: 'contract.short',
  throws: 'contract.check-throws',
  noVerdict: 'contract.no-verdict',
  hollow: 'contract.hollow-check',
};
