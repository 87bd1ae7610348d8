/**
 * The exported names of every entry of the package, types included, each with its declaration and doc comment. Found
 * by reading the sources as syntax: entries name what they export one by one, so no type checker is needed.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import manifest from '../../package.json' with { type: 'json' };

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Exported {
  readonly name: string;
  /** `function`, `class`, `const`, `interface` or `type`. */
  readonly kind: string;
  /** The source file, relative to the repository. */
  readonly file: string;
  /** The doc comment as it stands in the file; `''` when there is none. */
  readonly comment: string;
  /** Of an interface: names of the members without a doc comment. */
  readonly bareMembers: readonly string[];
}

export interface Entry {
  /** As it is imported: `kindgi-pack-client/mocks`. */
  readonly specifier: string;
  readonly names: readonly Exported[];
}

const parsed = new Map<string, ts.SourceFile>();

/** What package.json lets be imported, but for itself. */
export const entries: readonly Entry[] = Object.entries(manifest.exports).flatMap(([path, target]) => {
  if (typeof target === 'string') return [];
  const file = target.default.replace(/^\.\/dist\/(.*)\.js$/, '$1.ts');
  return [{ specifier: `${manifest.name}${path.slice(1)}`, names: namesOf(file) }];
});

function namesOf(file: string): readonly Exported[] {
  const found = parse(file).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return reExported(statement, file);
    return isExported(statement) ? [declared(statement, file)] : [];
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function reExported({ moduleSpecifier, exportClause }: ts.ExportDeclaration, file: string): Exported[] {
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) {
    throw new Error(`${file}: expected names one by one, no export *`);
  }
  const source =
    moduleSpecifier.text === 'msw'
      ? 'mocks/msw-types.ts'
      : join(dirname(file), moduleSpecifier.text).replace(/\.js$/, '.ts');
  return exportClause.elements.map(({ name }) => find(name.text, source));
}

function find(name: string, file: string): Exported {
  for (const statement of parse(file).statements) {
    if (isExported(statement) && nameOf(statement) === name) return declared(statement, file);
    if (!ts.isExportDeclaration(statement)) continue;
    const found = reExported(statement, file).find((exported) => exported.name === name);
    if (found !== undefined) return found;
  }
  throw new Error(`${file} exports no ${name}`);
}

function declared(statement: ts.Statement, file: string): Exported {
  const members = ts.isInterfaceDeclaration(statement) ? [...statement.members] : [];
  return {
    name: nameOf(statement) ?? '',
    kind: kindOf(statement),
    file,
    comment: commentOf(statement),
    bareMembers: members
      .filter((member) => !ts.isIndexSignatureDeclaration(member) && commentOf(member) === '')
      .map((member) => member.name?.getText() ?? ''),
  };
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText();
  const hasName =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return hasName ? statement.name?.text : undefined;
}

function kindOf(statement: ts.Statement): string {
  if (ts.isFunctionDeclaration(statement)) return 'function';
  if (ts.isClassDeclaration(statement)) return 'class';
  if (ts.isInterfaceDeclaration(statement)) return 'interface';
  return ts.isVariableStatement(statement) ? 'const' : 'type';
}

/** The last one before it, as TypeScript attaches them. */
function commentOf(node: ts.Node): string {
  return ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.getText() ?? '';
}

function parse(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  parsed.set(file, source);
  return source;
}
