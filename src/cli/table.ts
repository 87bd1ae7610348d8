/** Aligned columns of plain text. Cells are padded before they are painted, so that colour moves nothing. */
import type { Paper, Style } from './paper.js';

interface Cell {
  readonly text: string;
  readonly style?: Style;
  /** Default left. */
  readonly align?: 'right';
}

export type Row = readonly (string | Cell)[];

interface TableOptions {
  /** Shown dimmed above the rows. */
  readonly head?: readonly string[];
  /** Spaces before every line. Default 2. */
  readonly indent?: number;
}

/**
 * Cells are padded to this at most: behind one long word of a service, a million rows would be gigabytes of spaces.
 */
const maxPaddingColumns = 80;

/** The lines of a table; columns that are empty throughout are left out. */
export function tableLines(
  paper: Paper,
  rows: readonly Row[],
  options: TableOptions = {},
): readonly string[] {
  const { head, indent = 2 } = options;
  const body = rows.map((row) => row.map(toCell));
  const count = greatest(body, (row) => row.length);
  const used = Array.from({ length: count }, (_, at) => at).filter((at) =>
    body.some((row) => (row[at]?.text ?? '') !== ''),
  );
  const aligned = (at: number) => body.find((row) => row[at]?.align !== undefined)?.[at]?.align;
  const headRow = head?.map((text, at) => {
    const align = aligned(at);
    return { text, style: 'dim', ...(align === undefined ? {} : { align }) } as const;
  });
  const all: readonly (readonly Cell[])[] = headRow === undefined ? body : [headRow, ...body];
  const widths = used.map((at) =>
    Math.min(
      maxPaddingColumns,
      greatest(all, (row) => width(row[at]?.text ?? '')),
    ),
  );
  return all.map((row) => {
    const cells = used.map((at, place) => {
      const cell = row[at] ?? toCell('');
      const isLast = place === used.length - 1;
      return paint(paper, cell, isLast && cell.align === undefined ? 0 : (widths[place] ?? 0));
    });
    return `${' '.repeat(indent)}${cells.join('  ')}`.trimEnd();
  });
}

/** Not `Math.max` of all: arguments lie on the stack, which many rows would fill. */
function greatest<Item>(items: readonly Item[], size: (item: Item) => number): number {
  return items.reduce((most, item) => Math.max(most, size(item)), 0);
}

function toCell(cell: string | Cell): Cell {
  return typeof cell === 'string' ? { text: cell } : cell;
}

function paint(paper: Paper, { text, style, align }: Cell, toWidth: number): string {
  const gap = ' '.repeat(Math.max(0, toWidth - width(text)));
  const painted = style === undefined ? text : paper.paint(style, text);
  return align === 'right' ? gap + painted : painted + gap;
}

function width(text: string): number {
  return [...text].length;
}
