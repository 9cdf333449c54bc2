/** Returns the row's name for a wire field. */
export type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key;

/** A wire type with its snake_case keys in camelCase, at every depth. */
export type Camelized<Wire> = Wire extends readonly (infer Entry)[]
  ? Camelized<Entry>[]
  : Wire extends object
    ? { [Key in keyof Wire as Key extends string ? CamelKey<Key> : Key]: Camelized<Wire[Key]> }
    : Wire;

/** Wire to row: snake_case keys become camelCase, at every depth; values don't change. */
export function camelize<Wire>(wire: Wire): Camelized<Wire>;
export function camelize(wire: unknown): unknown {
  return mapKeys(wire, camelKey);
}

/** The row's name of a wire field. An underscore before a digit stays, because nothing would bring it back. */
export function camelKey(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Row to wire: camelCase keys become snake_case, at every depth. */
export function snakify(row: object): Record<string, unknown>;
export function snakify(row: unknown): unknown;
export function snakify(row: unknown): unknown {
  return mapKeys(row, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapKeys(entry, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [rename(key), mapKeys(entry, rename)]),
  );
}
