/**
 * Everything that must be true of a release, as commands in the order in which they run: what is quick and often wrong
 * comes first. A step that plays tests says where vitest's JSON report goes; all reports are counted together. What
 * one step builds the next ones use.
 */
const node = process.execPath;
const npm = (...args) => ['npm', 'run', '--silent', ...args];
/** A script that plays tests, and leaves their report in the folder. */
const tests = (script, folder, ...args) => [
  ...npm(script, '--', ...args),
  '--update=none',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${folder}/report.json`,
];

/** The run of the matrix that a step of its own plays. */
const [major] = process.versions.node.split('.');
const ownRun = `node-${major}`;

/** What the versions of Node and undici could change: all that touches a socket, a timer or a process. */
const touchesNode = ['call', 'contract', 'faults', 'mocks', 'regressions', 'stages', 'tls', 'transport'];

/**
 * `short`: the other Nodes play what they could change alone.
 *
 * @typedef {{ name: string, command: readonly string[] | ((folder: string) => readonly string[]) }} Step
 * @param {{ short: boolean }} options
 * @returns {readonly Step[]}
 */
export const stepsOf = ({ short }) => [
  { name: 'format', command: npm('format') },
  { name: 'lint', command: npm('lint') },
  { name: 'types', command: npm('types') },
  { name: 'generated code is current', command: npm('generate') },
  { name: 'generated code is committed', command: ['git', 'diff', '--exit-code', '--', 'src/protocol'] },
  { name: 'reference is current', command: npm('docs:check') },
  { name: 'build', command: npm('build') },
  { name: 'known vulnerabilities', command: npm('audit') },
  { name: 'tests, and how much they cover', command: (folder) => tests('test', folder, '--coverage') },
  {
    name: 'tests with the Python peer',
    command: (folder) => tests('test:peer', folder),
  },
  { name: 'package, as it is installed', command: [node, 'test/package/consumers.js'] },
  { name: 'demo', command: [node, 'dist/src/cli/main.js', 'demo'] },
  {
    name: 'simulation of 25 clients',
    command: npm('sim', '--', '--clients', '25', '--lost', 'refused,not-ready'),
  },
  { name: 'bench, quick', command: [node, 'test/bench/run.js', '--quick'] },
  {
    name: 'tests on other Nodes, and with the next undici',
    command: (folder) => matrix(folder, short ? touchesNode : []),
  },
];

function matrix(folder, only) {
  const each = (option, values) => values.flatMap((value) => [option, value]);
  return [node, 'test/matrix/run.js', '--reports', folder, ...['--except', ownRun], ...each('--only', only)];
}
