import { documentName } from '../../../contract/rules/documents/check-file.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import { NO_DEAL, type FileRow } from '../../../db/rows.ts';
import { reservePlaces } from '../../../db/files/upload-order.ts';
import { newUuid } from '../../../db/uuid.ts';
import { stageFiles, type Refused } from './stage-files.ts';

/** The page that the app opens if shared files could not be stored because nobody is signed in. */
export const SHARED_TO_NOBODY = '/login?action=not_kept';

/** The same if the files could not be read at all. */
export const SHARED_IN_VAIN = '/incoming?lost=1';

/**
 * Stores files shared to the installed app on the device, before the user chooses a deal. No page is notified, so a file that
 * cannot be stored gets a row that says why. Returns the page that the app opens. `lost` in it means that not even every row
 * could be stored.
 */
export async function stageShared(db: MirrorDatabase, files: readonly File[]): Promise<string> {
  const { staged, refused } = await stageFiles(db, { transaction: NO_DEAL }, files);
  const told = await keepRefused(db, refused).then(
    () => true,
    () => false,
  );
  return `/incoming?shared=${staged}${told ? '' : '&lost=1'}`;
}

async function keepRefused(db: MirrorDatabase, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return;
  await db.transaction('rw', db.files, db.documents, db.meta, async () => {
    const first = await reservePlaces(db, NO_DEAL, refused.length);
    const rows = refused.map(({ name, reason }, index): FileRow => ({
      uuid: newUuid(),
      transaction: NO_DEAL,
      fileName: name,
      name: documentName(name),
      signingType: 'to_be_signed',
      mediaType: '',
      size: 0,
      status: 'FAILED_DROP',
      uploadOrder: first + index,
      addedAt: new Date().toISOString(),
      sentBytes: 0,
      errorMessage: reason,
    }));
    await db.files.bulkAdd(rows);
  });
}
