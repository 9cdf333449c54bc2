import type { MirrorDatabase } from '../../database.ts';

/** Until when the person's organization lets support look at its transactions, as the server last said; null = it does not. */
export async function supportUntil(db: MirrorDatabase): Promise<string | null> {
  const user = await db.users.get(db.userId);
  const organization = user && (await db.organizations.get(user.organization));
  // A row of before support could be let in lacks it.
  return organization?.supportAccessUntil ?? null;
}
