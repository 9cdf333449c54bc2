import type { MirrorDatabase } from '../../database.ts';

/** Until when support can see the organization's transactions, according to the server's last response; null = it can't. */
export async function supportUntil(db: MirrorDatabase): Promise<string | null> {
  const user = await db.users.get(db.userId);
  const organization = user && (await db.organizations.get(user.organization));
  // A row from before support access existed lacks it.
  return organization?.supportAccessUntil ?? null;
}
