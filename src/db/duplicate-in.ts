import type { MirrorDatabase } from './database.ts';
import type { FileRow } from './rows.ts';

/**
 * Says under which name a deal has a file's content already, as a document or in its queue; nothing where it has not.
 * Inside a transaction over `files` and `documents`.
 */
export async function duplicateIn(
  db: MirrorDatabase,
  transaction: string,
  { uuid, sha256 }: FileRow,
): Promise<Pick<FileRow, 'duplicateOf'>> {
  const [files, documents] = await Promise.all([
    db.files.where({ transaction }).toArray(),
    db.documents.where({ transaction }).toArray(),
  ]);
  const others = files.filter((row) => row.uuid !== uuid && row.status !== 'REMOVED');
  const twin = [...documents, ...others].find((row) => sha256 !== undefined && row.sha256 === sha256);
  return twin ? { duplicateOf: twin.name } : {};
}
