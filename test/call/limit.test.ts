import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialLimit, type LimitState, lowerLimit, raiseLimit, restMs } from '../../src/call/slots/limit.js';

/** After so many answers to calls that began with every slot taken. */
function raised(state: LimitState, answers: number): LimitState {
  let next = state;
  for (let answer = 0; answer < answers; answer += 1) next = raiseLimit(next, true);
  return next;
}

/** How many such answers make it rise once. */
function answersToRise(state: LimitState): number {
  let answers = 0;
  for (let next = state; next.limit === state.limit && answers < 1_000; answers += 1) {
    next = raiseLimit(next, true);
  }
  return answers;
}

describe('the limit falls', () => {
  it('to what the service did not refuse, when many are refused at once', () => {
    let state = initialLimit(32);
    for (let others = 31; others >= 8; others -= 1) state = lowerLimit(state, others);
    // One of eight is left to others who call the same service.
    expect(state.limit).toBe(7);
  });

  it('to half at most by one refusal', () => {
    expect(lowerLimit(initialLimit(32), 3).limit).toBe(16);
  });

  it('never below one', () => {
    let state = initialLimit(4);
    for (let refusal = 0; refusal < 10; refusal += 1) state = lowerLimit(state, 0);
    expect(state.limit).toBe(1);
  });

  it('never rises by a refusal', () => {
    const low = lowerLimit(lowerLimit(initialLimit(32), 0), 0);
    expect(lowerLimit(low, 31).limit).toBeLessThanOrEqual(low.limit);
  });
});

describe('the limit rises', () => {
  it('past what was refused by one, after many answers', () => {
    const state = lowerLimit(initialLimit(32), 7);
    expect(raised(state, 31).limit).toBe(16);
    expect(raised(state, 32).limit).toBe(17);
  });

  it('soon to what the service took, and from there after many answers', () => {
    const state = lowerLimit(lowerLimit(initialLimit(32), 31), 24);
    expect(state.limit).toBe(21);
    const back = raised(state, answersToRise(state));
    expect(back.limit).toBe(24);
    expect([answersToRise(state), answersToRise(back)]).toEqual([42, 32]);
    expect(raised(back, 32).limit).toBe(25);
  });

  it('after two rounds of the limit, where the last rise went unrefused', () => {
    const state = raised(lowerLimit(initialLimit(32), 10), 32);
    expect(state.limit).toBe(17);
    expect(answersToRise(state)).toBe(2 * state.limit);
  });

  it('in strides of an eighth, as long as nothing is refused', () => {
    let state = lowerLimit(initialLimit(40), 0);
    const limits = [state.limit];
    for (let rise = 0; rise < 4; rise += 1) {
      state = raised(state, answersToRise(state));
      limits.push(state.limit);
    }
    expect(limits).toEqual([20, 21, 24, 27, 31]);
  });

  it('back to where it began, and no further', () => {
    const low = [16, 8, 4, 2, 1].reduce((state) => lowerLimit(state, 0), initialLimit(32));
    expect(low.limit).toBe(1);
    expect(raised(low, 5_000).limit).toBe(32);
  });

  it('only by answers to calls that began with every slot taken', () => {
    let state = lowerLimit(initialLimit(32), 0);
    for (let answer = 0; answer < 1_000; answer += 1) state = raiseLimit(state, false);
    expect(state.limit).toBe(16);
  });

  it('in steps that leave one refusal in thirty-two calls as the price of asking', () => {
    let state = lowerLimit(initialLimit(32), 8);
    let answers = 0;
    let refusals = 0;
    for (let call = 0; call < 10_000; call += 1) {
      // A service that takes eight calls: with more in flight, one is refused.
      if (state.limit > 8) {
        state = lowerLimit(state, 8);
        refusals += 1;
      } else {
        state = raiseLimit(state, true);
        answers += 1;
      }
    }
    expect(refusals / answers).toBeLessThanOrEqual(1 / 32);
    expect(refusals).toBeGreaterThan(0);
  });
});

describe('a rest', () => {
  const atOne = [16, 8, 4, 2, 1].reduce((state) => lowerLimit(state, 0), initialLimit(32));

  it('is not taken before a refusal at a limit of one', () => {
    expect(atOne.limit).toBe(1);
    expect(restMs(atOne)).toBe(0);
  });

  it('doubles with each further refusal, up to a second', () => {
    const rests: number[] = [];
    let state = atOne;
    for (let refusal = 0; refusal < 8; refusal += 1) {
      state = lowerLimit(state, 0);
      rests.push(restMs(state));
    }
    expect(rests).toEqual([20, 40, 80, 160, 320, 640, 1_000, 1_000]);
  });

  it('is over with an answer', () => {
    const rested = raiseLimit(lowerLimit(lowerLimit(atOne, 0), 0), false);
    expect(restMs(rested)).toBe(0);
    expect(restMs(lowerLimit(rested, 0))).toBe(20);
  });
});

it('stays between one and its maximum, whatever happens', () => {
  const steps = fc.array(fc.oneof(fc.nat({ max: 40 }), fc.constantFrom('full' as const, 'free' as const)));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), steps, (maxLimit, given) => {
      let state = initialLimit(maxLimit);
      for (const step of given) {
        const before = state.limit;
        state = typeof step === 'number' ? lowerLimit(state, step) : raiseLimit(state, step === 'full');
        expect(state.limit).toBeGreaterThanOrEqual(1);
        expect(state.limit).toBeLessThanOrEqual(maxLimit);
        if (typeof step === 'number') expect(state.limit).toBeLessThanOrEqual(before);
        else expect(state.limit).toBeGreaterThanOrEqual(before);
      }
    }),
  );
});
