/**
 * One line on a terminal that tells what is being waited for and for how long; it vanishes when the wait is over.
 * Where there is no terminal nothing is written, because nobody could watch it.
 */
import { elapsedText } from './duration.js';
import type { Paper } from './paper.js';
import { safeText } from './safe-text.js';

const everyMs = 100;
/** What takes less than this needs no progress line. */
const quickMs = 400;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** Empties the line that the cursor is on. */
export const clearLine = '\r\u001b[K';

interface ProgressOptions {
  /** Milliseconds before the line first shows, so that what is quick does not flicker. Default 0. */
  readonly afterMs?: number;
  /** Spaces before it. Default 0. */
  readonly indent?: number;
}

/**
 * Shows a progress line until the returned function is called.
 *
 * @param text gets the milliseconds since the start; plain text that is safe on a terminal.
 */
export function showProgress(
  paper: Paper,
  text: (elapsedMs: number) => string,
  { afterMs = 0, indent = 0 }: ProgressOptions = {},
): () => void {
  if (!paper.isTerminal) return () => {};
  const startMs = performance.now();
  const margin = ' '.repeat(indent);
  let frame = 0;
  let isShown = false;
  const draw = (): void => {
    const elapsedMs = performance.now() - startMs;
    if (elapsedMs < afterMs) return;
    isShown = true;
    const mark = paper.paint('cyan', frames[frame % frames.length] ?? '');
    frame += 1;
    paper.write(
      `${clearLine}${margin}${mark} ${[...text(elapsedMs)].slice(0, paper.columns - indent - 3).join('')}`,
    );
  };
  draw();
  const timer = setInterval(draw, everyMs);
  return () => {
    clearInterval(timer);
    if (isShown) paper.write(clearLine);
    isShown = false;
  };
}

/** Awaits a call, with a progress line that names it once it takes longer than a moment. */
export async function awaitCall<Outcome>(
  paper: Paper,
  name: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const waiting = `waiting for ${safeText(name)}`;
  const stop = showProgress(paper, (ms) => `${waiting} · ${elapsedText(ms)}`, { afterMs: quickMs });
  try {
    return await work();
  } finally {
    stop();
  }
}
