/**
 * Holds handlers against the index they stand beside. Each must be a function or an `Error`. One that fits no
 * tool is no mistake by itself (a set of handlers may serve several indexes), but most likely misspelt when some
 * tool has none: that tool's answer then names it.
 */
import type { UsageIssue } from '../../src/errors.js';
import { checkIdOf, isDeclarative, type PackIndex } from '../../src/pack/pack-index.js';
import { pathText } from '../../src/path-text.js';

type Handlers = Readonly<Record<string, unknown>>;

export function findHandlerProblems(option: 'tools' | 'checks', handlers: Handlers): readonly UsageIssue[] {
  return Object.entries(handlers)
    .filter(([, handler]) => typeof handler !== 'function' && !(handler instanceof Error))
    .map(([key]) => ({
      path: pathText([option, key]),
      message: 'expected a function, or an Error for code that does not load',
    }));
}

/** Under which keys the handlers of the served tools may stand. */
export function toolKeys(index: PackIndex): readonly string[] {
  return index.tools
    .filter((tool) => !isDeclarative(tool))
    .flatMap(({ id, version }) => (version === undefined ? [id] : [`${id}@${version}`, id]));
}

export function checkKeys(index: PackIndex): readonly string[] {
  return index.guardrails.flatMap((guardrail) => [checkIdOf(guardrail), guardrail.id]);
}

/** Where a handler is missed: the option that should hold it, and whatever stands there in vain. */
export function missingHandlerText(
  option: 'tools' | 'checks',
  handlers: Handlers,
  keys: readonly string[],
): string {
  const known = new Set(keys);
  const unused = Object.keys(handlers).filter((key) => !known.has(key));
  const inVain = unused.length === 0 ? '' : `; handlers without a place in the index: ${unused.join(', ')}`;
  return `: the option ${option} has none for it${inVain}`;
}
