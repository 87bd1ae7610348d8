/** `retry.safeStatuses[0]`, `ctx.tenantId`: a path as it would be written in code; `''` is the whole value. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
