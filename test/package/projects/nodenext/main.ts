/** TypeScript for Node, with msw and vitest installed: a call whose outcomes the compiler knows to be all. */
import {
  createPackClient,
  isSafeToRetry,
  PackCallError,
  type PackClient,
  type ToolOutcome,
  unwrap,
} from 'kindgi-pack-client';
import {
  aToolCall,
  createPackHandlers,
  sampleIndex,
  sampleTools,
  serveHandlers,
  startPackService,
} from 'kindgi-pack-client/mocks';

interface Invoice {
  readonly customer: string;
}

function tell(outcome: ToolOutcome<Invoice>): string {
  switch (outcome.kind) {
    case 'result':
      return `result: ${outcome.execution} ${outcome.output.customer}`;
    case 'error':
      return `error: ${outcome.code}`;
    case 'transport':
      return `transport: ${outcome.reason} ${isSafeToRetry(outcome)}`;
    default:
      return outcome satisfies never;
  }
}

const service = await startPackService({ index: sampleIndex, tools: sampleTools });
const client: PackClient = createPackClient({ url: service.url, token: service.token });
console.log(tell(await client.invoke<Invoice>(aToolCall())));
try {
  unwrap(await client.invoke(aToolCall({ tool: 'acme.billing.unknown' })));
} catch (error) {
  if (error instanceof PackCallError) console.log('thrown:', error.outcome.kind);
}
await client.close();
await service.close();

const { handlers } = createPackHandlers('http://pack.test', {
  index: sampleIndex,
  tools: sampleTools,
  token: 'secret',
});
const served = await serveHandlers(handlers);
const other = createPackClient({ url: served.url, token: 'secret' });
console.log('msw', tell(await other.invoke<Invoice>(aToolCall())));
await other.close();
await served.close();
