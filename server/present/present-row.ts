/** A time on the wire: ISO 8601 in UTC, with milliseconds. */
export function instant(at: Date): string {
  return at.toISOString();
}

export function maybeInstant(at: Date | null): string | null {
  return at && at.toISOString();
}

/** The fields that every row has (docs/product/api.md, "Requests"). */
export function presentRow(row: { version: number; modified_at: Date; modified_by: string | null }): {
  version: number;
  modified_at: string;
  modified_by: string | null;
} {
  return { version: row.version, modified_at: instant(row.modified_at), modified_by: row.modified_by };
}
