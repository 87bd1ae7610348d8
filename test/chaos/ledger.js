/** What the servers saw of each call: requests, runs, delays they asked for. It only writes down; `judge.js` judges. */

/**
 * @typedef {object} Sight
 * @property {number} timeoutMs the `kindgi-timeout-ms` of the request
 * @property {number} replica
 * @property {boolean} raced an unasked answer was on its way to it
 * @property {number} atMs when its head arrived
 * @property {boolean} tooLong the head of its answer said that the answer is too long
 * @property {number | undefined} notBeforeMs before that, its replica wants no other try of this call
 */

export class Account {
  /** Requests whose head arrived, in order. @type {Sight[]} */
  sights = [];
  /** Requests that arrived whole. */
  received = 0;
  /** How often the handler ran. */
  runs = 0;
  /** Bytes of the longest answer, as far as it was sent. */
  mostBytes = 0;
  /** What a server saw that may never be. @type {string[]} */
  wrongs = [];
}

export class Ledger {
  /** @type {Map<string, Account>} */
  #accounts = new Map();
  /**
   * When an answer that nobody asked for went out behind a call's own.
   * @type {Map<string, { readonly atMs: number, readonly replica: number }>}
   */
  #unasked = new Map();

  /** @param {string} key */
  account(key) {
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    const account = new Account();
    this.#accounts.set(key, account);
    return account;
  }

  get size() {
    return this.#accounts.size;
  }

  /**
   * @param {string} key
   * @param {Pick<Sight, 'timeoutMs' | 'replica' | 'raced'>} sight
   * @returns {number} which request of its call it is
   */
  saw(key, sight) {
    return this.account(key).sights.push({
      ...sight,
      atMs: performance.now(),
      tooLong: false,
      notBeforeMs: undefined,
    });
  }

  /** @param {string} key by its header @param {unknown} inner by its message @returns {number} */
  received(key, inner) {
    const account = this.account(key);
    account.received += 1;
    if (inner !== key) account.wrongs.push(`the header says ${key}, the message ${inner}`);
    return account.received;
  }

  /**
   * An answer that nobody asked for goes out on the connection of this call.
   * @param {string} key @param {number} replica
   */
  pushedBehind(key, replica) {
    this.#unasked.set(key, { atMs: performance.now(), replica });
  }

  /** @param {string} key @returns {number | undefined} */
  pushedBehindMs(key) {
    return this.#unasked.get(key)?.atMs;
  }

  /**
   * Did the replica send an unasked answer around that moment?
   * @param {number} replica @param {number} atMs @param {number} withinMs
   */
  pushedAround(replica, atMs, withinMs) {
    return [...this.#unasked.values()].some(
      (pushed) => pushed.replica === replica && Math.abs(pushed.atMs - atMs) <= withinMs,
    );
  }

  /** @param {string} key */
  ran(key) {
    this.account(key).runs += 1;
  }

  /** @param {string} key */
  answeredTooLong(key) {
    const sight = this.account(key).sights.at(-1);
    if (sight !== undefined) sight.tooLong = true;
  }

  /** What the client was sent on one connection. @param {string} key @param {number} bytes */
  sent(key, bytes) {
    const account = this.account(key);
    account.mostBytes = Math.max(account.mostBytes, bytes);
  }

  /** @param {string} key @param {number} replica @param {number} retryAfterMs */
  refused(key, replica, retryAfterMs) {
    const sight = this.account(key).sights.findLast((one) => one.replica === replica);
    if (sight !== undefined) sight.notBeforeMs = performance.now() + retryAfterMs;
  }
}
