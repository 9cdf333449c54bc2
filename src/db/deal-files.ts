import { documentStatus } from '../contract/rules/document-status.ts';
import { UPLOAD_STATUSES, type UploadStatus } from '../contract/rules/upload-status.ts';
import { conversionFacts } from './conversion-facts.ts';
import type { MirrorDatabase } from './database.ts';
import type { DocumentRow, FileRow } from './rows.ts';

/** A deal's documents, and the files that are on their way to be some. */
export interface DealFiles {
  files: FileRow[];
  documents: DocumentRow[];
}

/** Inside a transaction over `files` and `documents`. */
export async function dealFiles(db: MirrorDatabase, transaction: string): Promise<DealFiles> {
  const [files, documents] = await Promise.all([
    db.files.where({ transaction }).toArray(),
    db.documents.where({ transaction }).toArray(),
  ]);
  return { files, documents };
}

/**
 * Says under which name a deal has a file's content already, as a document or on its way to be one; nothing where it
 * has not. What has failed is not there, and what itself waits for the person to say so is not on its way.
 */
export function twinIn(
  { files, documents }: DealFiles,
  { uuid, sha256 }: FileRow,
): Pick<FileRow, 'duplicateOf'> {
  const coming = files.filter(
    (row) => row.uuid !== uuid && row.duplicateOf === undefined && isThere(row.status),
  );
  const there = documents.filter((row) => isThere(documentStatus(conversionFacts(row))));
  const twin = [...there, ...coming].find((row) => sha256 !== undefined && row.sha256 === sha256);
  return twin ? { duplicateOf: twin.name } : {};
}

function isThere(status: UploadStatus): boolean {
  return status !== 'REMOVED' && !UPLOAD_STATUSES[status].failed;
}
