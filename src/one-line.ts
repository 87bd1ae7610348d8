/**
 * Text from outside, fit for a message: messages end up in logs that are read line by line, and on terminals, where
 * control characters are commands.
 */

/** Controls, line and paragraph separators, halves of surrogate pairs. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The text on one line, cut after so many characters; those that are unfit become U+FFFD. */
export function oneLine(text: string, maxChars: number): string {
  const short = text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
  return short.replaceAll(unfit, '\ufffd');
}
