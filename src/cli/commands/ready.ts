/** `kindgi-pack ready`: would a replica take calls? With `--wait` it asks again until one does. */
import { defaults } from '../../options/types.js';
import { type ExitCode, exitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { probeExitCode, probeLines } from '../probe-text.js';
import { withProbes } from '../probes.js';
import type { ServiceArguments } from '../service.js';
import { waitForReady } from '../wait.js';

interface ReadyArguments extends ServiceArguments {
  readonly waitMs: number | undefined;
  /** Print nothing when the answer is yes. */
  readonly quiet: boolean;
}

/** Asks every replica, until one is ready if there is a wait: 0 ready, 1 not, 3 nobody answers. Throws WrongUse. */
export async function ready(args: ReadyArguments, io: Io): Promise<ExitCode> {
  const { waitMs, quiet, timeoutMs = defaults.probeTimeoutMs } = args;
  const report = await withProbes(args, io.signal, (probes) =>
    waitMs === undefined
      ? probes.ask('/readyz', timeoutMs)
      : waitForReady(probes, { waitMs, probeMs: timeoutMs, quiet }, io),
  );
  const code = probeExitCode(report);
  const text = { yes: 'ready', timeoutMs };
  if (io.json) io.out.json(report);
  else if (!quiet) print(probeLines(io.out, report, text), io.out);
  else if (code !== exitCode.yes) print(probeLines(io.err, report, text), io.err);
  return code;
}

function print(lines: readonly string[], paper: Io['out']): void {
  for (const line of lines) paper.line(line);
}
