import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/peer/**'],
    pool: 'forks',
    testTimeout: 60_000,
    // An error nobody awaited is a failed promise of this library: never ignore one.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
