/**
 * What one exchange on the wire is given and what it came to, as plain data: the seam between the call's policy
 * and undici. The policy never sees a socket; the transport never sees a message's meaning.
 */

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WireRequest {
  readonly method: 'POST' | 'GET';
  /** With the address's path prefix. */
  readonly path: string;
  /** Name, value, name, value; made for this request, and nobody else's. */
  readonly headers: string[];
  readonly body: Buffer | null;
  /** Bytes of a 200 body; reading stops there. */
  readonly maxResponseBytes: number;
}

/** A socket's error without the socket: nothing of a request or an answer is kept. */
export interface WireError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
}

/** An answer with a final status. A body other than a 200's is read only as far as is cheap. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The body ended as its length or its chunks said. */
  readonly whole: boolean;
  /** A 200 body was longer than allowed; `body` is empty. */
  readonly tooLarge: boolean;
}

/** How far an exchange came that was not answered whole: before `sent` nothing of the request was written. */
export type WireStage = 'connecting' | 'sent' | 'answering';

/** The connection failed. `stage` says whether the call may have run. */
export interface Fault {
  readonly kind: 'fault';
  readonly stage: WireStage;
  /** Once an answer had begun. */
  readonly status?: number | undefined;
  readonly error: WireError;
}

/** This side gave up. */
interface Interrupted {
  readonly kind: 'interrupted';
  readonly stage: WireStage;
  /** Once an answer had begun. */
  readonly status?: number | undefined;
}

export type WireEnd = Reply | Fault | Interrupted;

/** What may end an exchange from this side, and what the exchange tells it. */
export interface Interrupt {
  /** True once the exchange must end; a request that was not written yet is then never written. */
  readonly isOver: boolean;
  /** Set by whoever is waiting, for as long as it waits; called once when the exchange must end, or has to already. */
  set onEnd(wake: (() => void) | undefined);
  /** Set while a request is out whose answer would still be welcome shortly after the deadline. */
  awaitingAnswer: boolean;
}

/** One replica's connections. */
export interface Transport {
  /** Sends one request and settles when its end is known. Never rejects. */
  exchange(request: WireRequest, interrupt: Interrupt): Promise<WireEnd>;
  /** The same on connections of its own, so that it never waits behind calls. */
  probe(request: WireRequest, interrupt: Interrupt): Promise<WireEnd>;
  /** Identifies the connections in use; `renew` takes it back. */
  readonly generation: number;
  /** No later exchange uses the connections of that generation; those under way on them end by themselves. */
  renew(generation: number): void;
  /** Ends everything at once and leaves no socket, not even one that is still connecting. */
  destroy(): Promise<void>;
}
