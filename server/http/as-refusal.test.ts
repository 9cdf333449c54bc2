import { DatabaseError as PostgresError } from 'pg';
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../postgres/database-error.ts';
import { ObjectStoreError } from '../storage/object-store.ts';
import { asRefusal } from './as-refusal.ts';

function fromPostgres(code: string): PostgresError {
  const error = new PostgresError('As PostgreSQL words it.', 0, 'error');
  error.code = code;
  return error;
}

describe('a temporary failure returns 503 with the time to retry', () => {
  test.each([
    ['a lost connection', new DatabaseUnavailable('The connection was lost', new Error('ECONNRESET'))],
    ['an unavailable file store', new ObjectStoreError('unavailable', 'Away.')],
    ['an unavailable mail server', Object.assign(new Error('Refused.'), { syscall: 'connect' })],
    ['too many connections', fromPostgres('53300')],
    ['a stopping PostgreSQL', fromPostgres('57P01')],
    ['a starting PostgreSQL', fromPostgres('57P03')],
    ['a statement that took too long', fromPostgres('57014')],
    ['a lock that took too long', fromPostgres('55P03')],
    ['a transaction that was left open', fromPostgres('25P03')],
    ['a deadlock', fromPostgres('40P01')],
    ['a prepared statement from before a migration', fromPostgres('0A000')],
    ['a full disk', Object.assign(new Error('Full.'), { code: 'ENOSPC' })],
  ])('%s', (_what, error) => {
    const refusal = asRefusal(error);
    expect([refusal.status, refusal.code]).toEqual([503, 'unavailable']);
    expect(refusal.data.retryAfter).toBeGreaterThan(0);
    expect(refusal.cause).toBe(error);
  });

  test('an unavailable file store is named, and the message says that the file is safe', () => {
    const { message } = asRefusal(new ObjectStoreError('unavailable', 'Away.'));
    expect(message).toContain('file store');
    expect(message).toContain('safe on your device');
  });
});

test('a server error returns 500', () => {
  for (const error of [new Error('connection terminated'), fromPostgres('42703'), null])
    expect(asRefusal(error).status).toBe(500);
});
