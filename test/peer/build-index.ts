/**
 * Has the real indexer write the index of our Python pack, and adds to a copy the two entries that no indexer
 * writes: a tool and a check that their module does not define, which is how a service comes to answer
 * `handler-shape-invalid` and `check-shape-invalid`.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  artifactVersion,
  hollowCheck,
  hollowTool,
  publishedAt,
} from '../../mocks/contract/contract-index.js';
import { type PackIndex, parsePackIndex } from '../../src/index.js';

const run = promisify(execFile);

/** Folder of the Python pack. */
export const packDir = fileURLToPath(new URL('./pack/', import.meta.url));

export interface BuiltIndex {
  /** What the indexer found. */
  readonly index: PackIndex;
  /** The file that the indexer wrote. */
  readonly indexedPath: string;
  /** The file that the service is started with: `index` and the hollow entries. */
  readonly servedPath: string;
}

/** Indexes the pack; both files go to `outDir`. */
export async function buildIndex(python: string, outDir: string): Promise<BuiltIndex> {
  const indexedPath = path.join(outDir, 'indexed.json');
  const servedPath = path.join(outDir, 'served.json');
  const target = ['--pack-dir', packDir, '--output', indexedPath];
  const pins = ['--artifact-version', artifactVersion, '--published-at', publishedAt];
  await run(python, ['-m', 'kindgi.pack', 'index', ...target, ...pins, '--json'], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const index = parsePackIndex(JSON.parse(await readFile(indexedPath, 'utf8')));
  const served = {
    ...index,
    tools: [...index.tools, hollowTool],
    guardrails: [...index.guardrails, hollowCheck],
  };
  await writeFile(servedPath, JSON.stringify(served));
  return { index, indexedPath, servedPath };
}
