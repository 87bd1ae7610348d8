/**
 * Faults of pack services, one by one: what is wrong, the story that must find it, and the words in which it says
 * so. Each service is sound but for that.
 */
import type { PackIndex } from '../../src/index.js';
import type { PassedAnswer, Tampering } from './tampering.js';

export interface SeededFault extends Tampering {
  readonly what: string;
  /** Group and name of the story. */
  readonly foundBy: readonly [string, string];
  readonly says: RegExp;
}

const invokePath = '/v1/invoke';
const overloaded: PassedAnswer = {
  status: 503,
  headers: { 'retry-after': '1' },
  body: '{"error":"overloaded"}',
};

/** With other tools in its index. */
const withTools =
  (
    change: (tool: PackIndex['tools'][number]) => PackIndex['tools'][number],
  ): NonNullable<Tampering['service']> =>
  (options) => ({ ...options, index: { ...options.index, tools: options.index.tools.map(change) } });

const inBody =
  (from: string | RegExp, to: string): NonNullable<Tampering['answer']> =>
  (answer) => ({ ...answer, body: answer.body.replace(from, to) });

const withoutHeader =
  (name: string): NonNullable<Tampering['answer']> =>
  (answer) => {
    const { [name]: _left, ...headers } = answer.headers;
    return { ...answer, headers };
  };

export const seededFaults: readonly SeededFault[] = [
  {
    what: 'calls a refused input a throw',
    answer: inBody('"input-validation-failed"', '"handler-throw"'),
    foundBy: [
      'an error message about a tool',
      'says what is wrong with the input, and that the tool did not run',
    ],
    says: /what: 'handler-throw'/,
  },
  {
    what: 'leaves out the header that names its build',
    answer: withoutHeader('kindgi-artifact-version'),
    foundBy: ['a tool that returns', 'names the build that answered and how long it took'],
    says: /kindgi-artifact-version/,
  },
  {
    what: 'runs a call that it then refuses as overloaded',
    service: (options) => ({ ...options, maxConcurrency: 99 }),
    instead: ({ path }, inFlight) => (path === invokePath && inFlight >= 2 ? overloaded : undefined),
    foundBy: [
      'a service with all its slots taken',
      'refuses a call with the time to come back, does not run it, and takes it then',
    ],
    says: /the refused call never began/,
  },
  {
    what: 'does not look at the token',
    request: (request) => ({
      ...request,
      headers: { ...request.headers, 'kindgi-pack-token': 'kindgi-mock-token' },
    }),
    foundBy: ['a call of the client', 'with another token ends as unauthorized'],
    says: /what: 'result'/,
  },
  {
    what: 'does not look at what a tool returned',
    service: withTools((tool) => ({ ...tool, output: {} })),
    foundBy: ['an error message about a tool', 'says what is wrong with the output, and that the tool ran'],
    says: /what: 'result'/,
  },
  {
    what: 'fills in no defaults',
    service: withTools((tool) => ({ ...tool, input: withoutDefaults(tool.input) })),
    foundBy: ['a tool that returns', 'gets the defaults of its schema where the input has none'],
    says: /greeting/,
  },
  {
    what: 'does not look at the time that a call has',
    request: (request) => ({ ...request, headers: { ...request.headers, 'kindgi-timeout-ms': '' } }),
    foundBy: ['a call that passes its deadline', 'ends with the service saying so, and the handler is told'],
    says: /sent deadline-exceeded/,
  },
  {
    what: 'does not notice that its caller hung up',
    ignoresHangingUp: true,
    foundBy: ['a call whose caller gives up', 'ends at once, and the service tells the handler'],
    says: /in vain until the handler was told/,
  },
  {
    what: 'answers a check with a result',
    answer: inBody('"kind":"check-result","result":', '"kind":"result","output":'),
    foundBy: ['a check that decides', 'passes'],
    says: /invalid-response/,
  },
  {
    what: 'tells the handler another run',
    request: (request) => ({ ...request, body: request.body.replace(/"runId":"[^"]*"/, '"runId":"a-run"') }),
    foundBy: ['the context of a call', 'reaches the handler whole'],
    says: /a-run/,
  },
  {
    what: 'runs a version that was not asked for',
    request: (request) => ({ ...request, body: request.body.replace(/,"version":"[^"]*"/, '') }),
    foundBy: ['a handler', 'does not begin a call of a version that is not there'],
    says: /what: 'deadline-exceeded'/,
  },
  {
    what: 'takes more bytes than a service may',
    service: (options) => ({ ...options, maxRequestBytes: 2 ** 25 }),
    foundBy: [
      'a call of the client',
      'with more than the service takes ends as payload-too-large, and the next one is a result',
    ],
    says: /what: 'result'/,
  },
  {
    what: 'refuses without saying when to come back',
    answer: withoutHeader('retry-after'),
    foundBy: ['a service that lacks a required name', 'takes no calls under strict, and names it'],
    says: /unexpected-status/,
  },
  {
    what: 'takes calls while it drains',
    ignoresDraining: true,
    foundBy: ['a service that drains', 'refuses new calls, finishes the one in flight and ends'],
    says: /in vain until the service drains/,
  },
  {
    what: 'keeps what it lacks to itself',
    answer: (answer, { path }) =>
      path === '/v1/info'
        ? inBody(/"missingEnv":\[.*?\]/, '"missingEnv":[]')(answer, { path, headers: {}, body: '' })
        : answer,
    foundBy: ['a service that lacks a required name', 'takes calls under warn, and still names it'],
    says: /CONTRACT_ZONE/,
  },
  {
    what: 'loses a key that is special in JavaScript',
    answer: inBody('"__proto__":{"x":1},', ''),
    foundBy: ['a tool that returns', 'answers with a key that is special in JavaScript as it was given'],
    says: /__proto__/,
  },
];

function withoutDefaults(schema: PackIndex['tools'][number]['input']): PackIndex['tools'][number]['input'] {
  const text = JSON.stringify(schema, (key, value: unknown) => (key === 'default' ? undefined : value));
  return JSON.parse(text);
}
