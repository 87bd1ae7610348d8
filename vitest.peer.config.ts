import { defineConfig } from 'vitest/config';

/** The contract suite against the real Python pack service; needs Python, so it is no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/peer/**/*.peer.test.ts'],
    globalSetup: ['test/peer/global-setup.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
