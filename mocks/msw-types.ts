/**
 * What stands where msw is not installed, and where this repository is compiled (msw's types need a browser's library,
 * which must not leak in here): the types of msw that this kit shows, by their shape. `msw-absent.d.ts`
 * leads to them where TypeScript finds no msw; `test/mocks/msw` is checked against the real ones.
 */

/** An msw request handler for HTTP. */
export interface HttpHandler {
  /** What it answers to. */
  readonly info: object;
  /** Called by msw alone. */
  run(args: never): Promise<unknown>;
}
