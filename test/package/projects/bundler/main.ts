/**
 * TypeScript for a bundler, every declaration checked: a traced call, its parts typed by the names that the package
 * exports. There is neither msw nor vitest, and no browser's library.
 */
import {
  type CheckOutcome,
  createPackClient,
  isSafeToRetry,
  type PackClientOptions,
  type ToolCall,
} from 'kindgi-pack-client';
import {
  aCheckCall,
  sampleChecks,
  sampleIndex,
  sampleTools,
  startPackService,
} from 'kindgi-pack-client/mocks';
import { type ContractTarget, contractStories } from 'kindgi-pack-client/mocks/contract';
import { instrumentPackClient } from 'kindgi-pack-client/otel';

function tell(outcome: CheckOutcome): string {
  switch (outcome.kind) {
    case 'check-result':
      return `check-result: ${outcome.execution} ${outcome.result.passed}`;
    case 'error':
      return `error: ${outcome.code}`;
    case 'transport':
      return `transport: ${outcome.reason} ${isSafeToRetry(outcome)}`;
    default:
      return outcome satisfies never;
  }
}

const service = await startPackService({ index: sampleIndex, tools: sampleTools, checks: sampleChecks });
const options: PackClientOptions = { url: service.url, token: service.token, retry: { maxAttempts: 2 } };
const client = instrumentPackClient(createPackClient(options));
console.log(tell(await client.check(aCheckCall())));
const call: ToolCall = { tool: 'acme.billing.unknown', input: {}, ctx: { tenantId: 't-1', runId: 'run-7' } };
const { kind, execution } = await client.invoke(call);
console.log(kind, execution);
await client.close();
await service.close();

const needed: keyof ContractTarget = 'start';
console.log('stories:', contractStories.length > 0, needed);
