import type { MirrorDatabase } from '../../database.ts';
import type { MemberRow } from '../../rows.ts';

/** The people of the user's organization by name; null = not on this device yet. */
export async function firmMembers(db: MirrorDatabase): Promise<MemberRow[] | null> {
  const members = await db.members.toArray();
  if (members.length === 0) return null;
  return members.toSorted((one, other) => one.fullName.localeCompare(other.fullName));
}
