/**
 * msw, where there is none: TypeScript looks at a pattern like this one only after it has found no such module. The
 * star stands for nothing; a name without one would also hide the real msw.
 */
declare module 'm*sw' {
  export type HttpHandler = import('./msw-types.js').HttpHandler;
}
