/** The one table that the README quotes from RESULTS.md, so that the two cannot say different things. */
import { readFile, writeFile } from 'node:fs/promises';

const readme = new URL('../../README.md', import.meta.url);
const quoted = /(<!-- bench:begin -->\n)[\s\S]*?(<!-- bench:end -->)/;
const section = /^## Small message, 32 calls at a time\n\n((?:\|.*\n)+)/m;

/** The table in a results page, or `undefined` if the run left it out.
 *
 * @param {string} page
 */
export function tableToQuote(page) {
  return section.exec(page)?.[1];
}

/** What the README quotes now.
 *
 * @param {string} text the README
 */
export function quotedTable(text) {
  return /<!-- bench:begin -->\n([\s\S]*?)<!-- bench:end -->/.exec(text)?.[1];
}

/** Puts a results page's table into the README.
 *
 * @param {string} page
 */
export async function quoteInReadme(page) {
  const table = tableToQuote(page);
  if (table === undefined) return;
  const text = await readFile(readme, 'utf8');
  await writeFile(readme, text.replace(quoted, `$1${table}$2`));
}
