/** The table of verdicts: everything that can come of a call, row by row, and what the outcome must say. */
import type { Row } from './row.js';
import { bodyRows } from './verdicts/bodies.js';
import { connectionRows } from './verdicts/connections.js';
import { endingRows } from './verdicts/endings.js';
import { limitRows } from './verdicts/limits.js';
import { messageRows } from './verdicts/messages.js';
import { statusRows } from './verdicts/statuses.js';
import { unavailableRows } from './verdicts/unavailable.js';

export const verdicts: readonly (readonly [string, readonly Row[]])[] = [
  ['a message', messageRows],
  ['a 503', unavailableRows],
  ['another status', statusRows],
  ['a 200 that is no message', bodyRows],
  ['a connection', connectionRows],
  ['an end that this side makes', endingRows],
  ['a limit', limitRows],
];
