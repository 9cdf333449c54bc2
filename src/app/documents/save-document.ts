import { DOWNLOAD } from './download-copy.ts';
import { downloadName, type VersionPlace } from '../../contract/rules/documents/document-names.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { offlinePdf } from '../../db/queries/offline/offline-documents.ts';
import type { DocumentRow } from '../../db/rows.ts';
import { saveFile } from '../lib/device/save-file.ts';
import { pushToast } from '../toasts/toast-store.ts';

/** Which file of a document: the uploaded file, or the PDF converted from it. They are the same if a PDF was uploaded. */
export type SavedForm = 'original' | 'pdf';

/** Returns whether a document was uploaded as a PDF rather than as a Word file. */
export function isPdf({ fileName }: DocumentRow): boolean {
  return fileName.toLowerCase().endsWith('.pdf');
}

/** A document with its name on the checklist. `version`: its place among other versions, if any. */
export interface SavedDocument {
  row: DocumentRow;
  name: string;
  version?: VersionPlace | null;
}

/** Downloads a document as a file. Offline, only PDFs that are saved on this device are available. */
export async function saveDocument(
  db: MirrorDatabase,
  { row, name, version = null }: SavedDocument,
  form: SavedForm,
  reachable: boolean,
): Promise<void> {
  const asPdf = form === 'pdf' || isPdf(row);
  const saved = asPdf && row.pdfUrl !== null && !reachable ? await offlinePdf(db, row.pdfUrl) : null;
  const address = asPdf ? (row.pdfUrl ?? row.fileUrl) : row.fileUrl;
  const extension = asPdf ? 'pdf' : (/[^.]*$/.exec(row.fileName)?.[0] ?? 'docx');
  const fileName = downloadName(name, extension, version);
  if (saved) saveFile(saved, fileName);
  else if (reachable)
    // The server sets the file name, too. The query makes the browser ask again after a rename.
    Object.assign(document.createElement('a'), { href: `${address}?download`, download: fileName }).click();
  else {
    pushToast({
      id: `not-here-${row.uuid}`,
      level: 'error',
      message: asPdf ? DOWNLOAD.notHere(name) : DOWNLOAD.wordNotHere(name),
    });
  }
}
