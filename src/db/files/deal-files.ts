import { documentStatus } from '../../contract/rules/documents/document-status.ts';
import { UPLOAD_STATUSES, type UploadStatus } from '../../contract/rules/documents/upload-status.ts';
import { conversionFacts } from './conversion-facts.ts';
import type { MirrorDatabase } from '../database.ts';
import type { DocumentRow, FileRow } from '../rows.ts';

/** A deal's documents, and the files that will become documents. */
export interface DealFiles {
  files: FileRow[];
  documents: DocumentRow[];
}

/** Reads them inside a transaction over `files` and `documents`. */
export async function dealFiles(db: MirrorDatabase, transaction: string): Promise<DealFiles> {
  const [files, documents] = await Promise.all([
    db.files.where({ transaction }).toArray(),
    db.documents.where({ transaction }).toArray(),
  ]);
  return { files, documents };
}

/** A document, or a file that will become one. */
interface Twin {
  uuid: string;
  name: string;
}

/**
 * The deal's documents and files by content, as SHA-256: documents before uploads. Failed uploads and files that wait for the
 * user's decision do not count.
 */
export function twinsIn({ files, documents }: DealFiles): ReadonlyMap<string, readonly Twin[]> {
  const coming = files.filter((row) => row.duplicateOf === undefined && !row.returned && isThere(row.status));
  const there = documents.filter((row) => isThere(documentStatus(conversionFacts(row))));
  const twins = new Map<string, Twin[]>();
  for (const { uuid, name, sha256 } of [...there, ...coming]) {
    if (sha256 === undefined) continue;
    const alike = twins.get(sha256);
    if (alike) alike.push({ uuid, name });
    else twins.set(sha256, [{ uuid, name }]);
  }
  return twins;
}

/** Returns the name under which a deal already has a file's content, or nothing. */
export function twinIn(
  deal: DealFiles,
  { uuid, sha256 = '', returned }: FileRow,
): Pick<FileRow, 'duplicateOf'> {
  // If pages come back twice, the server asks which ones to keep.
  if (returned) return {};
  const twin = twinsIn(deal)
    .get(sha256)
    ?.find((each) => each.uuid !== uuid);
  return twin ? { duplicateOf: twin.name } : {};
}

function isThere(status: UploadStatus): boolean {
  return status !== 'REMOVED' && !UPLOAD_STATUSES[status].failed;
}
