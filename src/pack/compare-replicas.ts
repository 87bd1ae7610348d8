/**
 * Compares what several replicas of one pack service say of themselves. While they differ, it depends on the
 * replica what a call is answered: usually a roll-out half done. Nothing here knows an index.
 */
import type { PackInfo } from '../protocol/messages.js';
import { compareText, finding, listed, shown, sortFindings } from './findings.js';
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
    ...compareLists(replicas, toolSubjects, 'calls to'),
    ...compareLists(replicas, ({ checks }) => checks, 'checks by'),
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
  calls: string,
): Finding[] {
  const urlsBySubject = new Map<string, Set<string>>();
  for (const { url, info } of replicas) {
    for (const subject of read(info)) {
      const urls = urlsBySubject.get(subject) ?? new Set();
      urlsBySubject.set(subject, urls.add(url));
    }
  }
  const all = new Set(replicas.map(({ url }) => url));
  return [...urlsBySubject]
    .filter(([, urls]) => urls.size < all.size)
    .map(([subject, urls]) =>
      finding('replicas-differ', {
        subject,
        message: `${calls} ${shown(subject)} can be answered by ${urls.size} of ${all.size} replicas only`,
        expected: listed(all),
        actual: listed(urls),
      }),
    );
}

function toolSubjects({ tools }: PackInfo): string[] {
  return tools.map(({ id, version = '' }) => (version === '' ? id : `${id}@${version}`));
}
