/** A row with what an edit sets in the place of its own; what is undefined is not set. */
export function withEdits<Row extends object>(
  row: Row,
  edits: { [Field in keyof Row]?: Row[Field] | undefined },
): Row {
  const set = Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined));
  return { ...row, ...set };
}
