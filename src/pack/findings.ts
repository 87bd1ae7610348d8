/**
 * How a finding is made, worded and sorted; what deserves one is decided in the `compare-…` files. Texts of an
 * index or a service stand in `subject`, `expected` and `actual` as they are; inside a `message` they are cut
 * short and freed of control characters, because messages end up on terminals.
 */
import { oneLine } from '../one-line.js';
import type { Finding, FindingCode, Severity } from './reports.js';

const severities: Readonly<Record<FindingCode, Severity>> = {
  'protocol-mismatch': 'error',
  'pack-id-mismatch': 'error',
  'tool-missing': 'error',
  'check-missing': 'error',
  'tool-version-mismatch': 'error',
  'env-missing': 'error',
  'tool-extra': 'warning',
  'check-extra': 'warning',
  'pack-version-mismatch': 'warning',
  'artifact-version-mismatch': 'warning',
  'env-undeclared': 'warning',
  'replicas-differ': 'warning',
  'env-unknown': 'info',
};

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };
const maxShownChars = 120;
const maxListed = 10;
/** What a service names has no end: an answer of 32 MiB would make a million findings and a gigabyte of them. */
const maxOfAKind = 1_000;

/** A finding; its code decides how severe it is. */
export function finding(code: FindingCode, rest: Omit<Finding, 'code' | 'severity'>): Finding {
  return { code, severity: severities[code], ...rest };
}

/**
 * A finding about each of what a service names, whatever their order. Of more than a thousand: the first of them by
 * code unit, and one about the rest, which is told how many they are.
 */
export function findingsOf(
  subjects: readonly string[],
  about: (subject: string) => Finding,
  rest: (count: number) => Finding,
): Finding[] {
  const more = subjects.length - maxOfAKind;
  if (more <= 0) return subjects.map(about);
  return [...firstOf(subjects, maxOfAKind).map(about), rest(more)];
}

/** The first so many by code unit; sorting a million for them would take seconds. */
function firstOf(texts: readonly string[], count: number): readonly string[] {
  let kept: string[] = [];
  let last: string | undefined;
  for (const text of texts) {
    if (last !== undefined && compareText(text, last) > 0) continue;
    kept.push(text);
    if (kept.length < 2 * count) continue;
    kept = kept.sort(compareText).slice(0, count);
    last = kept.at(-1);
  }
  return kept.sort(compareText).slice(0, count);
}

/**
 * A sorted copy: errors, warnings, then infos; by code, subject and message within (by code unit, so that every
 * machine sorts alike).
 */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (a, b) =>
      ranks[a.severity] - ranks[b.severity] ||
      compareText(a.code, b.code) ||
      compareText(a.subject, b.subject) ||
      compareText(a.message, b.message),
  );
}

/** Order by code unit. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A text from outside, fit for a message. */
export function shown(text: string): string {
  return oneLine(text, maxShownChars);
}

/** Texts in one line, sorted, ten of them at most: `1.0.0, 2.0.0 and 3 more`. */
export function listed(texts: Iterable<string>): string {
  const sorted = [...texts].sort(compareText);
  const more = sorted.length > maxListed ? ` and ${sorted.length - maxListed} more` : '';
  return sorted.slice(0, maxListed).join(', ') + more;
}
