import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Tables, Tx } from '../tables.ts';

const RESET_MS = 60 * 60 * 1000;

/** Creates a new link for a user. Its token is returned once, and only the SHA-256 is stored. An older link becomes void. */
export async function issueReset(
  tx: Tx,
  user: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + RESET_MS);
  const row = { token_hash: hashToken(token), created_at: now, expires_at: expiresAt };
  await tx
    .insertInto('password_resets')
    .values({ user_uuid: user, ...row })
    .onConflict((conflict) => conflict.column('user_uuid').doUpdateSet(row))
    .execute();
  return { token, expiresAt };
}

/** Returns the link's user; null if it is unknown, used, replaced or expired. */
export async function ownerOfReset(db: Kysely<Tables>, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_uuid')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_uuid ?? null;
}

/** Uses up a link. Returns false if another request did so at the same moment. */
export async function useReset(tx: Tx, token: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Invalidates a user's link, if there is one. */
export async function voidReset(tx: Tx, user: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_uuid', '=', user).execute();
}

/** Deletes expired links. */
export async function sweepResets(db: Kysely<Tables>, now: Date): Promise<void> {
  await deleteInBatches(db, 'password_resets', sql`expires_at <= ${now}`);
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
