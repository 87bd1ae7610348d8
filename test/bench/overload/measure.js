/**
 * Overload with real sockets: service and callers are processes of their own, and what happens is read from the
 * service's counts. `test/sim` holds the policy to the same promises in virtual time.
 */
import { startChild, withChild } from '../child-process.js';

/**
 * @typedef {object} Scene
 * @property {string} strategy
 * @property {number} cap          calls that the service takes at a time
 * @property {number} meanMs       a handler's time
 * @property {'none' | 'exponential'} spread  of handlers' times
 * @property {number} callers
 * @property {number} connections  that somebody without a limit of his own opens
 */

/**
 * @typedef {object} Shares
 * @property {number} refused  refusals per request
 * @property {number} used     of what the cap allows: the time that its slots were busy
 */

/**
 * @template Value
 * @param {Scene} scene
 * @param {import('../sections.js').BenchTarget} target
 * @param {(stage: { service: import('../child-process.js').Child, callers: import('../child-process.js').Child }) => Promise<Value>} use
 */
function onStage({ strategy, cap, meanMs, spread, connections }, target, use) {
  const service = startChild(new URL('./service.js', import.meta.url));
  return withChild(service, async () => {
    const url = await service.ask('listen', { cap, meanMs, spread });
    const args = [strategy, JSON.stringify({ ...target, urls: [url] }), String(connections)];
    const callers = startChild(new URL('./callers-process.js', import.meta.url), { args });
    return withChild(callers, () => use({ service, callers }));
  });
}

/**
 * A crowd that comes all at once and makes so many calls each: how long each call took, how long it was until the
 * last had ended, and what it cost the service. Before it, half as many as the service takes make as many calls each.
 *
 * @param {Scene & { callsEach: number }} scene
 * @param {import('../sections.js').BenchTarget} target
 * @returns {Promise<Shares & { tookMs: readonly number[], allMs: number }>}
 */
export function measureCrowd(scene, target) {
  const { cap, callers: count, callsEach } = scene;
  return onStage(scene, target, async ({ service, callers }) => {
    await callers.ask('run', { callers: cap / 2, callsEach });
    const before = await service.ask('counts');
    const tookMs = await callers.ask('run', { callers: count, callsEach });
    const after = await service.ask('counts');
    return { ...sharesOf(before, after, cap), tookMs, allMs: after.atMs - before.atMs };
  });
}

/**
 * The shares at a low cap, and how long it takes, once the cap is higher, until 90 % of that are used; infinite when
 * that does not happen in `withinMs`.
 *
 * @param {Scene & { warmUpMs: number, forMs: number, returnsTo: number, withinMs: number, windowMs: number }} scene
 * @param {import('../sections.js').BenchTarget} target
 * @returns {Promise<Shares & { backMs: number }>}
 */
export function measureReturn(scene, target) {
  return onStage(scene, target, async ({ service, callers }) => {
    await callers.ask('start', scene.callers);
    await pause(scene.warmUpMs);
    const before = await service.ask('counts');
    await pause(scene.forMs);
    const after = await service.ask('counts');
    await service.ask('take', scene.returnsTo);
    let last = await service.ask('counts');
    const returnedMs = last.atMs;
    let backMs = Number.POSITIVE_INFINITY;
    while (backMs === Number.POSITIVE_INFINITY && last.atMs - returnedMs < scene.withinMs) {
      await pause(scene.windowMs);
      const now = await service.ask('counts');
      if (sharesOf(last, now, scene.returnsTo).used >= 0.9) backMs = now.atMs - returnedMs;
      last = now;
    }
    return { ...sharesOf(before, after, scene.cap), backMs };
  });
}

/**
 * @param {import('./service.js').Counts} before
 * @param {import('./service.js').Counts} after
 * @param {number} cap
 * @returns {Shares}
 */
function sharesOf(before, after, cap) {
  return {
    refused: (after.refusals - before.refusals) / Math.max(1, after.requests - before.requests),
    used: (after.busyMs - before.busyMs) / (cap * (after.atMs - before.atMs)),
  };
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
