/** msw handlers behind a socket: which handler answers, what arrives there and back, and how it ends. */
import { delay, HttpResponse, http } from 'msw';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type RequestHandler, type ServeHandlersOptions, serveHandlers } from '../../../mocks/index.js';
import { until } from '../../until.js';
import { call, failureCode, send } from '../wire.js';

async function serve(handlers: readonly RequestHandler[], options?: ServeHandlersOptions) {
  const served = await serveHandlers(handlers, options);
  onTestFinished(() => served.close().catch(() => {}));
  return { ...served, token: 'token' };
}

const text = (body: string) => () => HttpResponse.text(body);

describe('the handler that answers', () => {
  test.each([
    ['for an absolute address', http.get('http://pack.test/at/here', text('x'))],
    ['for an address with a port', http.get('https://pack.test:8443/at/here', text('x'))],
    ['for an IPv6 address', http.get('http://[\\:\\:1]:8080/at/here', text('x'))],
    ['for a relative path', http.get('/at/here', text('x'))],
    ['for a path with a parameter', http.get('http://pack.test/at/:place', text('x'))],
    ['for any host', http.get('*/at/here', text('x'))],
    ['for any path of a host', http.all('http://pack.test/*', text('x'))],
    ['for hosts of a kind', http.get('https://*.pack.test/at/here', text('x'))],
    ['for a pattern of paths', http.get(/\/at\/h/, text('x'))],
  ])('%s', async (_what, handler) => {
    const served = await serve([http.get('http://pack.test/elsewhere', text('no')), handler]);
    expect(await send(served, { method: 'GET', path: '/at/here?q=1' })).toMatchObject({
      status: 200,
      text: 'x',
    });
    await served.close();
  });

  test('is the first that gives an answer, and one for once answers once', async () => {
    const asked: string[] = [];
    const served = await serve([
      http.post('http://a.test/p', text('once'), { once: true }),
      http.post('http://b.test/p', ({ request }) => {
        asked.push(request.url);
      }),
      http.post('http://a.test/p', async ({ request }) => HttpResponse.text(await request.text())),
    ]);
    const answers = [];
    for (const body of ['1', '2', '3']) answers.push((await send(served, { path: '/p', body })).text);
    expect(answers).toEqual(['once', '2', '3']);
    expect(asked).toEqual(['http://b.test/p', 'http://b.test/p']);
  });
});

describe('there and back', () => {
  test('method, query, headers and body arrive; status, text, headers and body return', async () => {
    const seen: unknown[] = [];
    const served = await serve([
      http.put('http://pack.test/p', async ({ request }) => {
        const { method, url, headers } = request;
        seen.push(method, url, headers.get('kindgi-run-id'), await request.text());
        return HttpResponse.text('made', {
          status: 201,
          statusText: 'Made Here',
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
            ['retry-after', '3'],
          ],
        });
      }),
    ]);
    const sent = { method: 'PUT', path: '/p?q=%20', body: 'grüße', headers: { 'kindgi-run-id': 'run-7' } };
    const { headers, ...answer } = await send(served, sent);
    expect(answer).toMatchObject({ status: 201, text: 'made' });
    expect(headers).toMatchObject({ 'retry-after': '3', 'set-cookie': ['a=1', 'b=2'] });
    expect(seen).toEqual(['PUT', 'http://pack.test/p?q=%20', 'run-7', 'grüße']);
  });

  test('a body comes as the handler makes it, and one without a body is none', async () => {
    const encoder = new TextEncoder();
    const served = await serve([
      http.get('*/stream', () => {
        const body = new ReadableStream({
          async start(controller) {
            for (const part of ['a', 'b', 'c']) {
              controller.enqueue(encoder.encode(part));
              await delay(1);
            }
            controller.close();
          },
        });
        return new HttpResponse(body);
      }),
      http.get('*/empty', () => new HttpResponse(null, { status: 204 })),
    ]);
    expect(await send(served, { method: 'GET', path: '/stream' })).toMatchObject({
      status: 200,
      text: 'abc',
    });
    expect(await send(served, { method: 'GET', path: '/empty' })).toMatchObject({ status: 204, text: '' });
  });

  test('a handler that throws is a 500 that says what', async () => {
    const served = await serve([
      http.post('*/error', () => {
        throw new RangeError('too far');
      }),
      http.post('*/response', () => {
        throw HttpResponse.text('thrown', { status: 409 });
      }),
    ]);
    const failed = await send(served, { path: '/error' });
    expect(failed).toMatchObject({ status: 500, json: { name: 'RangeError', message: 'too far' } });
    expect(await send(served, { path: '/response' })).toMatchObject({ status: 409, text: 'thrown' });
  });
});

describe('the connection', () => {
  const failing = (error: Error | undefined, length = '5') => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('cut'));
        if (error === undefined) controller.close();
        else controller.error(error);
      },
    });
    return new HttpResponse(body, { headers: { 'content-length': length } });
  };

  test.each([
    ['is reset for a network error', () => HttpResponse.error()],
    ['ends with a body that fails', () => failing(new Error('no more'))],
    ['ends with a body that is too short', () => failing(undefined)],
    ['ends with a body that is too long', () => failing(undefined, '2')],
  ])('%s', async (_what, resolver) => {
    const served = await serve([http.post('*/v1/invoke', resolver)]);
    const end = await failureCode(call(served, 'echo', 1));
    expect(end).toMatch(/^(?:ECONNRESET|HPE_.*|no failure)$/);
    if (!_what.endsWith('too long')) expect(end).toBe('ECONNRESET');
    await served.close();
  });

  test('a caller that goes away aborts the request of the handler, and its body', async () => {
    const events: string[] = [];
    const hang = ({ request }: { readonly request: Request }) =>
      new Promise<undefined>((resolve) => {
        events.push('running');
        request.signal.addEventListener('abort', () => {
          events.push('aborted');
          resolve(undefined);
        });
      });
    const pour = () => {
      const body = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
        cancel: () => void events.push('cancelled'),
      });
      events.push('running');
      return new HttpResponse(body);
    };
    const served = await serve([http.post('*/hang', hang), http.post('*/pour', pour)], {
      onUnhandled: 'answer',
    });
    for (const [path, end] of [
      ['/hang', 'aborted'],
      ['/pour', 'cancelled'],
    ] as const) {
      events.length = 0;
      const caller = new AbortController();
      const sending = failureCode(send(served, { path, signal: caller.signal }));
      await until(() => events.includes('running'), 'the handler runs');
      caller.abort();
      await sending;
      await until(() => events.includes(end), 'it learns that its caller is gone');
    }
  });

  test('close ends what is open, and leaves nothing', async () => {
    const signals: AbortSignal[] = [];
    const hang = ({ request }: { readonly request: Request }) => {
      signals.push(request.signal);
      return new Promise<undefined>(() => {});
    };
    const leftovers = () => process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name));
    await until(() => leftovers().length === 0, 'other tests have left nothing');
    const served = await serve([http.all('*', hang)]);
    const sending = failureCode(call(served, 'echo', 1));
    await until(() => signals.length === 1, 'the handler runs');
    await served.close();
    expect(await sending).toBe('ECONNRESET');
    expect(signals[0]?.aborted).toBe(true);
    await until(() => leftovers().length === 0, 'nothing is left');
    await served.close();
  });
});

describe('a request that no handler answers', () => {
  test('fails the test that disposes of the server, by its name', async () => {
    const inTest = async () => {
      await using served = await serveHandlers([http.get('*/other', text('x'))]);
      const where = { url: served.url, token: '' };
      expect(await send(where, { path: '/v1/invoke' })).toMatchObject({
        status: 404,
        json: { error: 'no handler for POST /v1/invoke' },
      });
      await send(where, { method: 'GET', path: '/readyz?a=1' });
    };
    await expect(inTest()).rejects.toThrow('2 requests found no handler: POST /v1/invoke, GET /readyz?a=1');
  });

  test('may be allowed', async () => {
    const served = await serve([], { onUnhandled: 'answer' });
    expect((await send(served, { path: '/x' })).status).toBe(404);
    expect(served.unhandled).toEqual(['POST /x']);
    await served.close();
  });
});

test.each([
  [{ http: 1 }, {}, 'handlers: expected an array of msw request handlers'],
  [[http.get('/', text('')), () => {}], {}, 'handlers[1]: expected an msw request handler'],
  [[], { onUnhandled: 'ignore' }, "onUnhandled: expected 'fail' or 'answer'"],
])('%o with %o is refused', async (handlers, options, message) => {
  // @ts-expect-error: what the types do not allow.
  await expect(serveHandlers(handlers, options)).rejects.toThrow(`cannot serve handlers: ${message}`);
});
