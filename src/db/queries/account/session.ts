import type { MirrorDatabase } from '../../database.ts';
import type { UserRow } from '../../rows.ts';

/** The person whose mirror this is. */
export async function me(db: MirrorDatabase): Promise<UserRow | undefined> {
  return db.users.get(db.userId);
}
