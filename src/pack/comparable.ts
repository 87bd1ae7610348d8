/**
 * What comparing reads of an index and of an info, and nothing else: either may come from a caller without types,
 * and an index may have been changed after it was parsed. Whether an index is a good one is `parse-index.ts`'s
 * question, whether an info came from a service the wire's.
 */
import { PackUsageError } from '../errors.js';
import { findShapeProblems } from './check-shape.js';
import type { IndexSchema } from './index-schema.js';
import { createProblems } from './problems.js';

const text: IndexSchema = { title: 'a string', type: 'string' };
const pack = { packId: text, packVersion: text, artifactVersion: text };
const tools = listOf({
  title: 'a tool',
  type: 'object',
  required: ['id'],
  properties: { id: text, version: text },
});

const comparedIndex: IndexSchema = {
  title: 'a pack index, as parsePackIndex returns it',
  type: 'object',
  required: [...Object.keys(pack), 'tools', 'guardrails'],
  properties: {
    ...pack,
    tools,
    guardrails: listOf({
      title: 'a guardrail',
      type: 'object',
      required: ['id'],
      properties: { id: text, checkId: text },
    }),
    env: {
      title: 'an object',
      type: 'object',
      properties: { required: listOf(text), optional: listOf(text) },
    },
  },
};

const comparedInfo: IndexSchema = {
  title: 'what /v1/info answers (an object)',
  type: 'object',
  required: ['protocol', ...Object.keys(pack), 'tools', 'checks'],
  properties: {
    // Whatever `/v1/info` may answer: a service's odd number is a finding, no mistake of a caller's.
    protocol: { title: 'a number', type: 'number' },
    ...pack,
    tools,
    checks: listOf(text),
    missingEnv: listOf(text),
  },
};

/** @throws PackUsageError naming each place (`index/tools/3/id`) that cannot be compared. */
export function refuseIncomparable(index: unknown, info: unknown): void {
  const problems = createProblems();
  findShapeProblems(comparedIndex, { value: index, path: 'index' }, problems);
  findShapeProblems(comparedInfo, { value: info, path: 'info' }, problems);
  const issues = problems.issues();
  if (issues.length > 0) throw new PackUsageError('cannot compare', issues);
}

function listOf(items: IndexSchema): IndexSchema {
  return { title: 'an array', type: 'array', items };
}
