/** Closing a client: once, twice, in the middle of calls; what comes after; and that its process can end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../until.js';
import { echoCall, startClient, watch } from './calls.js';
import { heldResources, resourcesFreed } from './leftovers.js';
import { startMuteServer } from './listen.js';
import { startStageServer } from './stage-server.js';

describe('close', () => {
  it('gives calls in flight their grace, and they end as they would have', async () => {
    const server = await startStageServer('silence');
    const client = startClient({ url: server.url });
    const call = client.invoke(echoCall);
    await until(() => server.seen.length === 1, 'the request has arrived');
    const closed = watch(client.close({ graceMs: 60_000 }).then(() => 'closed'));
    const late = await client.invoke(echoCall);
    expect(late).toMatchObject({
      reason: 'closed',
      stopped: 'closed',
      execution: 'did-not-run',
      attempts: [],
    });
    expect(closed.value).toBeUndefined();
    server.answer('result');
    expect((await call).kind).toBe('result');
    await until(() => closed.value === 'closed', 'the client is closed');
    expect(server.seen).toHaveLength(1);
  });

  it('lets a refused call that is in flight end as closed, not try again', async () => {
    const server = await startStageServer('silence');
    const client = startClient({ url: server.url });
    const call = client.invoke(echoCall);
    await until(() => server.seen.length === 1, 'the request has arrived');
    const closing = client.close({ graceMs: 60_000 });
    server.answer('refuse');
    expect(await call).toMatchObject({ reason: 'closed', stopped: 'closed', execution: 'did-not-run' });
    await closing;
    expect(server.seen).toHaveLength(1);
  });

  it('twice, or many times at once, is closing once', async () => {
    const server = await startStageServer('silence');
    const before = heldResources();
    const client = startClient({ url: server.url });
    const call = client.invoke(echoCall);
    await until(() => server.seen.length === 1, 'the request has arrived');
    await Promise.all([client.close({ graceMs: 0 }), client.close(), client[Symbol.asyncDispose]()]);
    expect(await call).toMatchObject({ reason: 'closed', execution: 'may-have-run', mayStillRun: true });
    await client.close({ graceMs: 0 });
    await resourcesFreed(before);
  });

  it('of a client that was never used leaves nothing and takes calls no more', async () => {
    const before = heldResources();
    const client = startClient({ url: 'http://127.0.0.1:9' });
    await client.close();
    expect(await client.invoke(echoCall)).toMatchObject({ reason: 'closed', attempts: [] });
    expect(await client.check({ check: 'c', trace: {} })).toMatchObject({ reason: 'closed' });
    expect(heldResources()).toBeLessThanOrEqual(before);
  });

  it('ends a thousand waiting calls at once and in order', async () => {
    const server = await startStageServer('silence');
    const client = startClient({ url: server.url, maxConcurrency: 1 });
    const blocker = client.invoke(echoCall);
    await until(() => server.seen.length === 1, 'the slot is taken');
    const ended: number[] = [];
    const calls = Array.from({ length: 1_000 }, async (_, at) => {
      const outcome = await client.invoke(echoCall);
      ended.push(at);
      return outcome;
    });
    const closing = client.close({ graceMs: 60_000 });
    const outcomes = await Promise.all(calls);
    expect(new Set(outcomes.map((outcome) => ('reason' in outcome ? outcome.reason : outcome.kind)))).toEqual(
      new Set(['closed']),
    );
    expect(ended).toEqual(ended.toSorted((one, other) => one - other));
    server.answer('result');
    expect((await blocker).kind).toBe('result');
    await closing;
    expect(server.seen).toHaveLength(1);
  });
});

describe('a process whose client was closed ends by itself', () => {
  const client = new URL('../../dist/src/index.js', import.meta.url);
  const program = fileURLToPath(new URL('./closing-process.js', import.meta.url));

  /** Runs it; `isThere` says when its calls are at the stage at which the client is to be closed. */
  async function run(url: string, calls: number, isThere: () => boolean): Promise<unknown> {
    if (!existsSync(client))
      throw new Error(`${client.pathname} is not there: build it first with npm run build`);
    const child = spawn(process.execPath, [program, client.href, url, String(calls)]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const end = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    await until(isThere, 'its calls are at the stage', 15_000);
    child.stdin.end('close');
    const [[code], output, errors] = await end;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return JSON.parse(output);
  }

  it('while connecting', async () => {
    const server = await startMuteServer();
    const isConnecting = () => server.sockets.size === 1;
    expect(await run(server.url, 1, isConnecting)).toEqual(['closed did-not-run connecting']);
    await until(() => server.sockets.size === 0, 'its socket is gone');
  });

  it('while one call was in flight and one in the line', async () => {
    const server = await startStageServer('silence');
    const isSent = () => server.seen.length === 1;
    expect(await run(server.url, 2, isSent)).toEqual(['closed may-have-run sent', 'closed did-not-run none']);
    await until(() => server.openSockets() === 0, 'its socket is gone');
  });

  it('while a call waited to retry', async () => {
    const server = await startStageServer('refuse');
    const isRefused = () => server.answered() === 1;
    expect(await run(server.url, 1, isRefused)).toEqual(['closed did-not-run answered']);
  });

  it('after an answer, with its connection still good for another call', async () => {
    const server = await startStageServer('result');
    expect(await run(server.url, 1, () => server.answered() === 1)).toEqual(['result ran answered']);
    await until(() => server.openSockets() === 0, 'its socket is gone');
  });
});
