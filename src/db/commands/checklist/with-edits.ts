import { equal } from '../../equal.ts';

/** A row with what an edit sets in the place of its own; what is undefined is not set. */
export function withEdits<Row extends object>(
  row: Row,
  edits: { [Field in keyof Row]?: Row[Field] | undefined },
): Row {
  const set = Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined));
  return { ...row, ...set };
}

/** The fields that an edit sets, as they stand in a row: setting them again takes the edit back. */
export function fieldsBefore<Row extends object, Edits extends { [Field in keyof Row]?: unknown }>(
  row: Row,
  edits: Edits,
): Edits;
export function fieldsBefore(row: object, edits: object): object {
  const standing = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(Object.keys(edits).map((field) => [field, standing.get(field)]));
}

/** Whether a row stands, and still has what an edit set. */
export function stillHas(row: object | null, edits: object): boolean {
  return row !== null && equal(fieldsBefore(row, edits), edits);
}
