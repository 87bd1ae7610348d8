/** The scenes of the demo: the scenarios of the test kit that it shows, in their order. How they look is `show.ts`. */
import { playScenario, type ScenarioStage } from '../../../mocks/sample/play-scenario.js';
import type { Scenario } from '../../../mocks/sample/scenario.js';
import { scenarios } from '../../../mocks/sample/scenarios.js';
import type { CheckOutcome, ToolOutcome } from '../../outcome.js';

export type SceneOutcome = ToolOutcome | CheckOutcome;

export interface Scene {
  readonly title: string;
  /** One sentence: what there is to see. */
  readonly about: string;
  /** What is called, and with what. */
  readonly call: { readonly target: string; readonly sent: unknown };
  readonly play: (stage: ScenarioStage) => Promise<SceneOutcome>;
}

function sceneOf(scenario: Scenario): Scene {
  const { title, about, call } = scenario;
  return {
    title,
    about,
    call:
      'check' in call ? { target: call.check, sent: call.trace } : { target: call.tool, sent: call.input },
    play: (stage) => playScenario(scenario, stage),
  };
}

/** What the demo shows, in this order. */
export const scenes: readonly Scene[] = scenarios.filter(({ inDemo }) => inDemo).map(sceneOf);
