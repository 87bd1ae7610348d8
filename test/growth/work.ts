/**
 * What something costs, in ways that a busy machine does not change: how often a client asked its clock, how many bytes
 * are held. Where nothing can be counted, processor time is compared between two sizes in turns, of each the least, and
 * only a factor that lies far beyond any noise, and far below what a loop over all of them costs, counts as growth.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much more a step may cost at the larger size. */
export const noticeable = 8;
const turns = 3;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * How many times as much a step costs with many as with few. Each size is set up anew in each turn, and its step is
 * taken `steps` times there.
 */
export function timesAsMuch(
  sizes: { readonly few: number; readonly many: number },
  steps: number,
  setUp: (size: number) => () => void,
): number {
  const measure = (size: number) => {
    const step = setUp(size);
    for (let done = 0; done < steps / 10; done += 1) step();
    // What setting up left behind is not to be collected among the steps.
    collectGarbage();
    const before = process.cpuUsage();
    for (let done = 0; done < steps; done += 1) step();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  let [few, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < turns; turn += 1) {
    few = Math.min(few, measure(sizes.few));
    many = Math.min(many, measure(sizes.many));
  }
  return many / Math.max(1, few);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** What is left in memory when all that nobody holds is gone. */
export async function heldBytes(): Promise<number> {
  // What an await still held is let go with the next turn of the event loop.
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
