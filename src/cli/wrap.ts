/** Folds plain text at spaces, so that a terminal does not break it in the middle of an indent. */
import type { Paper } from './paper.js';

/** The lines, each behind the indent; one line where there is no terminal, so that a pipe can be searched. */
export function wrapped(paper: Paper, text: string, indent: number): readonly string[] {
  const margin = ' '.repeat(indent);
  if (!paper.isTerminal) return [margin + text];
  const limit = Math.max(20, paper.columns - indent);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > limit) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => margin + line);
}
