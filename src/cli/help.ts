/** What `--help` says below the list of commands, and below the options of each. */

const examples: Readonly<Record<string, readonly string[]>> = {
  ready: ['ready --url http://127.0.0.1:8080 --wait 30s', 'ready --quiet --timeout 2s'],
  health: ['health --url http://127.0.0.1:8080 --url http://127.0.0.1:8081'],
  info: ['info --json'],
  reconcile: [
    'reconcile --index build/index.json',
    'reconcile --index build/index.json --json > report.json',
  ],
  invoke: [
    `invoke acme.billing.find-invoice --input '{"invoiceId":"inv_102"}'`,
    'invoke acme.billing.charge-card@2.0.0 --input @charge.json --timeout 30s --json',
  ],
  check: [`check acme.billing.no-card-number --trace @trace.json`],
  demo: ['demo', 'demo --serve'],
};

/** Examples of one command, for the end of its help. */
export function examplesOf(command: string): string {
  return exampleText(examples[command] ?? []);
}

function exampleText(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  kindgi-pack ${line}\n`).join('')}`;
}

/** Below the list of commands. */
export const helpAfter = `
Environment:
  KINDGI_PACK_SERVICE_URL       the address, when there is no --url
  KINDGI_PACK_SERVICE_TOKEN     the pack token, when there is no --token-file
  KINDGI_PACK_CALL_TIMEOUT_MS   milliseconds for invoke and check, when there is no --timeout

Exit codes:
  0    yes: ready, no error finding, a result, a check passed
  1    no: not ready, an error finding, a pack error, a check failed
  2    wrong use, or a bad index
  3    transport failure: nobody there, or no answer that counts; or the answer could not be written
  130  ended by Ctrl+C
${exampleText(['demo', 'ready', 'reconcile', 'invoke'].flatMap((command) => examples[command]?.[0] ?? []))}`;
