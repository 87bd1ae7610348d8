/** Every scenario of the test kit comes to the verdict that it names, and every fault has one. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  faultNames,
  playScenario,
  sampleChecks,
  sampleIndex,
  sampleTools,
  scenarios,
  startPackService,
  verdicts,
} from '../../mocks/index.js';
import { createPackClient, isSafeToRetry } from '../../src/index.js';

const guide = await readFile(new URL('../../docs/testing.md', import.meta.url), 'utf8');
const pack = { index: sampleIndex, tools: sampleTools, checks: sampleChecks };

describe.concurrent('a scenario', () => {
  it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))(
    '%s',
    async (_title, scenario) => {
      await using service = await startPackService(pack);
      await using client = createPackClient({ url: service.url, token: service.token });
      const outcome = await playScenario(scenario, { service, client });

      const words = scenario.tries.map((seen) => `${verdicts[seen].is}: ${verdicts[seen].execution}`);
      expect(outcome.attempts.map(({ verdict, execution }) => `${verdict}: ${execution}`)).toEqual(words);
      const { kind, execution, mayStillRun, stopped, isSafe } = verdicts[scenario.tries.at(-1) ?? 'result'];
      expect(outcome).toMatchObject({ kind, execution, mayStillRun, stopped });
      expect(isSafeToRetry(outcome)).toBe(isSafe);
      expect(service.calls.filter(({ handler }) => handler !== 'not-started')).toHaveLength(scenario.runs);
    },
  );
});

describe('the faults of a pack service', () => {
  it('have a scenario each', () => {
    const shown = scenarios.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
    expect([...shown].sort()).toEqual([...faultNames].sort());
  });

  it('are named in the guide to testing, all of them, in the order in which they are told', () => {
    const section = guide.slice(guide.indexOf('faults on demand'));
    const sentence = section.slice(0, section.indexOf('\n\n'));
    expect([...sentence.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(faultNames);
  });
});
