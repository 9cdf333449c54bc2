/** Whether two plain JSON values are the same, whatever the order of their keys. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((entry, index) => equal(entry, b[index]));
  }
  const left = new Map<string, unknown>(Object.entries(a));
  const right = new Map<string, unknown>(Object.entries(b));
  if (left.size !== right.size) return false;
  for (const [key, value] of left) if (!right.has(key) || !equal(value, right.get(key))) return false;
  return true;
}
