/**
 * Looks up hosts as `dns.lookup` does, and shares a look-up that is under way: it cannot be taken back, it holds one of
 * the process's few threads, and calls that leave meanwhile would each start another one.
 */
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';

type Found = Parameters<LookupFunction>[2];

export function createSharedLookup(): LookupFunction {
  const underWay = new Map<string, Found[]>();
  return (hostname, options, found) => {
    const question = `${hostname} ${JSON.stringify(options)}`;
    const waiting = underWay.get(question);
    if (waiting !== undefined) {
      waiting.push(found);
      return;
    }
    const asking: Found[] = [found];
    dns.lookup(hostname, options, (error, address, family) => {
      underWay.delete(question);
      for (const each of asking) each(error, address, family);
    });
    // Only once it has begun: one that throws would be waited for until every connect time-out.
    underWay.set(question, asking);
  };
}
