import type { ErrorCode } from '../../contract/errors.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { FileRow } from '../../db/rows.ts';
import { FILE_UPLOAD, type ShelvedFile } from '../../db/files/shelved-file.ts';

/** Why files are moved to the tray. `because` is the rejected edit that should have created the deal. */
interface Shelving {
  reason: string;
  code?: ErrorCode;
  because?: string;
}

/**
 * Empties a deal's queue on this device. Files that are not on the server go to the tray, and their bytes are kept until they
 * are discarded. Inside a transaction over `files`, `fileBytes` and `rejected`.
 */
export async function shelveFiles(db: MirrorDatabase, deal: string, shelving: Shelving): Promise<void> {
  for (const file of await db.files.where({ transaction: deal }).toArray()) {
    if (await shelveFile(db, file, shelving)) continue;
    await db.files.delete(file.uuid);
    await db.fileBytes.delete(file.uuid);
  }
}

/**
 * Moves one file to the tray, if it is neither on the server nor removed from the queue, and its bytes are on this
 * device. Returns whether it was moved. In the same transaction.
 */
export async function shelveFile(
  db: MirrorDatabase,
  file: FileRow,
  { reason, code = 'not_found', because }: Shelving,
): Promise<boolean> {
  const { uuid, transaction, fileName, name, signingType, sha256, versionOf, returned, status, addedAt } =
    file;
  const { expectedSignatory } = file;
  if (status === 'SUCCESS_CREATING_DOCUMENT' || status === 'REMOVED' || !(await hasBytes(db, uuid)))
    return false;
  await db.files.delete(uuid);
  await db.rejected.put({
    id: uuid,
    lane: transaction,
    name: FILE_UPLOAD,
    args: {
      uuid,
      transaction,
      fileName,
      name,
      signingType,
      ...(sha256 !== undefined && { sha256 }),
      ...(versionOf !== undefined && { versionOf }),
      ...(returned && { returned }),
      ...(expectedSignatory !== undefined && { expectedSignatory }),
    } satisfies ShelvedFile,
    madeAt: addedAt,
    rejectedAt: new Date().toISOString(),
    reason,
    code,
    ...(because !== undefined && { because }),
  });
  return true;
}

async function hasBytes(db: MirrorDatabase, uuid: string): Promise<boolean> {
  return (await db.fileBytes.where({ uuid }).count()) > 0;
}
