/** Returns a value as violations print it. */
export function said(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

/** Returns a row's table and key as one string. */
export function idOf({ table, key }: { table: string; key: string }): string {
  return `${table}:${key}`;
}
