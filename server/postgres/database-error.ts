import { Refusal } from '../refusal.ts';

/** The database cannot be reached or started. The message says why and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** The database could not be reached, or did not respond within a time limit. The outcome of a pending commit is unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, { cause });
  }
}

/**
 * PostgreSQL's codes for temporary problems: out of connections or memory (53), stopping or starting (57P),
 * connection trouble (08), the victim of a deadlock or of another transaction (40), a limit of ours on statements
 * (57014), locks (55P03) or idle transactions (25P03), and a statement that was prepared before a migration (0A000).
 */
const TEMPORARY = /^(53...|57P..|08...|40001|40P01|57014|55P03|25P03|0A000)$/;

/**
 * Returns whether an error is temporary, so that retrying later may help: the database is in trouble, or too many writes are
 * waiting.
 */
export function isTemporary(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof Refusal) return error.code === 'unavailable';
  return TEMPORARY.test(textOf(error, 'code') ?? '') || textOf(error, 'syscall') === 'connect';
}

/** Returns a text property of an error, such as PostgreSQL's or Node's code. */
export function textOf(error: unknown, name: 'code' | 'syscall'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}
