/** Returns the objects in a list in an event's details; empty if it isn't a list. */
export function fieldList(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns a text in an event's details; empty if it is missing. */
export function textOf(details: Readonly<Record<string, unknown>>, field: string): string {
  const value = details[field];
  return typeof value === 'string' ? value : '';
}
