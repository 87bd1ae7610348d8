/**
 * The door to msw, an optional peer: its types as this kit shows them, and the module itself, loaded when it is
 * first needed. Nothing else here names msw, so the rest of the kit works without it.
 */
import { createRequire } from 'node:module';
import type { HttpHandler } from 'msw';

/**
 * An msw request handler for HTTP, as `http.post(…)` makes one: msw's own class, as an ES module sees it. In a TypeScript
 * project of CommonJS modules it fits `serveHandlers`, but not msw's `setupServer`, whose class is declared apart there;
 * such a file is best named `.mts`. Where msw is not installed, it is told by its shape.
 */
export type { HttpHandler } from 'msw';

/**
 * Any msw request handler, told by its shape: a project that is not an ES module sees msw's classes declared a second
 * time, and those of one declaration do not fit those of the other.
 */
export interface RequestHandler {
  /** What it answers to; read, never changed. */
  readonly info: object;
  /** Called by msw alone. */
  run(args: never): Promise<unknown>;
}

export interface Msw {
  readonly http: {
    all(path: string, resolver: (info: { readonly request: Request }) => Promise<Response>): HttpHandler;
  };
  getResponse(
    handlers: RequestHandler[],
    request: Request,
    context: { readonly baseUrl: string },
  ): Promise<Response | undefined>;
}

/**
 * msw, as found from where this package is installed. `require` also loads ES modules, and gives the very module
 * that a test imports.
 *
 * @throws Error naming msw, when it is not installed.
 */
export function loadMsw(wantedBy: string): Msw {
  try {
    return createRequire(import.meta.url)('msw');
  } catch (cause) {
    const message = `${wantedBy} needs msw 2, which is not installed: npm install --save-dev msw@2`;
    throw new Error(message, { cause });
  }
}
