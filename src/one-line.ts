/**
 * Text from outside, fit for a message: messages end up in logs that are read line by line, and on terminals, where
 * control characters are commands.
 */

const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** The text without control characters (each becomes U+FFFD), cut after so many. */
export function oneLine(text: string, longest: number): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replaceAll(control, '\ufffd');
}
