/**
 * A pack service that can be told to stop at any stage of a call: it never looks at a message, keeps what it saw,
 * and answers as it was told when the request has arrived whole.
 */
import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './listen.js';

/** `silence`: never answers. `half`: begins a good answer and stops. `refuse`: 503, come back in 30 s. */
export type Answer = 'result' | 'silence' | 'half' | 'refuse';

export interface SeenRequest {
  readonly requestId: string;
  /** The connection it came on has ended. */
  gone: boolean;
}

export interface StageServer {
  readonly url: string;
  /** Every request whose head arrived, in order. Live. */
  readonly seen: readonly SeenRequest[];
  openSockets(): number;
  /** Answers that were written whole. */
  answered(): number;
  /** How requests are answered from now on; those kept in silence are answered this way too. */
  answer(how: Answer): void;
}

const result = JSON.stringify({ v: 2, kind: 'result', output: 'done' });

/** Starts a server that ends with the test. */
export async function startStageServer(first: Answer): Promise<StageServer> {
  let how = first;
  const seen: SeenRequest[] = [];
  let answered = 0;
  const silent = new Set<ServerResponse>();

  const answer = (response: ServerResponse): void => {
    if (how === 'silence') {
      silent.add(response);
    } else if (how === 'refuse') {
      response.writeHead(503, { 'retry-after': '30', 'content-type': 'application/json' });
      response.end('{"error":"not ready"}');
    } else {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': result.length });
      if (how === 'half') response.write(result.slice(0, 10));
      else response.end(result);
    }
  };

  const server = createServer((request, response) => {
    const one = { requestId: String(request.headers['kindgi-request-id']), gone: false };
    seen.push(one);
    response.on('close', () => {
      one.gone = true;
      silent.delete(response);
    });
    response.on('finish', () => {
      answered += 1;
    });
    request.resume().on('end', () => answer(response));
  });
  const { port, sockets } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    openSockets: () => sockets.size,
    answered: () => answered,
    answer(next) {
      how = next;
      for (const response of [...silent]) {
        silent.delete(response);
        answer(response);
      }
    },
  };
}
