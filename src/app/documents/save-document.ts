import { downloadName, type VersionPlace } from '../../contract/rules/documents/document-names.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { offlinePdf } from '../../db/queries/offline/offline-documents.ts';
import type { DocumentRow } from '../../db/rows.ts';
import { saveFile } from '../lib/device/save-file.ts';
import { pushToast } from '../toasts/toast-store.ts';

/** Which of its files: the one that was uploaded, or the PDF that it is seen by. They are the same where a PDF was uploaded. */
export type SavedForm = 'original' | 'pdf';

/** Whether a document was uploaded as a PDF, and not as a Word file. */
export function isPdf({ fileName }: DocumentRow): boolean {
  return fileName.toLowerCase().endsWith('.pdf');
}

/** A document with the name that people know it by; `version`: its place among others, if it has any. */
export interface SavedDocument {
  row: DocumentRow;
  name: string;
  version?: VersionPlace | null;
}

/** Gives a document to the person as a file. Without a network only a PDF that was opened on this device can be had. */
export async function saveDocument(
  db: MirrorDatabase,
  { row, name, version = null }: SavedDocument,
  form: SavedForm,
  reachable: boolean,
): Promise<void> {
  const asPdf = form === 'pdf' || isPdf(row);
  const kept = asPdf && row.pdfUrl !== null && !reachable ? await offlinePdf(db, row.pdfUrl) : null;
  const address = asPdf ? (row.pdfUrl ?? row.fileUrl) : row.fileUrl;
  const extension = asPdf ? 'pdf' : (/[^.]*$/.exec(row.fileName)?.[0] ?? 'docx');
  const fileName = downloadName(name, extension, version);
  if (kept) saveFile(kept, fileName);
  else if (reachable)
    // The server names the file too: `download` makes the browser ask it again after a rename.
    Object.assign(document.createElement('a'), { href: `${address}?download`, download: fileName }).click();
  else {
    pushToast({
      id: `not-here-${row.uuid}`,
      level: 'error',
      message: `${notHere(name, asPdf)} is not kept on this device. Download it once you are online.`,
    });
  }
}

/** Of a Word file its PDF may be kept all the same. */
function notHere(name: string, asPdf: boolean): string {
  return asPdf ? `“${name}”` : `The Word file of “${name}”`;
}
