import { equal } from '../../equal.ts';

/** The fields that an edit sets in a row. Undefined fields stay unchanged. */
export type RowEdits<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

/** Returns a row with an edit's values. */
export function withEdits<Row extends object>(row: Row, edits: RowEdits<Row>): Row {
  const set = Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined));
  return { ...row, ...set };
}

/** Returns the row's current values of the fields that an edit sets. Setting them again undoes the edit. */
export function fieldsBefore<Row extends object, Edits extends { [Field in keyof Row]?: unknown }>(
  row: Row,
  edits: Edits,
): Edits;
export function fieldsBefore(row: object, edits: object): object {
  const values = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(Object.keys(edits).map((field) => [field, values.get(field)]));
}

/** Returns whether a row exists and still has an edit's values. */
export function stillHas(row: object | null, edits: object): boolean {
  return row !== null && equal(fieldsBefore(row, edits), edits);
}

/**
 * Returns whether both set exactly the same fields. Otherwise, they remain two edits, because each may have its own conflict.
 */
export function sameFields({ edits }: { edits: object }, earlier: unknown): boolean {
  const before = typeof earlier === 'object' && earlier !== null && 'edits' in earlier ? earlier.edits : null;
  return equal(Object.keys(edits).toSorted(), Object.keys(before ?? {}).toSorted());
}

/** Returns whether two rows have the same values in these fields. The server trims texts. */
export function sameTexts(one: object, other: object, fields: readonly string[]): boolean {
  const valueIn = (row: object, field: string): unknown =>
    textIn(row, field)?.trim() ?? Reflect.get(row, field);
  return fields.every((field) => equal(valueIn(one, field), valueIn(other, field)));
}

/** The text in that field; undefined without a field. */
export function textIn(fields: object, field: string | null): string | undefined {
  const text: unknown = field === null ? undefined : Reflect.get(fields, field);
  return typeof text === 'string' ? text : undefined;
}

/** Returns the same edits with another text in that field, or unchanged without a field. */
export function withField<Fields extends object>(
  fields: Fields,
  field: string | null,
  value: unknown,
): Fields;
export function withField(fields: object, field: string | null, value: unknown): object {
  return field === null ? fields : { ...fields, [field]: value };
}
