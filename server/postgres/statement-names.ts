/**
 * The number of distinct statements that are remembered. The server has about two hundred, and lists of varying length add
 * more.
 */
const REMEMBERED = 500;
/** Statements with more parameters contain lists, which rarely have the same length twice. */
const PARAMETERS_MAX = 64;

/**
 * Names for prepared statements, so that PostgreSQL parses and plans each SQL text once per connection. A text gets a name
 * the second time it is seen, because a text that is never repeated would only use memory. The least recently used text loses
 * its name and gets a new one when it is used again, so a name never has two meanings. Statements that a connection still
 * holds under lost names are freed when the pool replaces the connection.
 */
export class StatementNames {
  readonly #max: number;
  /** By SQL text, least recently used first; null = seen once. */
  readonly #names = new Map<string, string | null>();
  #given = 0;

  constructor(max = REMEMBERED) {
    this.#max = max;
  }

  /** Returns the name under which to prepare this text; undefined = run it without one. */
  nameOf(text: string, parameters: number): string | undefined {
    if (parameters === 0 || parameters > PARAMETERS_MAX) return undefined;
    const known = this.#names.get(text);
    const name = known === undefined ? null : (known ?? this.#next());
    this.#names.delete(text);
    this.#names.set(text, name);
    if (this.#names.size > this.#max) this.#forgetOldest();
    return name ?? undefined;
  }

  /** Gives every text a new name after a migration changed the columns that prepared statements return. */
  renew(): void {
    this.#names.clear();
  }

  #next(): string {
    this.#given += 1;
    return `counterpart_${this.#given}`;
  }

  #forgetOldest(): void {
    const [oldest] = this.#names.keys();
    if (oldest !== undefined) this.#names.delete(oldest);
  }
}
