import type { MirrorDatabase } from '../../../database.ts';

/** Returns whether a deal has assigned signatures, so that signed pages may come back. */
export async function hasSignatures(db: MirrorDatabase, transaction: string): Promise<boolean> {
  return (await db.assignments.where({ transaction }).limit(1).count()) > 0;
}
