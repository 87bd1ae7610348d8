/**
 * Makes text from outside fit for a terminal. A pack service, an index or a file may hold control sequences that
 * move the cursor, recolour the screen or turn the writing direction; here they become visible escapes. It
 * colours nothing and measures nothing.
 */

/** Controls, line and paragraph separators, halves of pairs, invisible format characters (but not joiners). */
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const maxChars = 2_000;

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text on one line, control characters as `\n` or `\u001b`, cut after 2,000 characters. */
export function safeText(text: string): string {
  const isLong = text.length > maxChars;
  const shown = (isLong ? text.slice(0, maxChars) : text).replace(unsafe, (it) => short[it] ?? escaped(it));
  return isLong ? `${shown}… (${text.length} characters)` : shown;
}

/**
 * A value as JSON that is safe on a terminal and still means the same. An `Error` becomes its name, code and message.
 *
 * @param indent spaces per level; 0 is one line with single spaces.
 * @throws Error for a value nested deeper than the engine can write.
 */
export function safeJson(value: unknown, indent: number): string {
  const text = stringify(value, Math.max(indent, 1));
  const lines = indent === 0 ? text.replace(/\n */g, ' ') : text;
  return safeLines(lines);
}

/** JSON that is written already, safe on a terminal: line feeds are the only control characters that are left. */
export function safeLines(json: string): string {
  return json.replace(unsafe, (it) => (it === '\n' ? it : escaped(it)));
}

function stringify(value: unknown, indent: number): string {
  try {
    return JSON.stringify(value, (_key, inner: unknown) => plain(inner), indent) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) throw new Error('the value is nested too deeply to print');
    throw error;
  }
}

const maxLevels = 200;

/** A copy of a JSON value in which a sentence stands for what is nested deeper than 200 levels. */
export function withoutDepths(value: unknown, levels = maxLevels): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (levels === 0) return '(nested too deeply to print)';
  if (Array.isArray(value)) return value.map((inner: unknown) => withoutDepths(inner, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutDepths(inner, levels - 1)]),
  );
}

function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? { code: value.code } : {};
  return { name: value.name, ...code, message: value.message };
}

function escaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
