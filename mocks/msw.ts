// biome-ignore-all lint/suspicious/noTsIgnore: where msw is installed there is no error to expect.
/**
 * The door to msw, an optional peer: its types as this kit shows them, and the module itself, loaded when it is
 * first needed. Nothing else here names msw, so the rest of the kit works without it.
 */
import { createRequire } from 'node:module';

/**
 * An msw request handler for HTTP, as `http.post(…)` makes one. Without msw it has no type to show.
 *
 * @ts-ignore */
export type HttpHandler = import('msw').HttpHandler;

/**
 * Any msw request handler.
 *
 * @ts-ignore */
export type RequestHandler = import('msw').RequestHandler;

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
