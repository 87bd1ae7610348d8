import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that touch nothing of their process: they follow one another in the same one, its modules loaded once. */
const shared = ['call', 'contract', 'faults', 'hostile', 'options', 'pack', 'protocol', 'vitest'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    pool: 'forks',
    // A third of the time tests wait, for a time-out or a process: as many workers as cores would leave cores idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    // An error nobody awaited is a failed promise of this library: never ignore one.
    dangerouslyIgnoreUnhandledErrors: false,
    coverage: {
      include: ['src/**/*.ts', 'mocks/**/*.ts'],
      reporter: ['text-summary'],
      // What is not covered: branches of the command that only its own process takes, and guards against what
      // undici, a socket or TLS should never do.
      thresholds: { statements: 96, branches: 91, functions: 97, lines: 97 },
    },
    projects: [
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      {
        extends: true,
        test: { name: 'own', include: ['test/**/*.test.ts'], exclude: ['test/peer/**', ...shared] },
      },
    ],
  },
});
