/**
 * Asks the registry for known vulnerabilities (`npm audit`), and fails if a package has one that gets to users; those of
 * development alone are only told. Not every registry answers: then it says `could not ask`, and holds the lock file
 * against the advisories that are written down here, which were all that were known of these packages in October 2026.
 *
 * Exit code: 0 nothing is known, 1 something is; 2 with `--strict` when the registry could not be asked.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The first version, within the line that is used here, that is free of all of them. */
const mendedIn = {
  // Response queue, cache, cookies, CRLF, TLS verification: GHSA-35p6-xmwp-9g52, GHSA-4cwx-7wf7-3272, GHSA-m8rv-5g2x-5cg5,
  // GHSA-rfgv-xxqx-mfg5 (CVE-2026-19534), CVE-2026-84961.
  undici: '7.29.1',
  // Hosts that are read in two ways: GHSA-v39h-62p7-jpjc, GHSA-7p8r-x3mc-p8w7, GHSA-fph4-wmhf-6fwf, CVE-2026-84292.
  'fast-uri': '3.1.8',
  // Patterns out of `$data`: GHSA-2g4f-4pwh-qvx6.
  ajv: '8.18.0',
};

/** Development dependencies by name, yet part of what is published: the build puts them into `dist`. */
const bundled = ['zod'];

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

const asked = ask();
if (asked === undefined) {
  console.log('could not ask: the registry answers no audit');
  const old = findOld();
  for (const line of old) console.log(line);
  if (old.length === 0) console.log('nothing among the advisories that are known here');
  process.exitCode = old.length > 0 ? 1 : process.argv.includes('--strict') ? 2 : 0;
} else {
  for (const { line, ships } of asked) console.log(ships ? line : `${line} (development only)`);
  const shipped = asked.filter(({ ships }) => ships).length;
  console.log(shipped === 0 ? 'no known vulnerability in what ships' : `${shipped} vulnerable packages ship`);
  process.exitCode = shipped === 0 ? 0 : 1;
}

/** Each vulnerable package, and whether it gets to users; `undefined` when the registry gives no answer. */
function ask() {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
  const report = parse(stdout);
  if (typeof report?.vulnerabilities !== 'object' || report.vulnerabilities === null) return undefined;
  return Object.values(report.vulnerabilities).map(({ name, severity, via, nodes }) => ({
    line: `${name} ${packages[nodes[0]]?.version ?? ''}: ${severity}, ${via.map((each) => each.url ?? each).join(', ')}`,
    ships: nodes.some(ships),
  }));
}

function ships(path) {
  return packages[path]?.dev !== true || bundled.includes(nameIn(path));
}

function nameIn(path) {
  return path.replace(/^.*node_modules\//, '');
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line for each locked package that is older than the one that was mended. */
function findOld() {
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const mended = mendedIn[nameIn(path)];
    if (!ships(path) || mended === undefined || !isBefore(version, mended)) return [];
    return [`${path} ${version}: mended in ${mended}`];
  });
}

function isBefore(version, other) {
  const [a, b] = [version, other].map((text) => text.split(/[.-]/).map(Number));
  const at = b.findIndex((part, place) => part !== a[place]);
  return at !== -1 && !(a[at] > b[at]);
}
