/** JavaScript as ES modules, with nothing installed but the package: a call, the kit, the contract, the command. */
import { execFileSync } from 'node:child_process';
import { createPackClient, isSafeToRetry } from 'kindgi-pack-client';
import { aToolCall, sampleIndex, sampleTools, startPackService } from 'kindgi-pack-client/mocks';
import { contractStories } from 'kindgi-pack-client/mocks/contract';

const service = await startPackService({ index: sampleIndex, tools: sampleTools });
const client = createPackClient({ url: service.url, token: service.token });
const outcome = await client.invoke(aToolCall());
switch (outcome.kind) {
  case 'result':
    console.log('result:', outcome.execution, outcome.output.customer);
    break;
  case 'error':
    console.log('error:', outcome.code);
    break;
  case 'transport':
    console.log('transport:', outcome.reason, isSafeToRetry(outcome));
    break;
}
await client.close();
await service.close();
console.log('stories:', contractStories.length > 0);
console.log(
  'command:',
  execFileSync('node_modules/.bin/kindgi-pack', ['--version'], { encoding: 'utf8' }).trim(),
);
