import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../../../src/contract/retention.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Tables, Tx } from '../tables.ts';

const CONFIRMATION_MS = 14 * DAY_MS;
/** The minimum time between two emails that a user requests. */
const AGAIN_MS = 60_000;

/**
 * Creates a new link for a user, which replaces an older one. The token is returned once; only its SHA-256 is stored. Returns
 * null if they were sent one within the last minute or, with `once`, at any time.
 */
export async function issueConfirmation(
  tx: Tx,
  user: string,
  { now, once }: { now: Date; once: boolean },
): Promise<{ token: string; expiresAt: Date } | null> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + CONFIRMATION_MS);
  const row = { token_hash: hashToken(token), created_at: now, expires_at: expiresAt };
  const issued = await tx
    .insertInto('address_confirmations')
    .values({ user_uuid: user, ...row })
    .onConflict((conflict) =>
      once
        ? conflict.doNothing()
        : conflict
            .column('user_uuid')
            .doUpdateSet(row)
            .where('address_confirmations.created_at', '<=', new Date(now.getTime() - AGAIN_MS)),
    )
    .returning('user_uuid')
    .executeTakeFirst();
  return issued ? { token, expiresAt } : null;
}

/** Uses up a link. Returns its user; null if it is unknown, used, replaced or expired. */
export async function useConfirmation(tx: Tx, token: string, now: Date): Promise<string | null> {
  const row = await tx
    .deleteFrom('address_confirmations')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning('user_uuid')
    .executeTakeFirst();
  return row?.user_uuid ?? null;
}

/** Deletes links that expired a while ago. Until then, the next sign-in sends no other link. */
export async function sweepConfirmations(db: Kysely<Tables>, now: Date): Promise<void> {
  await deleteInBatches(db, 'address_confirmations', sql<boolean>`expires_at <= ${now}`);
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
