import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../../src/contract/retention.ts';
import type { Tables } from './tables.ts';

/** For so long an address is a person's own without their signing in from it. */
const KNOWN_DAYS = 90;

/** Whether the person of this e-mail address has signed in from this network address. */
export async function isKnownAddress(db: Kysely<Tables>, email: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('login_addresses')
    .innerJoin('users', 'users.uuid', 'login_addresses.user_uuid')
    .select('login_addresses.address')
    .where(sql<string>`lower(users.email)`, '=', email)
    .where('login_addresses.address', '=', address)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberAddress(
  db: Kysely<Tables>,
  user: string,
  address: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('login_addresses')
    .values({ user_uuid: user, address, last_at: now })
    .onConflict((conflict) => conflict.columns(['user_uuid', 'address']).doUpdateSet({ last_at: now }))
    .execute();
}

/** Forgets from where nobody has signed in for 90 days. */
export async function sweepLoginAddresses(db: Kysely<Tables>, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - KNOWN_DAYS * DAY_MS);
  await db.deleteFrom('login_addresses').where('last_at', '<', limit).execute();
}
