/**
 * Holds the working tree against another revision, in one run: `npm run bench:compare -- <git ref> [options of bench]`.
 * The other revision is checked out and built in a temporary folder, with the packages that are installed here.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [ref, ...options] = process.argv.slice(2);

if (ref === undefined || ref.startsWith('-')) {
  process.stderr.write('expected a git ref first: npm run bench:compare -- <git ref> [options of bench]\n');
  process.exitCode = 2;
} else {
  process.exitCode = compareWith(ref);
}

/** @param {string} revision */
function compareWith(revision) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'));
  try {
    const made = run('git', ['worktree', 'add', '--quiet', '--detach', folder, revision]);
    if (made !== 0) return 2;
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const built = run('npm', ['run', 'build', '--silent'], folder);
    if (built !== 0) return 1;
    const other = ['--other', join(folder, 'dist', 'src', 'index.js')];
    // Without a choice of tables: those that show the hot path.
    const tables = options.includes('--only') ? [] : ['--only', 'small-1,small-32,get-100kb,memory-waiting'];
    const bench = fileURLToPath(new URL('./run.js', import.meta.url));
    return run(process.execPath, [bench, '--only', 'client,other', ...other, ...tables, ...options]);
  } finally {
    run('git', ['worktree', 'remove', '--force', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} folder  where it runs
 */
function run(command, args, folder = root) {
  return spawnSync(command, args, { cwd: folder, stdio: 'inherit' }).status ?? 1;
}
