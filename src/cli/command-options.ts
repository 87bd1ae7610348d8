/** The options that commands share, and the rules that hold for every option. */
import { type Command, Option } from 'commander';
import { parseDuration } from './duration.js';
import { type LogLevel, parseLogLevel } from './log.js';
import type { ServiceArguments } from './service.js';
import { WrongUse } from './wrong-use.js';

/** What commander makes of the shared options. */
export interface SharedOptions {
  readonly url?: readonly string[];
  readonly tokenFile?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly tenant?: string;
  readonly run?: string;
  readonly log?: LogLevel;
}

/**
 * A command with the options that all share. A few of them mean nothing to some commands; those are taken without
 * being listed, so that a script can pass the same ones to every command.
 */
export function serviceCommand(program: Command, name: string, description: string): Command {
  const isCall = name === 'invoke' || name === 'check';
  const isProbe = name === 'ready' || name === 'health';
  const collect = (value: string, urls: readonly string[] = []): readonly string[] => [...urls, value];
  const limit = isCall ? 'for the whole call, retries included (default: 2m)' : 'for an answer (default: 5s)';
  return program
    .command(name)
    .description(description)
    .option('--url <address>', 'address of the pack service; repeat it for replicas', collect)
    .addOption(textOption('--token-file <file>', 'file that holds the pack token').hideHelp(isProbe))
    .addOption(durationOption('--timeout <duration>', limit))
    .addOption(textOption('--tenant <id>', 'tenant of the call (default: cli)').hideHelp(name !== 'invoke'))
    .addOption(textOption('--run <id>', 'run of the call (default: cli-<uuid>)').hideHelp(!isCall))
    .addOption(logOption().hideHelp(!isCall))
    .option('--json', 'one JSON document on standard output');
}

/** The shared options as the commands take them. */
export function serviceArguments({ url, tokenFile, timeout, log }: SharedOptions): ServiceArguments {
  return { urls: url ?? [], tokenFile, timeoutMs: timeout, logLevel: log ?? 'silent' };
}

/** An option whose value is a duration; whole milliseconds come out. */
export function durationOption(flags: string, description: string): Option {
  return new Option(flags, `${description}: 500ms, 2s, 1m`).argParser((text: string) =>
    parseDuration(nameIn(flags), text),
  );
}

/** An option whose value is text that is not empty, as an unset variable of a shell would make it. */
export function textOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string) => {
    if (text === '') throw new WrongUse(`${nameIn(flags)} expects a value that is not empty`);
    return text;
  });
}

function logOption(): Option {
  const description = 'records of calls and tries on standard error: debug, info, warn, silent (the default)';
  return new Option('--log <level>', description).argParser(parseLogLevel);
}

/** The last one would win in silence, and a script that was pieced together would do what nobody meant. */
export function refuseTwice(command: Command): void {
  for (const option of command.options) {
    if (option.long === '--url') continue;
    let times = 0;
    command.on(`option:${option.name()}`, () => {
      times += 1;
      if (times > 1) throw new WrongUse(`${option.long ?? option.flags} is given twice`);
    });
  }
}

function nameIn(flags: string): string {
  return flags.split(' ')[0] ?? flags;
}
