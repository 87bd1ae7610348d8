/**
 * The tables of options: names, defaults and meanings from the doc comments of `options/types.ts`, and what each
 * takes from the schemas, asked by giving them what fits nowhere: their refusals say what was expected.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { helpAfter } from '../../src/cli/help.js';
import { PackUsageError } from '../../src/errors.js';
import { parseCallOptions, resolveClientOptions } from '../../src/options/resolve.js';
import { root } from './exported.js';

export interface Option {
  readonly name: string;
  readonly takes: string;
  readonly standard: string;
  readonly meaning: string;
}

type Ask = (path: readonly string[]) => string;

const file = 'src/options/types.ts';
const source = ts.createSourceFile(
  file,
  readFileSync(join(root, file), 'utf8'),
  ts.ScriptTarget.ES2023,
  true,
);

/** Every option of a client; those inside others as `retry.maxAttempts`. */
export function clientOptions(): readonly Option[] {
  const ask: Ask = (path) =>
    refusalOf(
      () => resolveClientOptions({ url: 'http://127.0.0.1', token: 'token', ...wrongAt(path) }),
      path,
    );
  return optionsOf('PackClientOptions', ask).flatMap((option) => {
    const inner = { retry: 'RetryOptions', tls: 'TlsOptions' }[option.name];
    return [option, ...(inner === undefined ? [] : optionsOf(inner, ask, [option.name]))];
  });
}

/** Every option of one call. */
export function callOptions(): readonly Option[] {
  return optionsOf('CallOptions', (path) => refusalOf(() => parseCallOptions(wrongAt(path)), path));
}

/** The variables, as the command's own help tells them. */
export function variables(): readonly { readonly name: string; readonly meaning: string }[] {
  return [...helpAfter.matchAll(/^ {2}(KINDGI_\w+) +(.+)$/gm)].map(([, name = '', meaning = '']) => ({
    name,
    meaning,
  }));
}

function optionsOf(name: string, ask: Ask, above: readonly string[] = []): readonly Option[] {
  const found = source.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (found === undefined) throw new Error(`${file} has no ${name}`);
  return found.members.map((member) => {
    const path = [...above, member.name?.getText() ?? ''];
    const { meaning, standard } = told(member, path);
    const isRequired = ts.isPropertySignature(member) && member.questionToken === undefined;
    return {
      name: path.join('.'),
      takes: ask(path),
      standard: isRequired ? 'required' : standard,
      meaning,
    };
  });
}

/** A doc comment in one line, and apart from it what follows `Default`. */
function told(member: ts.Node, path: readonly string[]): Pick<Option, 'meaning' | 'standard'> {
  const comment = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc).at(-1)?.getText() ?? '';
  const text = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^ *\* ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [sentence = '', standard = ''] = /(?:^|(?<=[.;] ))Default:? (.+?)\.(?= |$)/.exec(text) ?? [];
  const meaning = text.replace(sentence, '').replace(/\s+/g, ' ').trim();
  if (meaning === '') throw new Error(`${path.join('.')} has no doc comment beside its default`);
  return { meaning, standard };
}

function wrongAt([name = '', ...rest]: readonly string[]): object {
  return { [name]: rest.length === 0 ? Symbol('fits nowhere') : wrongAt(rest) };
}

function refusalOf(use: () => unknown, path: readonly string[]): string {
  try {
    use();
  } catch (error) {
    const issues = error instanceof PackUsageError ? error.issues : [];
    const issue = issues.find((each) => each.path === path.join('.'));
    if (issue?.message.startsWith('expected ')) return shortened(issue.message.slice('expected '.length));
  }
  throw new Error(`${path.join('.')}: expected a refusal that says what was expected`);
}

/** Limits that nobody reaches are left out: a timer's, and a GiB. */
function shortened(expectation: string): string {
  return expectation
    .replace(/ to (2147483647|1073741824)$/, ' up')
    .replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString('en-US'));
}
