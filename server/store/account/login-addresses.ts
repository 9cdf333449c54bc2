import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../../../src/contract/retention.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Tables, Tx } from '../tables.ts';
import type { Account } from './users.ts';

/** How long an address counts as the user's own without a sign-in from it. */
const KNOWN_DAYS = 90;

/**
 * Returns the account with this email address in lower case, and whether its owner has signed in from this network address.
 * It uses one query, which takes as long if there is no account.
 */
export async function findAccount(
  db: Kysely<Tables>,
  email: string,
  address: string,
): Promise<{ user: Account | undefined; isKnown: boolean }> {
  const row = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .leftJoin('login_addresses', (join) =>
      join.onRef('login_addresses.user_uuid', '=', 'users.uuid').on('login_addresses.address', '=', address),
    )
    .selectAll('users')
    .select(['organizations.name as organization_name', 'login_addresses.address as known_address'])
    .where(sql<string>`lower(users.email)`, '=', email)
    .executeTakeFirst();
  if (!row) return { user: undefined, isKnown: false };
  const { known_address, ...user } = row;
  return { user, isKnown: known_address !== null };
}

/** Records that this address is the user's own from now on. */
export async function rememberAddress(tx: Tx, user: string, address: string, now: Date): Promise<void> {
  await tx
    .insertInto('login_addresses')
    .values({ user_uuid: user, address, last_at: now })
    .onConflict((conflict) => conflict.columns(['user_uuid', 'address']).doUpdateSet({ last_at: now }))
    .execute();
}

/** Deletes addresses from which nobody has signed in for 90 days. */
export async function sweepLoginAddresses(db: Kysely<Tables>, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - KNOWN_DAYS * DAY_MS);
  await deleteInBatches(db, 'login_addresses', sql`last_at < ${limit}`);
}
