/**
 * Plays the stories of the contract, one after the other, against one service that is started before them and
 * ended after them. It needs no test runner; `kindgi-pack-client/mocks/vitest` puts the stories into one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fullSetup, openStage } from './stage.js';
import { contractStories } from './stories.js';
import type { Story } from './story.js';
import type { ContractTarget } from './target.js';

export interface ContractSession {
  /** Rejects with what the story found. One at a time: stories share the slots of the service. */
  play(story: Story): Promise<void>;
  close(): Promise<void>;
}

/** Starts the service that the stories share. */
export async function openContract(target: ContractTarget): Promise<ContractSession> {
  const service = await target.start(fullSetup(target));
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

/** Does the target lack a part that the story needs? */
export function isSkipped(story: Story, { lacks = [] }: ContractTarget): boolean {
  return (story.needs ?? []).some((part) => lacks.includes(part));
}

export interface PlayedStory {
  readonly group: string;
  readonly name: string;
  readonly result: 'kept' | 'broken' | 'skipped';
  /** What a broken one found. */
  readonly error?: unknown;
}

export interface ContractReport {
  /** No story is broken. */
  readonly ok: boolean;
  readonly stories: readonly PlayedStory[];
}

/**
 * Plays every story, also after one has failed.
 *
 * @param only plays the stories that it picks. Default all.
 * @throws only what `target.start` throws for the shared service.
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
