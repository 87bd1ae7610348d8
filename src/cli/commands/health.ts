/** `kindgi-pack health`: are the processes up? It says nothing about whether they take calls. */
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { probeExitCode, probeLines } from '../probe-text.js';
import { type ServiceArguments, withProbeClient } from '../service.js';

export async function health(args: ServiceArguments, io: Io): Promise<ExitCode> {
  const { timeoutMs } = args;
  const report = await withProbeClient(args, (client) => client.health({ timeoutMs, signal: io.signal }));
  if (io.json) io.out.json(report);
  else for (const line of probeLines(io.out, report, 'up')) io.out.line(line);
  return probeExitCode(report);
}
