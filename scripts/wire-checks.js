/**
 * Compiles src/protocol/wire.schema.json with Ajv into src/protocol/wire-checks.generated.js: plain functions
 * that need no Ajv at run time, because loading Ajv costs a process about 90 ms before its first call.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

const schemaFile = new URL('../src/protocol/wire.schema.json', import.meta.url);
const checksFile = new URL('../src/protocol/wire-checks.generated.js', import.meta.url);

/** What a caller passes is reported whole (every problem); what a service sends only has to be refused. */
const names = {
  caller: ['toolCall', 'checkCall'],
  service: ['toolResult', 'checkResult', 'error', 'info'],
};

export function generateWireChecks() {
  const wire = JSON.parse(readFileSync(schemaFile, 'utf8'));
  const code = Object.entries(names).map(([side, defs]) => {
    const ajv = new Ajv2020({
      allErrors: side === 'caller',
      allowUnionTypes: true,
      ownProperties: true,
      inlineRefs: true,
      strictRequired: false,
      messages: side === 'caller',
      code: { source: true, esm: true, lines: true },
    });
    const id = `${side}.json`;
    ajv.addSchema({ ...wire, $id: id });
    const exported = defs.map((name) => [
      `is${name[0].toUpperCase()}${name.slice(1)}`,
      `${id}#/$defs/${name}`,
    ]);
    return standalone.default(ajv, Object.fromEntries(exported)).replace('"use strict";', '').trim();
  });
  // The two halves are compiled apart; a prefix keeps their inner names apart too.
  const [caller, service] = code.map((half, at) =>
    half.replace(/\b(schema|validate|func|pattern)(\d+)\b/g, `$1${at === 0 ? 'Caller' : 'Service'}$2`),
  );
  return `// Generated from wire.schema.json by scripts/wire-checks.js. Do not edit: npm run generate.\n${caller}\n${service}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(checksFile, generateWireChecks());
}
