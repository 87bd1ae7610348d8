/**
 * Both ends of a helper process: the parent starts it and asks for things by name, the child answers. Every
 * question has a time limit, every child dies with the run: it is killed when the parent ends, and ends by
 * itself when the parent is gone without a word.
 */
import { fork } from 'node:child_process';

const answerLimitMs = 60_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The environment without proxies: everything stays on this machine. */
export function localEnv() {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter(([name]) => !/_proxy$|^NODE_USE_ENV_PROXY$/i.test(name)));
}

/**
 * @param {URL} file
 * @param {{ args?: string[], execArgv?: string[], env?: Record<string, string> }} [options]
 */
export function startChild(file, options = {}) {
  const child = fork(file, options.args ?? [], {
    execArgv: options.execArgv ?? [],
    env: { ...localEnv(), ...options.env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let asked = 0;
  return {
    /**
     * @param {string} method
     * @param {unknown} [argument]
     * @returns {Promise<any>}
     * @throws Error when the child fails, ends, or does not answer in time
     */
    ask(method, argument) {
      asked += 1;
      return answerOf(child, { id: asked, method, argument });
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ id: number, method: string, argument: unknown }} question
 */
function answerOf(child, question) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ what) =>
      settle(() => reject(new Error(`${question.method}: ${what}`)));
    const onExit = () => fail('the process ended');
    const onMessage = (/** @type {any} */ answer) => {
      if (answer.id !== question.id) return;
      if (answer.error === undefined) settle(() => resolve(answer.value));
      else fail(answer.error);
    };
    const timer = setTimeout(() => fail(`no answer within ${answerLimitMs} ms`), answerLimitMs);
    const settle = (/** @type {() => void} */ act) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      child.off('message', onMessage);
      act();
    };
    child.on('exit', onExit);
    child.on('message', onMessage);
    if (child.connected) child.send(question);
    else fail('the process is gone');
  });
}

/** @typedef {ReturnType<typeof startChild>} Child */

/**
 * A child for as long as something is done with it.
 *
 * @template Value
 * @param {Child} child
 * @param {(child: Child) => Promise<Value>} use
 * @returns {Promise<Value>}
 */
export async function withChild(child, use) {
  try {
    return await use(child);
  } finally {
    child.kill();
  }
}

/** The child's end. @param {Record<string, (argument: any) => unknown>} methods */
export function answerRequests(methods) {
  process.on('disconnect', () => process.exit());
  process.on('message', async (/** @type {any} */ { id, method, argument }) => {
    try {
      process.send?.({ id, value: await methods[method]?.(argument) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
