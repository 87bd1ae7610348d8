/**
 * What the bench's tool takes, for those that check an input before they send it.
 */
import { tool } from '../message.js';

export const inputSchema = {
  type: 'object',
  required: ['orderId', 'amount', 'currency'],
  properties: {
    orderId: { type: 'string', minLength: 1 },
    amount: { type: 'number', minimum: 0 },
    currency: { enum: ['EUR', 'USD'] },
    tags: { type: 'array', items: { type: 'string' } },
    confirm: { type: 'boolean' },
  },
  additionalProperties: false,
};

export const toolIndex = {
  v: 1,
  packId: 'bench',
  packVersion: '1.0.0',
  artifactVersion: 'bench-1',
  publishedAt: '2026-01-01T00:00:00.000Z',
  agents: [],
  flows: [],
  tools: [{ id: tool, input: inputSchema, output: {}, modulePath: 'tools/echo.ts' }],
  guardrails: [],
};
