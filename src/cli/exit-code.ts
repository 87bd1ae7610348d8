/** The exit codes of `kindgi-pack`. Scripts branch on them, so a number never changes its meaning. */
export const exitCode = {
  /** Ready, no error finding, a result, a check passed. */
  yes: 0,
  /** Not ready, an error finding, a pack error, a check failed. */
  no: 1,
  /** Wrong use, or an index that is none: nothing was sent. */
  wrongUse: 2,
  /** A transport failure: nobody there, or no answer that counts; or an answer that could not be written. */
  noAnswer: 3,
  /** Ended by Ctrl+C, as shells count it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
