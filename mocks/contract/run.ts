/**
 * Plays the stories of the contract, one after the other, against one service that is started before them and
 * ended after them. It needs no test runner; `kindgi-pack-client/mocks/vitest` puts the stories into one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findService } from './find-service.js';
import { fullSetup, openStage } from './stage.js';
import { contractStories } from './stories.js';
import type { Story } from './story.js';
import type { ContractService, ContractTarget } from './target.js';

/** A service under way, against which stories are played. */
export interface ContractSession {
  /** Rejects with what the story found. One at a time: stories share the slots of the service. */
  play(story: Story): Promise<void>;
  /** Ends the service. Rejects with what its own `close` rejects with. */
  close(): Promise<void>;
}

/**
 * Starts the service that the stories share, for whoever plays them one by one in a test runner.
 *
 * @example
 * ```ts
 * const session = await openContract(target);
 * for (const story of contractStories) await session.play(story);
 * await session.close();
 * ```
 *
 * @throws (as a rejection) what `target.start` throws; `Error` when what it started is no pack service that takes its
 *   token, naming the address and what was found there. It is closed then.
 */
export async function openContract(target: ContractTarget): Promise<ContractSession> {
  const service = await target.start(fullSetup(target));
  await findOrClose(target, service);
  const folder = await mkdtemp(path.join(tmpdir(), 'pack-contract-'));
  return {
    async play(story) {
      const stage = openStage(target, service, folder);
      try {
        await story.run(stage);
      } finally {
        await stage.end();
      }
    },
    async close() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findOrClose(target: ContractTarget, service: ContractService): Promise<void> {
  try {
    await findService(target, service);
  } catch (error) {
    // What closing says then would hide the reason.
    await service.close().catch(() => {});
    throw error;
  }
}

/** Does the target lack a part that the story needs? */
export function isSkipped(story: Story, { lacks = [] }: ContractTarget): boolean {
  return (story.needs ?? []).some((part) => lacks.includes(part));
}

/** What came of one story. */
export interface PlayedStory {
  /** What it is about. */
  readonly group: string;
  /** What is promised. With the group, unique. */
  readonly name: string;
  /** Skipped: the target lacks a part that it needs. */
  readonly result: 'kept' | 'broken' | 'skipped';
  /** What a broken one found. */
  readonly error?: unknown;
}

/** What came of all stories that were played. */
export interface ContractReport {
  /** No story is broken. */
  readonly ok: boolean;
  /** In the order in which they were played. */
  readonly stories: readonly PlayedStory[];
}

/**
 * Plays every story, one after the other, also after one has failed: a broken one is in the report, and throws nothing.
 *
 * @example
 * ```ts
 * const { ok, stories } = await runPackServiceContract(target, ({ group }) => group === 'asked about itself');
 * if (!ok) console.log(stories.filter(({ result }) => result === 'broken'));
 * ```
 *
 * @param only plays the stories that it picks. Default all.
 * @throws (as a rejection) only what `openContract` throws, and what closing the service throws.
 */
export async function runPackServiceContract(
  target: ContractTarget,
  only: (story: Story) => boolean = () => true,
): Promise<ContractReport> {
  const session = await openContract(target);
  const stories: PlayedStory[] = [];
  try {
    for (const story of contractStories.filter(only)) {
      const { group, name } = story;
      if (isSkipped(story, target)) {
        stories.push({ group, name, result: 'skipped' });
        continue;
      }
      const end = await session.play(story).then(
        () => ({ result: 'kept' }) as const,
        (error: unknown) => ({ result: 'broken', error }) as const,
      );
      stories.push({ group, name, ...end });
    }
  } finally {
    await session.close();
  }
  return { ok: stories.every(({ result }) => result !== 'broken'), stories };
}
