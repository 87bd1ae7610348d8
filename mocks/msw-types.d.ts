/**
 * What stands in for msw's types when this repository is compiled: they need a browser's library of types, which
 * must not leak in here. The published types name the real msw; `test/mocks/msw` is checked against them.
 */
export declare class HttpHandler {
  readonly info: { readonly header: string };
  protected readonly resolver: unknown;
  run(args: object): Promise<unknown>;
}
