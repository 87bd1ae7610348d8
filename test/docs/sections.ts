/** The parts of a page that are generated: each stands between two markers, and nothing else is touched. */

/** A page with new text between the markers of a part. Throws when it has no such part. */
export function withSection(page: string, name: string, text: string): string {
  const part = new RegExp(`(<!-- ${name}:begin[^>]*-->\\n)[\\s\\S]*?(<!-- ${name}:end -->)`);
  if (!part.test(page)) throw new Error(`expected the markers ${name}:begin and ${name}:end`);
  return page.replace(part, (_all, begin: string, end: string) => `${begin}${text.trimEnd()}\n${end}`);
}

/** A table; what stands in a cell cannot end it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line), ''].join('\n');
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`;
}
