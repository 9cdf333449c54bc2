import type { MirrorDatabase } from '../../database.ts';
import type { CollectionRow } from '../../rows.ts';

/** A release that was carried out. */
export interface DoneRelease {
  row: CollectionRow<'releases'>;
  documents: number;
}

/** The releases of a deal that were carried out. */
export async function releasesDone(db: MirrorDatabase, transaction: string): Promise<DoneRelease[]> {
  return db.transaction('r', db.releases, db.assignments, async () => {
    const rows = await db.releases.where({ transaction }).toArray();
    return Promise.all(
      rows
        .filter(({ status }) => status === 'released')
        .map(async (row) => {
          const signatures = await db.assignments.bulkGet(row.signatures);
          return { row, documents: new Set(signatures.flatMap((each) => each?.item ?? [])).size };
        }),
    );
  });
}
