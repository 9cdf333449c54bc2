import type { MirrorDatabase } from '../db/database.ts';

/**
 * Moves a deal's files that are not on the server to the tray, their bytes kept until they are discarded. Inside a
 * transaction over `files`, `fileBytes` and `rejected`. `because` is the refused edit that was to open the deal.
 */
export async function shelveFiles(
  db: MirrorDatabase,
  deal: string,
  reason: string,
  because?: string,
): Promise<void> {
  const at = new Date().toISOString();
  for (const file of await db.files.where({ transaction: deal }).toArray()) {
    const { uuid, transaction, fileName, name, signingType, sha256, status, addedAt } = file;
    await db.files.delete(uuid);
    if (status === 'SUCCESS_CREATING_DOCUMENT' || status === 'REMOVED' || !(await hasBytes(db, uuid))) {
      await db.fileBytes.delete(uuid);
      continue;
    }
    await db.rejected.put({
      id: uuid,
      lane: deal,
      name: 'file.upload',
      args: { transaction, fileName, name, signingType, sha256 },
      madeAt: addedAt,
      rejectedAt: at,
      reason,
      code: 'not_found',
      ...(because !== undefined && { because }),
    });
  }
}

async function hasBytes(db: MirrorDatabase, uuid: string): Promise<boolean> {
  return (await db.fileBytes.where({ uuid }).count()) > 0;
}
