/** A value as a violation names it. */
export function said(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

/** A row's table and key in one word. */
export function idOf({ table, key }: { table: string; key: string }): string {
  return `${table}:${key}`;
}
