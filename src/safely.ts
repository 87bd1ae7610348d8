/** For code of others that may throw, where what it throws is of no use to anybody. */

/** What the action gives; `undefined` when it throws. */
export function safely<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
