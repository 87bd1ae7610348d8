/** Figures and tables as Markdown text; pure. */
import { pairedRatios, spreadOf } from '../stats.js';

/**
 * The median of the ratios, round by round, and the quartiles around it.
 *
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 */
export function ratioText(ours, theirs) {
  return spreadText(pairedRatios(ours, theirs));
}

/** A median and its quartiles. @param {readonly number[]} values */
export function spreadText(values) {
  const { median, lower, upper } = spreadOf(values);
  return `${ratioNumber(median)} (${ratioNumber(lower)}–${ratioNumber(upper)})`;
}

/** @param {number} value */
function ratioNumber(value) {
  return value < 100 ? value.toFixed(2) : numberText(value);
}

/** @param {number} value */
export function numberText(value) {
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}

/** @param {number} share */
export function percentText(share) {
  return `${(share * 100).toFixed(1)} %`;
}

/** @param {import('../sections.js').Table} table */
export function tableText({ head, rows }) {
  const widths = head.map((cell, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? cell.length)),
  );
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/**
 * @param {string} cell
 * @param {number} column
 * @param {number} width
 */
function pad(cell, column, width) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
