/**
 * Compares a pack's index with what one service says of itself in `/v1/info`, and words each difference by what
 * it does to calls. Pure: it asks nobody, and the order of lists on either side changes nothing. Whether several
 * replicas serve the same is the question of `compare-replicas.ts`.
 */
import { type PackInfo, protocolVersion } from '../protocol/messages.js';
import { refuseIncomparable } from './comparable.js';
import { compareTools } from './compare-tools.js';
import { finding, findingsOf, shown, sortFindings } from './findings.js';
import { checkIdOf, type PackIndex } from './pack-index.js';
import type { Finding } from './reports.js';

/**
 * Every difference between an index and a service's info, sorted by severity, code and subject; empty when they
 * agree. The subject of a finding is a tool id (`id@version` where the id is served, but not in that version),
 * a check id, an environment name, or the pack's id for what concerns the pack as a whole.
 *
 * @example
 * ```ts
 * const errors = compareInfo(index, unwrap(await client.info())).filter(({ severity }) => severity === 'error');
 * ```
 *
 * @throws PackUsageError when either is not what it should be, naming where and what was expected.
 */
export function compareInfo(index: PackIndex, info: PackInfo): readonly Finding[] {
  refuseIncomparable(index, info);
  return sortFindings([
    ...comparePack(index, info),
    ...compareTools(index, info.tools),
    ...compareChecks(index, info),
    ...compareEnv(index, info),
  ]);
}

function comparePack(index: PackIndex, info: PackInfo): Finding[] {
  const subject = index.packId;
  const findings: Finding[] = [];
  if (info.protocol !== protocolVersion) {
    findings.push(
      finding('protocol-mismatch', {
        subject,
        message: `the service speaks pack protocol ${info.protocol}: calls will be refused, or answered in a way this client cannot read`,
        expected: String(protocolVersion),
        actual: String(info.protocol),
      }),
    );
  }
  if (info.packId !== index.packId) {
    findings.push(
      finding('pack-id-mismatch', {
        subject,
        message: `calls will reach another pack, ${shown(info.packId)}`,
        expected: index.packId,
        actual: info.packId,
      }),
    );
  }
  if (info.packVersion !== index.packVersion) {
    findings.push(
      finding('pack-version-mismatch', {
        subject,
        message: `calls will run pack version ${shown(info.packVersion)}, the index is of ${shown(index.packVersion)}`,
        expected: index.packVersion,
        actual: info.packVersion,
      }),
    );
  }
  if (info.artifactVersion !== index.artifactVersion) {
    findings.push(
      finding('artifact-version-mismatch', {
        subject,
        message: `calls will run build ${shown(info.artifactVersion)}, the index is of ${shown(index.artifactVersion)}: schemas may differ`,
        expected: index.artifactVersion,
        actual: info.artifactVersion,
      }),
    );
  }
  return findings;
}

function compareChecks(index: PackIndex, info: PackInfo): Finding[] {
  const indexed = new Set(index.guardrails.map(checkIdOf));
  const served = new Set(info.checks);
  const missing = [...indexed].filter((id) => !served.has(id));
  const extra = [...served].filter((id) => !indexed.has(id));
  return [
    ...missing.map((subject) =>
      finding('check-missing', {
        subject,
        message: `checks by ${shown(subject)} will be answered check-not-in-pack`,
      }),
    ),
    ...findingsOf(
      extra,
      (subject) =>
        finding('check-extra', {
          subject,
          message: `${shown(subject)} is served, though not indexed: checks by this index do not reach it`,
        }),
      (count) =>
        finding('check-extra', {
          subject: index.packId,
          message: `${count} more checks are served, though not indexed`,
        }),
    ),
  ];
}

function compareEnv(index: PackIndex, info: PackInfo): Finding[] {
  if (info.missingEnv === undefined) return [unknownEnv(index)];
  const declared = new Set([...(index.env?.required ?? []), ...(index.env?.optional ?? [])]);
  const missing = [...new Set(info.missingEnv)];
  const undeclared = missing.filter((name) => !declared.has(name));
  return [
    ...findingsOf(
      missing,
      (subject) =>
        finding('env-missing', {
          subject,
          message: `${shown(subject)} is unset or empty at the service: it refuses every call (503, missing env), or with a lenient env check runs code that lacks it`,
        }),
      (count) =>
        finding('env-missing', {
          subject: index.packId,
          message: `${count} more environment names are unset or empty at the service`,
        }),
    ),
    ...findingsOf(
      undeclared,
      (subject) =>
        finding('env-undeclared', {
          subject,
          message: `the service needs ${shown(subject)}, which the index does not declare: a deployment made from it will not set it`,
        }),
      (count) =>
        finding('env-undeclared', {
          subject: index.packId,
          message: `the service needs ${count} more environment names that the index does not declare`,
        }),
    ),
  ];
}

function unknownEnv(index: PackIndex): Finding {
  const count = index.env?.required.length ?? 0;
  const effect =
    count === 0
      ? 'the index requires none'
      : `calls may run without some of the ${count} that the index requires`;
  return finding('env-unknown', {
    subject: index.packId,
    message: `the service is too old to say which environment names it lacks: ${effect}`,
  });
}
