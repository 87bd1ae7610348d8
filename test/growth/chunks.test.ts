/** An answer costs what it has bytes, not what it has pieces times bytes. */
import { afterEach, expect, it, vi } from 'vitest';
import { createPackClient } from '../../src/index.js';
import { BodyBytes } from '../../src/transport/body-bytes.js';
import { head } from '../faults/answers.js';
import { startRawService } from '../faults/raw-service.js';
import { aCall } from './counted-client.js';
import { noticeable, timesAsMuch } from './work.js';

afterEach(() => vi.restoreAllMocks());

it('ten thousand chunks of one byte are copied a few times at most', async () => {
  const text = `{"v":2,"kind":"result","output":"${'x'.repeat(10_000)}"}`;
  const chunks = [...text].map((each) => `1\r\n${each}\r\n`).join('');
  const service = await startRawService({
    onRequest: (wire) => wire.send(head(200, { 'transfer-encoding': 'chunked' }), chunks, '0\r\n\r\n'),
  });
  await using client = createPackClient({ url: service.url, token: 'test-token' });
  const concat = vi.spyOn(Buffer, 'concat');
  const outcome = await client.invoke(aCall);
  expect(outcome).toMatchObject({ kind: 'result', output: 'x'.repeat(10_000) });
  const copied = concat.mock.results.reduce((sum, { value }) => sum + value.byteLength, 0);
  expect(copied).toBeLessThanOrEqual(3 * text.length);
  await service.close();
});

it('a chunk costs as much among 100,000 as among 100', () => {
  const chunk = Buffer.from('x');
  const ratio = timesAsMuch({ few: 100, many: 100_000 }, 2_000, (size) => {
    const body = new BodyBytes();
    const step = () => body.add(chunk);
    for (let at = 0; at < size; at += 1) step();
    return step;
  });
  expect(ratio).toBeLessThan(noticeable);
});
