/** What an answer's headers tell besides its message. */
import { headerNames, ownHeader, singleHeader } from '../../protocol/headers.js';
import type { Headers } from '../../transport/wire.js';

export interface AnswerFacts {
  readonly serviceDurationMs: number | undefined;
  readonly artifactVersion: string | undefined;
}

/** Long enough for any build name, short enough for a record. */
const maxArtifactVersionChars = 256;

/** A header may hold those of Latin-1, a record is often read on a terminal, and there they are commands. */
const control = /\p{Cc}/gu;

export function readAnswerFacts(headers: Headers): AnswerFacts {
  const duration = singleHeader(ownHeader(headers, headerNames.durationMs));
  const artifactVersion = singleHeader(ownHeader(headers, headerNames.artifactVersion));
  return {
    serviceDurationMs:
      duration !== undefined && /^\d{1,15}(\.\d+)?$/.test(duration) ? Number(duration) : undefined,
    artifactVersion: artifactVersion?.slice(0, maxArtifactVersionChars).replaceAll(control, ''),
  };
}
