import type { MirrorDatabase } from '../../db/database.ts';
import { dealFiles, twinIn } from '../../db/deal-files.ts';
import { fileStanding } from '../../db/queries/file-standing.ts';
import type { FileRow } from '../../db/rows.ts';

/**
 * What waits for the person, because its deal has its content already, does so only while that is true: the other may have
 * been taken off, failed or been renamed since (SPEC: UP12). Answers whether any goes by itself now.
 */
export async function reconsiderTwins(db: MirrorDatabase, files: readonly FileRow[]): Promise<boolean> {
  const undecided = files.filter((row) => fileStanding(row) === 'undecided');
  let goes = false;
  for (const transaction of new Set(undecided.map((row) => row.transaction))) {
    await db.transaction('rw', db.files, db.documents, async () => {
      const deal = await dealFiles(db, transaction);
      for (const row of deal.files.filter((each) => fileStanding(each) === 'undecided')) {
        const { duplicateOf } = twinIn(deal, row);
        if (duplicateOf === row.duplicateOf) continue;
        await db.files.where({ uuid: row.uuid }).modify({ duplicateOf });
        // The next of the same content has this one for its twin.
        row.duplicateOf = duplicateOf;
        goes ||= duplicateOf === undefined;
      }
    });
  }
  return goes;
}
