/** Whether programs of a user's compile against what is built, as in a strict project of ES modules. */
import ts from 'typescript';

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  preserveSymlinks: true,
  // The library is used here, not judged: checking its declarations too takes several times as long.
  skipLibCheck: true,
};

/** What the compiler says of these files; empty when they compile. */
export function compileProblems(files: readonly string[]): readonly string[] {
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, options))
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
