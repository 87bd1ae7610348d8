/**
 * One request and its answer, as undici reports them: an own dispatch handler that always knows the stage it
 * reached. The start hook fires just before the request is written, so a stage of `connecting` is proof that
 * nothing was sent. It judges nothing and retries nothing.
 *
 * The body of an answer other than 200 says little (why a service refused), so it gets little room and little time:
 * a service that refuses quickly is reported quickly, and its connection stays usable when the body was as short as
 * usual.
 */
import type { Dispatcher } from 'undici';
import { ownHeader } from '../protocol/headers.js';
import { BodyBytes } from './body-bytes.js';
import type { Headers, Interrupt, WireEnd, WireStage } from './wire.js';
import { toWireError } from './wire-error.js';

const refusalMaxBytes = 64 * 1024;
const refusalMaxMs = 500;
/** A service may tell every second for hours that it still works; one that does nothing else is ended. */
const maxInterim = 10_000;
const nothing = Buffer.alloc(0);
const none: Headers = {};

/** What undici is told when this side drops a request or a connection; nobody else sees it. */
const dropped = new Error('dropped by the caller');

/** The connection that an exchange was given, and gives back when it is over. */
export interface Carrier {
  /** `answered`: by a whole answer, so that another exchange may follow. */
  free(answered: boolean): void;
}

export class Exchange implements Dispatcher.DispatchHandler {
  /**
   * Whoever waits for the end; nothing once it was told. undici keeps a request, and with it this handler, longer
   * than one thinks: whatever still hung on it would keep all later calls in memory until the next full collection.
   */
  #interrupt: Interrupt | undefined;
  #settle: ((end: WireEnd) => void) | undefined;
  /** Until it gives it back. */
  connection: Carrier | undefined;
  #stage: WireStage = 'connecting';
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #headers: Headers = none;
  #maxBytes: number;
  #bytes = 0;
  #interim = 0;
  readonly #body = new BodyBytes();
  #refusalTimer: NodeJS.Timeout | undefined;

  /** `maxResponseBytes`: of a 200's body. `settle` is called once. */
  constructor(interrupt: Interrupt, maxResponseBytes: number, settle: (end: WireEnd) => void) {
    this.#interrupt = interrupt;
    this.#settle = settle;
    this.#maxBytes = maxResponseBytes;
    interrupt.onEnd = () => this.#give();
  }

  get isOver(): boolean {
    return this.#settle === undefined;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#stage !== 'connecting') {
      // Written twice would mean run twice, whatever made the transport start again.
      this.fail(new Error('the transport tried to send a request twice'));
      controller.abort(dropped);
      return;
    }
    const interrupt = this.#interrupt;
    if (interrupt === undefined || interrupt.isOver) {
      this.#give();
      controller.abort(dropped);
      return;
    }
    this.#controller = controller;
    this.#stage = 'sent';
    interrupt.awaitingAnswer = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (this.#settle === undefined) return;
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim <= maxInterim) return;
      this.fail(new Error(`more than ${maxInterim} interim answers`));
      controller.abort(dropped);
      return;
    }
    this.#stage = 'answering';
    this.#status = status;
    this.#headers = headers;
    if (status === 200) {
      if (Number(ownHeader(headers, 'content-length')) > this.#maxBytes) this.#dropOversized();
      return;
    }
    this.#maxBytes = refusalMaxBytes;
    this.#refusalTimer = setTimeout(() => this.#finishReply(status, false), refusalMaxMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settle === undefined) return;
    this.#bytes += chunk.byteLength;
    if (this.#bytes <= this.#maxBytes) this.#body.add(chunk);
    else if (this.#status === 200) this.#dropOversized();
    else this.#giveStatus();
  }

  onResponseEnd(): void {
    if (this.#status !== undefined) this.#finishReply(this.#status, true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** No answer will come, or no more of it. */
  fail(error: Error): void {
    if (this.#giveStatus()) return;
    this.#end({ kind: 'fault', stage: this.#stage, status: this.#status, error: toWireError(error) });
  }

  /** This side gives up. */
  #give(): void {
    if (this.#giveStatus()) return;
    this.#end({ kind: 'interrupted', stage: this.#stage, status: this.#status });
  }

  /** A status other than 200 is told whatever becomes of its body: it may say that nothing ran. */
  #giveStatus(): boolean {
    if (this.#status === undefined || this.#status === 200) return false;
    this.#finishReply(this.#status, false);
    return true;
  }

  #finishReply(status: number, whole: boolean): void {
    const body = this.#body.whole();
    this.#end({ kind: 'reply', status, headers: this.#headers, body, whole, tooLarge: false });
  }

  #dropOversized(): void {
    this.#end({
      kind: 'reply',
      status: 200,
      headers: this.#headers,
      body: nothing,
      whole: false,
      tooLarge: true,
    });
  }

  #end(end: WireEnd): void {
    const interrupt = this.#interrupt;
    const settle = this.#settle;
    if (interrupt === undefined || settle === undefined) return;
    const controller = this.#controller;
    const connection = this.connection;
    this.#interrupt = undefined;
    this.#settle = undefined;
    this.#controller = undefined;
    this.connection = undefined;
    this.#headers = none;
    this.#body.clear();
    clearTimeout(this.#refusalTimer);
    interrupt.onEnd = undefined;
    interrupt.awaitingAnswer = false;
    settle(end);
    // Closing the connection is how a service learns that nobody waits; it also ends a body without an end.
    const isHalf = end.kind === 'reply' && !end.whole;
    if (isHalf || end.kind === 'interrupted') controller?.abort(dropped);
    connection?.free(end.kind === 'reply' && end.whole);
  }
}
