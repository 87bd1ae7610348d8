/**
 * Says where a text stops being JSON. `JSON.parse` names a place in some of its messages only, and the wording
 * changes between releases of Node; so the text that it refused is read again here, token by token. Nothing is
 * built, and nesting costs no stack.
 */

/** Line and column, both from 1; a column counts UTF-16 code units. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Where the first token stands that cannot be there (just past the end if the text stops too early). */
export function locateJsonError(text: string): TextPlace {
  const before = text.slice(0, findJsonError(text));
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1;
  return { line, column: before.length - lineStart + 1 };
}

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** Offset of the first token that is out of place; the length of a text that is JSON. */
function findJsonError(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const token = text.charAt(at);
    const next = nextExpected(token, expected, open);
    if (next === undefined) return at;
    const end = tokenEnd(text, at);
    if (end < 0) return -end;
    expected = next;
    at = end;
  }
  return text.length;
}

function nextExpected(token: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  if (token === '}' || token === ']') {
    const canEnd =
      expected === 'comma-or-end' || expected === (token === '}' ? 'key-or-end' : 'value-or-end');
    if (!canEnd || open.pop() !== (token === '}' ? '{' : '[')) return undefined;
    return afterValue(open);
  }
  switch (expected) {
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'comma-or-end':
      if (token !== ',') return undefined;
      return open.at(-1) === '{' ? 'key' : 'value';
    case 'key':
    case 'key-or-end':
      return token === '"' ? 'colon' : undefined;
    case 'value':
    case 'value-or-end':
      if (token === '{' || token === '[') {
        open.push(token);
        return token === '{' ? 'key-or-end' : 'value-or-end';
      }
      return token === ',' || token === ':' ? undefined : afterValue(open);
    case 'nothing':
      return undefined;
  }
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'nothing' : 'comma-or-end';
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}

const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The offset behind a token, or minus the offset at which it is broken. */
function tokenEnd(text: string, at: number): number {
  const token = text.charAt(at);
  if ('{}[],:'.includes(token)) return at + 1;
  if (token === '"') return stringEnd(text, at + 1);
  literal.lastIndex = at;
  return literal.test(text) ? literal.lastIndex : -at;
}

function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at + 1;
    if (unit < 0x20) return -at;
    if (unit !== 0x5c) continue;
    const length = escapeLength(text, at + 1);
    if (length === 0) return -at;
    at += length;
  }
  return -text.length;
}

function escapeLength(text: string, at: number): number {
  if (text.charAt(at) === 'u') return /^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5)) ? 5 : 0;
  return at < text.length && '"\\/bfnrt'.includes(text.charAt(at)) ? 1 : 0;
}
