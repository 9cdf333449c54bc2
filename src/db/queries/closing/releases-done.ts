import type { MirrorDatabase } from '../../database.ts';
import type { CollectionRow } from '../../rows.ts';

/** A release that was carried out. */
export interface DoneRelease {
  row: CollectionRow<'releases'>;
  documents: number;
  /**
   * The name of the person who carried it out, if they are a colleague of the user. Administrators don't have to be on the
   * deal.
   */
  colleague: string | null;
}

/** The releases of a deal that were carried out. */
export async function releasesDone(db: MirrorDatabase, transaction: string): Promise<DoneRelease[]> {
  return db.transaction('r', db.releases, db.assignments, db.members, async () => {
    const rows = await db.releases.where({ transaction }).toArray();
    return Promise.all(
      rows
        .filter(({ status }) => status === 'released')
        .map(async (row) => {
          const signatures = await db.assignments.bulkGet(row.signatures);
          const colleague = await db.members.get(row.releasedBy ?? '');
          return {
            row,
            documents: new Set(signatures.flatMap((each) => each?.item ?? [])).size,
            colleague: colleague?.fullName ?? null,
          };
        }),
    );
  });
}
