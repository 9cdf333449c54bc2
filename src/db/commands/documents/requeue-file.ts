import { documentName } from '../../../contract/rules/documents/check-file.ts';
import type { MirrorDatabase } from '../../database.ts';
import { dealFiles } from '../../files/deal-files.ts';
import { enqueueFile } from '../../files/enqueue-file.ts';
import { plainSize } from '../../lock/plain-size.ts';
import type { FileRow, RejectedRow } from '../../rows.ts';
import { shelvedFileSchema } from '../../files/shelved-file.ts';
import { reservePlaces } from '../../files/upload-order.ts';

/**
 * Moves a file from the tray back to its deal's upload queue, with the user's name for it. Inside a transaction over
 * `transactions`, `files`, `fileBytes`, `documents`, `meta` and `rejected`.
 */
export async function requeueFileIn(
  db: MirrorDatabase,
  row: RejectedRow,
): Promise<'retried' | 'unreadable' | 'deal_gone'> {
  const file = shelvedFileSchema.safeParse(row.args).data;
  const staged = await db.fileBytes.get(row.id);
  if (!file || !staged) return 'unreadable';
  if (!(await db.transactions.get(file.transaction))) return 'deal_gone';
  await db.rejected.delete(row.id);
  const { transaction } = file;
  const queued: FileRow = {
    uuid: row.id,
    transaction,
    fileName: file.fileName,
    name: file.name ?? documentName(file.fileName),
    signingType: file.signingType ?? 'to_be_signed',
    mediaType: staged.sealed?.mediaType ?? staged.bytes.type,
    size: staged.sealed ? plainSize(staged.bytes.size) : staged.bytes.size,
    status: 'QUEUED',
    uploadOrder: await reservePlaces(db, transaction, 1),
    addedAt: row.madeAt,
    sentBytes: 0,
    ...(file.sha256 !== undefined && { sha256: file.sha256 }),
    ...(file.versionOf !== undefined && { versionOf: file.versionOf }),
    ...(file.returned && { returned: file.returned }),
    ...(file.expectedSignatory !== undefined && { expectedSignatory: file.expectedSignatory }),
  };
  // Its content may have reached the deal in another way since.
  await enqueueFile(db, await dealFiles(db, transaction), queued);
  return 'retried';
}
