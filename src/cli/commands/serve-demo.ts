/**
 * `kindgi-pack demo --serve`: the demo's pack service, kept running on loopback until Ctrl+C, to try the other commands
 * and the README's examples on. Prints what a shell needs to find it; the token is the test kit's own, no secret.
 */
import { sampleChecks, sampleIndex, sampleTools, startPackService } from '../../../mocks/index.js';
import { type ExitCode, exitCode } from '../exit-code.js';
import type { Io } from '../io.js';

/** Ends with Ctrl+C, which is how it is meant to end: 130. */
export async function serveDemo({ out, err, signal }: Io): Promise<ExitCode> {
  await using service = await startPackService({
    index: sampleIndex,
    tools: sampleTools,
    checks: sampleChecks,
  });
  out.line(`export KINDGI_PACK_SERVICE_URL=${service.url}`);
  out.line(`export KINDGI_PACK_SERVICE_TOKEN=${service.token}`);
  err.line(`${sampleIndex.packId} runs here until Ctrl+C; the two lines above are for another shell`);
  await aborted(signal);
  return exitCode.interrupted;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
