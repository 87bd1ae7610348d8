/** JavaScript that loads the package with `require`, a call traced: Node gives the ES module itself. */
const { createPackClient, isSafeToRetry } = require('kindgi-pack-client');
const { aToolCall, sampleIndex, sampleTools, startPackService } = require('kindgi-pack-client/mocks');
const { contractStories } = require('kindgi-pack-client/mocks/contract');
const { instrumentPackClient } = require('kindgi-pack-client/otel');

async function main() {
  const service = await startPackService({ index: sampleIndex, tools: sampleTools });
  const client = instrumentPackClient(createPackClient({ url: service.url, token: service.token }));
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
  const again = await import('kindgi-pack-client');
  console.log('one copy:', again.createPackClient === createPackClient);
}

main();
