/** What is no tool and no index at all is told so, by name, and not by an engine's own words. */
import { expect, it } from 'vitest';
import { aToolCall } from '../../mocks/index.js';
import { findSchemaProblems, findTool, isDeclarative, isReadOnly, PackUsageError } from '../../src/index.js';
import { instrumentPackClient } from '../../src/otel/index.js';
import { thrownBy, untyped } from '../regressions/set-up.js';

const noObjects: readonly unknown[] = [undefined, null, 7, 'tool', []];

it.each(noObjects)('%j is no tool', (value) => {
  for (const ask of [isReadOnly, isDeclarative]) {
    expect(thrownBy(() => ask(untyped(value)))).toMatchObject({
      name: 'PackUsageError',
      message: 'bad tool: expected a tool of an index',
    });
  }
});

it.each([...noObjects, {}, { tools: {} }])('%j has no tools to find one in', async (value) => {
  const told = { issues: [{ path: 'index.tools', message: expect.stringMatching(/^expected the tools/) }] };
  expect(thrownBy(() => findTool(untyped(value), 'a'))).toMatchObject(told);
  await expect(findSchemaProblems(untyped(value))).rejects.toMatchObject(told);
});

it.each([...noObjects, {}])('%j is no client to instrument', (value) => {
  expect(thrownBy(() => instrumentPackClient(untyped(value)))).toBeInstanceOf(PackUsageError);
});

it('a builder that is told nothing builds what it always does', () => {
  expect(aToolCall(untyped(null))).toEqual(aToolCall());
});
