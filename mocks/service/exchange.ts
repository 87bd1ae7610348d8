/**
 * One request on the embedded server's real socket, in the terms of the protocol core: its path and headers,
 * its body up to a cap, a signal that the caller is gone, and the way back. It decides nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openCall } from './call-record.js';
import type { Body, PackRequest, Reply } from './pack-core.js';

export interface Exchange extends PackRequest {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Sends a whole reply; resolves when it is handed to the system or the caller is gone. */
  send(reply: Reply): Promise<void>;
  /** Begins an answer with its head and notes the status. False when the caller is already gone. */
  sendHead(reply: Reply, length?: number): boolean;
}

/** @param isLast asked when an answer begins: must its connection end with it? */
export function createExchange(
  incoming: IncomingMessage,
  response: ServerResponse,
  isLast: () => boolean,
): Exchange {
  const headers = flatHeaders(incoming);
  const record = openCall(headers);
  const gone = new AbortController();
  const closed = new Promise<void>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
      resolve();
    });
  });
  // Without a listener an error of a socket that was reset would end the process.
  incoming.on('error', () => {});
  response.on('error', () => {});

  let body: Promise<Body> | undefined;
  const sendHead = (reply: Reply, length?: number): boolean => {
    if (gone.signal.aborted || response.destroyed) return false;
    for (const [name, value] of Object.entries(reply.headers)) {
      response.setHeader(name, typeof value === 'string' ? value : [...value]);
    }
    if (length !== undefined) response.setHeader('content-length', length);
    if (isLast()) response.shouldKeepAlive = false;
    response.writeHead(reply.status);
    record.status = reply.status;
    return true;
  };

  return {
    incoming,
    response,
    method: incoming.method ?? '',
    path: (incoming.url ?? '').split('?', 1)[0] ?? '',
    headers,
    gone: gone.signal,
    record,
    readBody(maxBytes) {
      // A second reader gets what the first one read.
      body ??= readBody(incoming, maxBytes, closed);
      return body;
    },
    sendHead,
    async send(reply) {
      const bodiless = reply.status === 204 || reply.status === 304;
      const bytes = Buffer.from(bodiless ? '' : reply.body);
      if (!sendHead(reply, bodiless ? undefined : bytes.length)) return;
      const finished = new Promise<void>((resolve) => response.end(bytes, resolve));
      await Promise.race([finished, closed]);
    },
  };
}

function readBody(incoming: IncomingMessage, maxBytes: number, closed: Promise<void>): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // Read on all the same: the answer comes only after the whole request.
      if (size <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
    });
    incoming.once('end', () => resolve(size > maxBytes ? 'too-large' : Buffer.concat(chunks)));
    void closed.then(() => resolve('gone'));
  });
}

function flatHeaders(incoming: IncomingMessage): Readonly<Record<string, string>> {
  const entries = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
  );
  return Object.fromEntries(entries);
}
