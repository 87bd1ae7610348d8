/** Every exported name says what it is, and how it is used, where it is declared: the reference is made of that. */
import { describe, expect, it } from 'vitest';
import { entries } from './exported.js';

/**
 * Types that nobody writes by hand: they are read off what the named one shows in its example. A type that is not
 * in this list has an example of its own.
 */
const shownAt: Readonly<Record<string, string>> = {
  CheckResult: 'CheckOutcome',
  CheckVerdict: 'CheckOutcome',
  Execution: 'ToolOutcome',
  Facts: 'ToolOutcome',
  Finding: 'ReconcileReport',
  FindingCode: 'ReconcileReport',
  IndexedGuardrail: 'loadPackIndex',
  IndexedTool: 'findTool',
  InfoResult: 'InfoOutcome',
  JsonSchema: 'findSchemaProblems',
  LogFields: 'PackLogger',
  PackError: 'ToolOutcome',
  PackErrorCode: 'ToolOutcome',
  PackIndex: 'loadPackIndex',
  PackInfo: 'InfoOutcome',
  ReadyState: 'ReadyReport',
  ReplicaReadiness: 'ReadyReport',
  ReplicaReconciliation: 'ReconcileReport',
  ReplicaStats: 'PackClientStats',
  SchemaProblem: 'findSchemaProblems',
  Severity: 'ReconcileReport',
  Stage: 'Attempt',
  Stopped: 'Attempt',
  ToolCallPlace: 'toolIdempotencyKey',
  ToolRef: 'ToolCall',
  ToolResult: 'ToolOutcome',
  TransportFailure: 'ToolOutcome',
  TransportReason: 'ToolOutcome',
  UnavailableDetail: 'ReadyReport',
  UsageIssue: 'PackUsageError',
  ValidationIssue: 'ToolOutcome',

  Again: 'verdicts',
  CallLog: 'startPackService',
  CallSurroundings: 'ToolHandler',
  Fault: 'FaultOptions',
  FaultMessage: 'FaultOptions',
  FaultRequest: 'FaultOptions',
  GateControls: 'createPackHandlers',
  HandlerContext: 'ToolHandler',
  HttpHandler: 'packHandlers',
  PackHandlers: 'createPackHandlers',
  PackOptions: 'PackServiceOptions',
  RecordedCall: 'startPackService',
  RequestHandler: 'serveHandlers',
  RunningPackService: 'startPackService',
  SampleCall: 'Scenario',
  ScenarioStage: 'playScenario',
  ScriptedClient: 'createScriptedClient',
  ScriptedExtra: 'ScriptedReply',
  ScriptedFault: 'ScriptedReply',
  ScriptedRequest: 'ScriptedClientOptions',
  Seen: 'verdicts',
  ServedHandlers: 'serveHandlers',
  ToolCallOverrides: 'aToolCall',
  Verdict: 'verdicts',

  CheckRoles: 'contractChecks',
  ContractPart: 'ContractTarget',
  ContractReport: 'runPackServiceContract',
  ContractService: 'ContractTarget',
  ContractSession: 'openContract',
  Hold: 'Story',
  HoldOptions: 'Story',
  PlayedStory: 'runPackServiceContract',
  ServiceSetup: 'ContractTarget',
  StoryStage: 'Story',
  ToolRoles: 'contractTools',
};

const names = entries.flatMap((entry) => entry.names);
const exampleIn = /@example\n[ *]*```ts\n/;
const hasExample = (wanted: string) =>
  names.some(({ name, comment }) => name === wanted && exampleIn.test(comment));

describe.each(entries)('$specifier', (entry) => {
  it('says of every name what it is', () => {
    expect(entry.names.filter(({ comment }) => comment === '')).toEqual([]);
  });

  it('says of every field and method of an interface what it is', () => {
    const bare = entry.names.flatMap(({ name, bareMembers }) =>
      bareMembers.map((member) => `${name}.${member}`),
    );
    expect(bare).toEqual([]);
  });

  it('shows every name in an example', () => {
    const unseen = entry.names
      .map(({ name }) => name)
      .filter((name) => !hasExample(Object.hasOwn(shownAt, name) ? (shownAt[name] ?? '') : name));
    expect(unseen).toEqual([]);
  });
});

it('lists no type as shown elsewhere that is gone, or has an example of its own', () => {
  const known = new Map(names.map(({ name, kind }) => [name, kind]));
  const idle = Object.keys(shownAt).filter(
    (name) => !['interface', 'type'].includes(known.get(name) ?? '') || hasExample(name),
  );
  expect(idle).toEqual([]);
});
