/** `kindgi-pack health`: are the processes up? It says nothing about whether they take calls. */
import { defaults } from '../../options/types.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { probeExitCode, probeLines } from '../probe-text.js';
import { withProbes } from '../probes.js';
import type { ServiceArguments } from '../service.js';

/** Asks every replica once: 0 if one is up, 1 if those that answer say no, 3 if none answers. Throws WrongUse. */
export async function health(args: ServiceArguments, io: Io): Promise<ExitCode> {
  const { timeoutMs = defaults.probeTimeoutMs } = args;
  const report = await withProbes(args, io.signal, (probes) => probes.ask('/healthz', timeoutMs));
  if (io.json) io.out.json(report);
  else for (const line of probeLines(io.out, report, { yes: 'up', timeoutMs })) io.out.line(line);
  return probeExitCode(report);
}
