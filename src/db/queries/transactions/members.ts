import type { MirrorDatabase } from '../../database.ts';
import type { MemberRow } from '../../rows.ts';

/** The people of the person's firm by name; null = they have not come to this device yet. */
export async function firmMembers(db: MirrorDatabase): Promise<MemberRow[] | null> {
  const members = await db.members.toArray();
  if (members.length === 0) return null;
  return members.toSorted((one, other) => one.fullName.localeCompare(other.fullName));
}
