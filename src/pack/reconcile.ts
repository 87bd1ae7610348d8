/**
 * Asks every replica what it serves and holds the answers against the index and against each other. It changes
 * nothing about later calls: a difference is reported, not acted on.
 */
import type { InfoOutcome } from '../outcome.js';
import { compareInfo } from './compare-info.js';
import { compareReplicas } from './compare-replicas.js';
import { sortFindings } from './findings.js';
import type { PackIndex } from './pack-index.js';
import type { Finding, ReconcileReport, ReplicaReconciliation } from './reports.js';

interface AnsweredReplica {
  readonly url: string;
  readonly outcome: InfoOutcome;
}

/** The report on what these replicas answered; one that did not answer has no findings, and makes the report not ok. */
export function reconcileAnswers(index: PackIndex, answers: readonly AnsweredReplica[]): ReconcileReport {
  const replicas = answers.map(({ url, outcome }): ReplicaReconciliation => {
    if (outcome.kind === 'transport') return { url, failure: outcome, findings: [] };
    return { url, info: outcome.info, findings: compareInfo(index, outcome.info) };
  });
  const infos = replicas.flatMap(({ url, info }) => (info === undefined ? [] : [{ url, info }]));
  const findings = unique([...compareReplicas(infos), ...replicas.flatMap((replica) => replica.findings)]);
  const answered = replicas.every(({ info }) => info !== undefined);
  return { ok: answered && findings.every(({ severity }) => severity !== 'error'), replicas, findings };
}

/** The same finding at three replicas is one thing to mend. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  const byContent = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return sortFindings([...byContent.values()]);
}
