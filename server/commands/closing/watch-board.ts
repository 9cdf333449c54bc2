import { sql, type Kysely } from 'kysely';
import type { Watcher } from '../../../src/contract/entities/closing/watcher.ts';
import { WATCHER_GONE_MS } from '../../../src/contract/rules/closing/watching.ts';
import { fullName } from '../../store/account/users.ts';
import type { Tables } from '../../store/tables.ts';

/** Records that somebody is looking at a deal's closing board, and drops people who have gone. */
export async function noteWatcher(db: Kysely<Tables>, deal: string, user: string, now: Date): Promise<void> {
  await db
    .insertInto('deal_watchers')
    .values({ transaction: deal, user_uuid: user, seen_at: now })
    .onConflict((conflict) => conflict.columns(['transaction', 'user_uuid']).doUpdateSet({ seen_at: now }))
    .execute();
  await db
    .deleteFrom('deal_watchers')
    .where('transaction', '=', deal)
    .where('seen_at', '<', new Date(now.getTime() - WATCHER_GONE_MS))
    .execute();
}

/** Returns who is looking at a deal's closing board, by name. People who were removed from the deal are left out at once. */
export async function listWatchers(
  db: Kysely<Tables>,
  deal: { uuid: string; organization: string },
  now: Date,
): Promise<Watcher[]> {
  const rows = await db
    .selectFrom('deal_watchers as watcher')
    .innerJoin('users', 'users.uuid', 'watcher.user_uuid')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .leftJoin('participants', (join) =>
      join
        .onRef('participants.transaction', '=', 'watcher.transaction')
        .onRef('participants.user_uuid', '=', 'watcher.user_uuid')
        .on('participants.deleted', '=', false),
    )
    .select([
      'watcher.user_uuid',
      'users.role',
      'organizations.name as organization_name',
      fullName('users').as('full_name'),
    ])
    .where('watcher.transaction', '=', deal.uuid)
    .where('watcher.seen_at', '>=', new Date(now.getTime() - WATCHER_GONE_MS))
    .where(
      sql<boolean>`(participants.user_uuid is not null or users.role = 'support'
        or (users.role = 'admin' and users.organization = ${deal.organization}))`,
    )
    .orderBy('full_name')
    .orderBy('watcher.user_uuid')
    .execute();
  return rows.map(({ user_uuid, role, full_name, organization_name }) =>
    role === 'support'
      ? { user_uuid, full_name: 'Support', organization_name: null }
      : { user_uuid, full_name, organization_name },
  );
}
