/** Runs once before the peer tests: a Python, the real pack service in it, and the index of our pack. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildIndex } from './build-index.js';
import { preparePython } from './environment.js';
import { findPython } from './find-python.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Interpreter that has the pack service. */
    readonly peerPython: string;
    /** What the indexer wrote, as JSON text. */
    readonly peerIndex: string;
    /** Path of the file that the indexer wrote. */
    readonly peerIndexPath: string;
    /** Path of the index that the service is started with. */
    readonly peerServedIndexPath: string;
  }
}

const cacheDir = fileURLToPath(new URL('../../.cache/peer/', import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const python = await preparePython(await findPython(), path.resolve(cacheDir));
  const outDir = await mkdtemp(path.join(tmpdir(), 'pack-peer-'));
  const { index, indexedPath, servedPath } = await buildIndex(python, outDir);
  project.provide('peerPython', python);
  project.provide('peerIndex', JSON.stringify(index));
  project.provide('peerIndexPath', indexedPath);
  project.provide('peerServedIndexPath', servedPath);
  return () => rm(outDir, { recursive: true, force: true });
}
