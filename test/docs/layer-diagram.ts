/** The layers as a mermaid diagram: an arrow is a use, and what follows from other arrows is left out. */
import { importsOf, layerOf, layers, sourceFiles } from '../layers.js';

export function layerDiagram(): string {
  const uses = new Map(layers.map((layer) => [layer, usedBy(layer)]));
  const reaches = (from: string, to: string): boolean =>
    [...(uses.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  const arrows = layers.toReversed().flatMap((layer) => {
    const direct = [...(uses.get(layer) ?? [])];
    return direct
      .filter((target) => !direct.some((other) => other !== target && reaches(other, target)))
      .sort((a, b) => layers.indexOf(b) - layers.indexOf(a))
      .map((target) => `  ${layer} --> ${target}`);
  });
  return ['```mermaid', 'flowchart TD', ...arrows, '```', ''].join('\n');
}

function usedBy(layer: string): ReadonlySet<string> {
  const targets = sourceFiles
    .filter((file) => layerOf(file) === layer)
    .flatMap((file) => importsOf(file).filter(({ typeOnly }) => !typeOnly))
    .map(({ target }) => layerOf(target));
  return new Set(targets.filter((target) => target !== layer && layers.includes(target)));
}
