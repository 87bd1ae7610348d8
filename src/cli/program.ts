/**
 * The command line as commander reads it: commands and help. It only turns arguments into a job; nothing runs
 * here, and no command's code is loaded before its job is called.
 */
import { Command, CommanderError, Option } from 'commander';
import { version } from '../version.js';
import { refuseToken, usageSentence } from './argument-errors.js';
import {
  durationOption,
  refuseTwice,
  type SharedOptions,
  serviceArguments,
  serviceCommand,
  textOption,
} from './command-options.js';
import { type ExitCode, exitCode } from './exit-code.js';
import { examplesOf, helpAfter } from './help.js';
import type { Io, Job } from './io.js';
import { WrongUse } from './wrong-use.js';

type Papers = Pick<Io, 'out' | 'err'>;
type Take = (job: Job) => void;

const indexFlags = '--index <file>';
const inputFlags = '--input <json|@file|->';
const traceFlags = '--trace <json|@file|->';

/**
 * The job that the arguments ask for, or an exit code when help or the version was all (it is printed).
 *
 * @throws WrongUse for everything else.
 */
export function parseArguments(argv: readonly string[], papers: Papers): Job | ExitCode {
  refuseToken(argv);
  const parsed: { job?: Job } = {};
  const program = createProgram(papers, (job) => {
    parsed.job = job;
  });
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help for want of a command; it has been printed to standard error.
    if (error.code === 'commander.help') return exitCode.wrongUse;
    if (error.exitCode === 0) return exitCode.yes;
    const isEarly = error.code === 'commander.unknownOption' && argv[0]?.startsWith('-');
    throw new WrongUse(
      `${usageSentence(error.message)}${isEarly ? ': options stand after the command' : ''}`,
    );
  }
  if (parsed.job === undefined) throw new WrongUse('expected a command');
  return parsed.job;
}

function createProgram({ out, err }: Papers, take: Take): Command {
  const program = new Command('kindgi-pack')
    .description('Talks to a Kindgi pack service, and says for every call whether it ran.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: out.write,
      writeErr: err.write,
      outputError: () => {},
      getOutHasColors: () => out.hasColour,
      getErrHasColors: () => err.hasColour,
    })
    .addHelpText('after', helpAfter);
  addQuestions(program, take);
  addCalls(program, take);
  program
    .command('demo')
    .description('starts a pack service here and shows a call of each kind')
    .addOption(new Option('--json', 'one JSON document on standard output').conflicts('serve'))
    .option('--serve', 'only keep the service running, to try the other commands on')
    .action(({ serve }: { readonly serve?: true }) => {
      take(async (io) =>
        serve === true
          ? (await import('./commands/serve-demo.js')).serveDemo(io)
          : (await import('./commands/demo.js')).demo(io),
      );
    });
  for (const command of program.commands) {
    command.addHelpText('after', examplesOf(command.name()));
    refuseTwice(command);
  }
  return program;
}

interface ReadyOptions extends SharedOptions {
  readonly wait?: number;
  readonly quiet?: true;
}

function addQuestions(program: Command, take: Take): void {
  serviceCommand(program, 'ready', 'asks whether a replica takes calls (needs no token)')
    .addOption(durationOption('--wait <duration>', 'poll until one does, at most this long'))
    .addOption(new Option('--quiet', 'print nothing on success').conflicts('json'))
    .action((options: ReadyOptions) => {
      const args = { ...serviceArguments(options), waitMs: options.wait, quiet: options.quiet === true };
      take(async (io) => (await import('./commands/ready.js')).ready(args, io));
    });
  serviceCommand(program, 'health', 'asks whether the processes are up (needs no token)').action(
    (options: SharedOptions) => {
      take(async (io) => (await import('./commands/health.js')).health(serviceArguments(options), io));
    },
  );
  serviceCommand(program, 'info', 'shows what a pack service serves').action((options: SharedOptions) => {
    take(async (io) => (await import('./commands/info.js')).info(serviceArguments(options), io));
  });
  serviceCommand(program, 'reconcile', 'compares every replica with an index')
    .addOption(textOption(indexFlags, "the pack's index.json"))
    .action((options: SharedOptions & { readonly index?: string }) => {
      const args = { ...serviceArguments(options), indexFile: required(indexFlags, options.index) };
      take(async (io) => (await import('./commands/reconcile.js')).reconcile(args, io));
    });
}

interface CheckOptions extends SharedOptions {
  readonly config?: string;
  readonly trace?: string;
}

function addCalls(program: Command, take: Take): void {
  serviceCommand(program, 'invoke', 'calls a tool; its output goes to standard output')
    .argument('<tool>', 'id, or id@version')
    .option(inputFlags, 'the input: JSON, a file, or standard input')
    .action((tool: string, options: SharedOptions & { readonly input?: string }) => {
      const { tenant, run } = options;
      const input = required(inputFlags, options.input);
      const args = { ...serviceArguments(options), tool, input, tenantId: tenant, runId: run };
      take(async (io) => (await import('./commands/invoke.js')).invoke(args, io));
    });
  serviceCommand(program, 'check', 'runs a guardrail check')
    .argument('<check>', 'id of the check')
    .option('--config <json|@file|->', 'its configuration: JSON, a file, or standard input (default: {})')
    .option(traceFlags, 'the run to judge: JSON, a file, or standard input')
    .action((check: string, options: CheckOptions) => {
      const { run, config } = options;
      const trace = required(traceFlags, options.trace);
      const args = { ...serviceArguments(options), check, config, trace, runId: run };
      take(async (io) => (await import('./commands/check.js')).check(args, io));
    });
}

/** Not left to commander, which would name a missing option before the mistyped one that stands in its place. */
function required(flags: string, text: string | undefined): string {
  if (text === undefined) throw new WrongUse(`required option '${flags}' not specified`);
  return text;
}
