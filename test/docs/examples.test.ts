/**
 * Every example in a doc comment is code that compiles against what is built, each in a function of its own. What an
 * example takes for granted (a client, a service, a call) is declared once for all of them.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { entries, root } from './exported.js';

const files = ['src', 'mocks'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

const examples = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/@example\n[ *]*```ts\n([\s\S]*?)```/g)].map(
    ([, lines = '']) => ({ file, code: lines.replace(/^ *\* ?/gm, '') }),
  ),
);

const words = new Set(examples.flatMap(({ code }) => code.match(/\w+/g) ?? []));
for (const word of ['PackClient', 'RunningPackService', 'PackIndex', 'ContractTarget', 'HttpHandler'])
  words.add(word);

const imports = entries.map(({ specifier, names }) => {
  const used = names.map(({ name }) => name).filter((name) => words.has(name));
  return `import { ${used.join(', ')} } from '${specifier}';`;
});

const granted = `
import { tracingChannel } from 'node:diagnostics_channel';
import { readFile, writeFile } from 'node:fs/promises';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { it } from 'vitest';
declare const client: PackClient;
declare const service: RunningPackService;
declare const index: PackIndex;
declare const target: ContractTarget;
declare const outcome: ToolOutcome;
declare const call: ToolCall;
declare const queue: ToolCall[];
declare const trace: unknown;
declare const url: string;
declare const token: string;
/** The two names that only a project with msw has. */
declare const http: { post(url: string, answer: () => Response, options: { once: true }): HttpHandler };
declare const HttpResponse: { error(): Response };
declare function setupServer(...handlers: HttpHandler[]): { listen(options: { onUnhandledRequest: 'error' }): void };
`;

it('has examples that compile', () => {
  const bodies = examples.map(
    ({ file, code }, at) => `// ${file}\nexport async function example${at}() {\n${code}}\n`,
  );
  const folder = join(root, '.cache', 'examples');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'examples.ts');
  writeFileSync(path, [...imports, granted, ...bodies].join('\n'));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  // Unused names are what examples are made of; the declarations of others are checked elsewhere.
  const unused = { noUnusedLocals: false, noUnusedParameters: false, verbatimModuleSyntax: false };
  const loose = { ...unused, skipLibCheck: true };
  const program = ts.createProgram([path], { ...options, ...loose });
  const source = program.getSourceFile(path);
  const problems = ts.getPreEmitDiagnostics(program, source).map(({ start = 0, messageText }) => {
    const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
    const text = source?.text.split('\n')[line] ?? '';
    return `${text.trim()}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(problems).toEqual([]);
  expect(examples.length).toBeGreaterThan(50);
});
