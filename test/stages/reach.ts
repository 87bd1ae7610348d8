/**
 * Brings one call to a stage and stops the world there: queued behind calls that hang, connecting to a server
 * that never shakes hands, sent and unanswered, in the middle of an answer, or waiting to retry.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { CallOptions, PackClient, ToolOutcome } from '../../src/index.js';
import { until } from '../until.js';
import { echoCall, startClient, watch } from './calls.js';
import { slotsOf } from './leftovers.js';
import { startMuteServer } from './listen.js';
import { type Answer, type StageServer, startStageServer } from './stage-server.js';

export const stages = ['queued', 'connecting', 'sent', 'answering', 'waiting to retry'] as const;
export type StageName = (typeof stages)[number];

export interface Reached {
  readonly client: PackClient;
  readonly call: Promise<ToolOutcome>;
  /** None while connecting: there nobody reads a request. */
  readonly servers: readonly StageServer[];
  /** The calls that take all slots; only while queued. */
  readonly blockers: readonly Promise<ToolOutcome>[];
  openSockets(): number;
}

export const callId = 'the-call';

const firstAnswers: Readonly<Record<Exclude<StageName, 'connecting'>, Answer>> = {
  queued: 'silence',
  sent: 'silence',
  answering: 'half',
  'waiting to retry': 'refuse',
};

/** Resolves when the call is at the stage, or has ended before (a short deadline on a slow machine). */
export async function reach(stage: StageName, replicas: number, options: CallOptions): Promise<Reached> {
  if (stage === 'connecting') return reachConnecting(replicas, options);
  const servers = await times(replicas, () => startStageServer(firstAnswers[stage]));
  const client = startClient({ url: servers.map(({ url }) => url), maxConcurrency: 1, answerGraceMs: 50 });
  const blockers = stage === 'queued' ? servers.map(() => client.invoke(echoCall)) : [];
  await until(() => seenBy(servers) === blockers.length, 'the slots are taken');

  const heads = countAnswerHeads();
  const call = client.invoke(echoCall, { requestId: callId, ...options });
  const isThere = {
    queued: () => slotsOf(client).queued === 1,
    sent: () => seenBy(servers) === 1,
    answering: () => heads.count() === 1,
    'waiting to retry': () => client.stats().attempts === replicas,
  };
  const ended = watch(call);
  await until(() => isThere[stage]() || ended.value !== undefined, `the call is ${stage}`);
  heads.stop();
  const openSockets = () => servers.reduce((sum, server) => sum + server.openSockets(), 0);
  return { client, call, servers, blockers, openSockets };
}

async function reachConnecting(replicas: number, options: CallOptions): Promise<Reached> {
  const mutes = await times(replicas, startMuteServer);
  const client = startClient({ url: mutes.map(({ url }) => url), connectTimeoutMs: 60_000 });
  const openSockets = () => mutes.reduce((sum, { sockets }) => sum + sockets.size, 0);
  const call = client.invoke(echoCall, { requestId: callId, ...options });
  await until(() => openSockets() === 1, 'the connection is being opened');
  return { client, call, servers: [], blockers: [], openSockets };
}

function seenBy(servers: readonly StageServer[]): number {
  return servers.reduce((sum, { seen }) => sum + seen.length, 0);
}

/** Answer heads that undici has read in this process. */
function countAnswerHeads(): { count(): number; stop(): void } {
  let count = 0;
  const onHead = () => {
    count += 1;
  };
  subscribe('undici:request:headers', onHead);
  return { count: () => count, stop: () => unsubscribe('undici:request:headers', onHead) };
}

function times<Value>(count: number, make: () => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, make));
}
