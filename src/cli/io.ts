/** What every command is handed besides its arguments: types only. */
import type { ExitCode } from './exit-code.js';
import type { Paper } from './paper.js';

export interface Io {
  readonly out: Paper;
  readonly err: Paper;
  /** Exactly one JSON document on `out`, everything else on `err`. */
  readonly json: boolean;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

/** A command with its arguments, ready to run. */
export type Job = (io: Io) => Promise<ExitCode>;
