import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * Makes assignments follow a signing group on the server (docs/product/signatories.md, "Signing groups"), unless the operator
 * has already decided otherwise.
 */
export const groupsFollowMembers: Migration = {
  name: '0088-groups-follow-members',
  async up(db) {
    await sql`
      insert into features (name, transaction, is_active, set_at)
      values ('BACKEND_SIGNING_GROUP_LOGIC', null, true, now())
      on conflict (name, transaction) do nothing
    `.execute(db);
  },
};
