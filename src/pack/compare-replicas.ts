/**
 * Compares what several replicas of one pack service say of themselves. While they differ, it depends on the
 * replica what a call is answered: usually a roll-out half done. Nothing here knows an index.
 */
import type { PackInfo } from '../protocol/messages.js';
import { compareText, finding, findingsOf, listed, shown, sortFindings } from './findings.js';
import type { Finding } from './reports.js';

/** A replica that answered. */
interface ReplicaInfo {
  readonly url: string;
  readonly info: PackInfo;
}

/**
 * One `replicas-differ` for each thing that not all of them agree on, sorted by subject. The subject is
 * `protocol`, `packId`, `packVersion` or `artifactVersion`, a tool (`id@version`) or a check id. Empty for fewer
 * than two replicas.
 */
export function compareReplicas(replicas: readonly ReplicaInfo[]): readonly Finding[] {
  return sortFindings([
    ...compareField('protocol', replicas, ({ protocol }) => String(protocol)),
    ...compareField('packId', replicas, ({ packId }) => packId),
    ...compareField('packVersion', replicas, ({ packVersion }) => packVersion),
    ...compareField('artifactVersion', replicas, ({ artifactVersion }) => artifactVersion),
    ...compareLists(replicas, toolSubjects, { calls: 'calls to', what: 'tools' }),
    ...compareLists(replicas, ({ checks }) => checks, { calls: 'checks by', what: 'checks' }),
  ]);
}

function compareField(
  subject: string,
  replicas: readonly ReplicaInfo[],
  read: (info: PackInfo) => string,
): Finding[] {
  const urlsByValue = new Map<string, string[]>();
  for (const { url, info } of replicas) {
    const urls = urlsByValue.get(read(info)) ?? [];
    urls.push(url);
    urlsByValue.set(read(info), urls);
  }
  if (urlsByValue.size < 2) return [];
  const sides = [...urlsByValue].sort(([a], [b]) => compareText(a, b));
  const actual = listed(sides.map(([value, urls]) => `${value} (${listed(urls)})`));
  const values = listed(sides.map(([value]) => shown(value)));
  return [
    finding('replicas-differ', {
      subject,
      message: `${subject} depends on the replica a call reaches: ${values}`,
      actual,
    }),
  ];
}

function compareLists(
  replicas: readonly ReplicaInfo[],
  read: (info: PackInfo) => readonly string[],
  { calls, what }: { readonly calls: string; readonly what: string },
): Finding[] {
  if (replicas.length < 2) return [];
  const urls = replicas.map(({ url }) => url);
  const servedBy = new Map<string, string[]>();
  for (const { url, info } of replicas) {
    for (const subject of read(info)) {
      const known = servedBy.get(subject);
      if (known === undefined) servedBy.set(subject, [url]);
      else if (known.at(-1) !== url) known.push(url);
    }
  }
  const serving = (subject: string) => servedBy.get(subject) ?? [];
  return findingsOf(
    [...servedBy.keys()].filter((subject) => serving(subject).length < urls.length),
    (subject) =>
      finding('replicas-differ', {
        subject,
        message: `${calls} ${shown(subject)} can be answered by ${serving(subject).length} of ${urls.length} replicas only`,
        expected: listed(urls),
        actual: listed(serving(subject)),
      }),
    (count) =>
      finding('replicas-differ', {
        subject: what,
        message: `${count} more ${what} are served by some of ${urls.length} replicas only`,
        expected: listed(urls),
      }),
  );
}

function toolSubjects({ tools }: PackInfo): string[] {
  return tools.map(({ id, version = '' }) => (version === '' ? id : `${id}@${version}`));
}
