/** The clients of a run: one over three replicas, one small over one, one that repeats reading over two. */

/** @typedef {import('./plan.js').Plan} Plan */

export const answerGraceMs = 50;

/** @type {import('../../src/index.js').PackClientOptions['index']} */
const index = {
  v: 1,
  packId: 'chaos',
  packVersion: '1.0.0',
  artifactVersion: 'build-7',
  publishedAt: '2026-01-01T00:00:00.000Z',
  tools: [{ id: 'echo', input: {}, output: {}, modulePath: 'echo.js', mutating: false }],
  guardrails: [],
  agents: [],
  flows: [],
};

/**
 * @param {typeof import('../../src/index.js').createPackClient} createPackClient
 * @param {readonly string[]} urls
 * @param {import('./random.js').Random} random
 */
export function createClients(createPackClient, urls, random) {
  const common = {
    answerGraceMs,
    maxResponseBytes: 512 * 1_024,
    connectTimeoutMs: 100,
    retry: { minDelayMs: 1, maxDelayMs: 20, safeStatuses: [429] },
  };
  const [first = '', ...others] = urls;
  return {
    three: createPackClient({
      ...common,
      url: urls,
      maxConcurrency: 8,
      token: () => tokenSometime(random),
    }),
    one: createPackClient({ ...common, url: first, maxConcurrency: 4, maxQueue: 6, token: 'fixed' }),
    reader: createPackClient({
      ...common,
      url: others,
      maxConcurrency: 6,
      token: 'fixed',
      index,
      retry: { ...common.retry, readOnly: true },
    }),
  };
}

/**
 * A token now, soon, late, or never.
 * @param {import('./random.js').Random} random
 * @returns {Promise<string>}
 */
function tokenSometime(random) {
  const kind = random.pick({ now: 80, soon: 15, failing: 2, other: 2, never: 0.2 });
  if (kind === 'now') return Promise.resolve('token');
  if (kind === 'other') return Promise.resolve(`token-${random.whole(1, 1_000)}`);
  return new Promise((resolve, reject) => {
    if (kind === 'soon') setTimeout(() => resolve('token'), random.whole(0, 30));
    if (kind === 'failing') reject(new Error('no token today'));
  });
}

/**
 * @param {import('../../src/index.js').PackClient} client
 * @param {Plan} plan
 * @param {AbortSignal | undefined} signal
 */
export function makeCall(client, { key, kind, padding, timeoutMs, retry }, signal) {
  const options = {
    timeoutMs,
    requestId: key,
    ...(retry === undefined ? {} : { retry }),
    ...(signal ? { signal } : {}),
  };
  const filler = 'x'.repeat(padding);
  return kind === 'tool'
    ? client.invoke({ tool: 'echo', input: { key, filler }, ctx: { tenantId: 't', runId: 'chaos' } }, options)
    : client.check({ check: 'judge', trace: { key, filler, runId: 'chaos' } }, options);
}
