/** What is said about arguments that are wrong: one sentence, without values that may be secret. */
import { WrongUse } from './wrong-use.js';

/** Does the person want JSON? Asked before the arguments are parsed, so that their errors come as JSON too. */
export function asksForJson(argv: readonly string[]): boolean {
  return beforeDashes(argv).includes('--json');
}

/**
 * Everyone on the machine can read arguments, so a token among them is refused and not repeated.
 *
 * @throws WrongUse when there is one.
 */
export function refuseToken(argv: readonly string[]): void {
  if (!beforeDashes(argv).some((arg) => arg === '--token' || arg.startsWith('--token='))) return;
  const instead = 'set KINDGI_PACK_SERVICE_TOKEN or give --token-file';
  throw new WrongUse(`there is no --token, because arguments are visible to others: ${instead}`);
}

/** Commander's message as one sentence, without the value that stands behind an unknown option. */
export function usageSentence(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/(unknown option '[^'=]*)=[^\n]*'(?=$|\n)/, "$1'")
    .replace(/\n\(Did you mean (.*)\?\)$/, ', did you mean $1?')
    .replace(/\. Expected/, ': expected')
    .replace(/\.$/, '');
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf('--');
  return dashes === -1 ? argv : argv.slice(0, dashes);
}
