import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as mocks from '../mocks/index.js';
import * as library from '../src/index.js';
import * as otel from '../src/otel/index.js';
import { version } from '../src/version.js';

it('the version in the user agent is that of the package', () => {
  const file = new URL('../package.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version });
});

it('the exported names are these, and a change of them is meant', () => {
  expect(Object.keys(library).sort()).toMatchInlineSnapshot(`
    [
      "PackCallError",
      "PackUsageError",
      "compareInfo",
      "createPackClient",
      "findSchemaProblems",
      "findTool",
      "isDeclarative",
      "isReadOnly",
      "isSafeToRetry",
      "loadPackIndex",
      "packClientOptionsFromEnv",
      "parsePackIndex",
      "toolIdempotencyKey",
      "unwrap",
    ]
  `);
  expect(Object.keys(mocks).sort()).toMatchInlineSnapshot(`
    [
      "ManualClock",
      "aCheckCall",
      "aRunContext",
      "aToolCall",
      "anIndex",
      "createPackHandlers",
      "createScriptedClient",
      "defaultMockToken",
      "faultNames",
      "packHandlers",
      "playScenario",
      "sampleChecks",
      "sampleIndex",
      "sampleTools",
      "scenarios",
      "serveHandlers",
      "startPackService",
      "verdicts",
    ]
  `);
  expect(Object.keys(otel)).toEqual(['instrumentPackClient']);
});
