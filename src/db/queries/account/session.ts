import type { MirrorDatabase } from '../../database.ts';
import type { UserRow } from '../../rows.ts';

/** The user of this mirror. */
export async function me(db: MirrorDatabase): Promise<UserRow | undefined> {
  return db.users.get(db.userId);
}
