/**
 * `kindgi-pack demo`: a pack service on this machine's loopback, a call of each kind, and what each came to. It
 * needs no network, no token and no options; everything it opens is closed when it ends.
 */
import { sampleChecks, sampleIndex, sampleTools, startPackService } from '../../../mocks/index.js';
import type { ScenarioStage } from '../../../mocks/sample/play-scenario.js';
import { createPackClient } from '../../client.js';
import { isSafeToRetry } from '../../unwrap.js';
import { type Scene, scenes } from '../demo/scenes.js';
import { type Played, sceneHead, sceneResult, summary } from '../demo/show.js';
import { elapsedText } from '../duration.js';
import { type ExitCode, exitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { showProgress } from '../progress.js';

const quickMs = 150;

/** Plays every scene and prints what came of it; 0 whatever the calls came to. */
export async function demo(io: Io): Promise<ExitCode> {
  await using service = await startPackService({
    index: sampleIndex,
    tools: sampleTools,
    checks: sampleChecks,
  });
  await using client = createPackClient({ url: service.url, token: service.token });
  const stage: ScenarioStage = { service, client, signal: io.signal };
  if (!io.json) printIntroduction(io, service.url);
  const played: Played[] = [];
  for (const [at, scene] of scenes.entries()) {
    if (io.signal.aborted) break;
    if (!io.json) for (const line of sceneHead(io.out, scene, at + 1)) io.out.line(line);
    const each = await play(scene, stage, io);
    played.push(each);
    if (!io.json) for (const line of [...sceneResult(io.out, each), '']) io.out.line(line);
  }
  if (io.json) io.out.json({ service: service.url, scenes: played.map(toDocument) });
  else if (!io.signal.aborted) for (const line of summary(io.out, played)) io.out.line(line);
  return exitCode.yes;
}

async function play(scene: Scene, stage: ScenarioStage, io: Io): Promise<Played> {
  stage.service.forgetCalls();
  const stop = io.json
    ? () => {}
    : showProgress(io.out, (ms) => `waiting · ${elapsedText(ms)}`, { afterMs: quickMs, indent: 4 });
  try {
    const outcome = await scene.play(stage);
    const { calls } = stage.service;
    const began = calls.filter(({ handler }) => handler !== 'not-started').length;
    return { scene, outcome, seen: { arrived: calls.length, began } };
  } finally {
    stop();
  }
}

function printIntroduction({ out }: Io, url: string): void {
  out.line();
  out.line(out.paint('bold', 'A pack service that runs here, and a call of each kind'));
  out.line(out.paint('dim', `${sampleIndex.packId} ${sampleIndex.packVersion} at ${url}`));
  out.line();
}

function toDocument({ scene, outcome, seen }: Played): unknown {
  const { title, about, call } = scene;
  return { title, about, call, seen, outcome, safeToRetry: isSafeToRetry(outcome) };
}
