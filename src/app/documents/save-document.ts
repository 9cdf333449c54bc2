import type { MirrorDatabase } from '../../db/database.ts';
import { keptPdf } from '../../db/queries/kept-documents.ts';
import type { DocumentRow } from '../../db/rows.ts';
import { saveFile } from '../lib/save-file.ts';
import { pushToast } from '../toasts/toast-store.ts';

/** Which of its files: the one that was uploaded, or the PDF that it is seen by. They are the same where a PDF was uploaded. */
export type SavedForm = 'original' | 'pdf';

/** Whether a document was uploaded as a PDF, and not as a Word file. */
export function isPdf({ fileName }: DocumentRow): boolean {
  return fileName.toLowerCase().endsWith('.pdf');
}

/** Gives a document to the person as a file. Without a network only a PDF that was opened on this device can be had. */
export async function saveDocument(
  db: MirrorDatabase,
  row: DocumentRow,
  form: SavedForm,
  reachable: boolean,
): Promise<void> {
  const asPdf = form === 'pdf' || isPdf(row);
  const kept = asPdf && row.pdfUrl !== null && !reachable ? await keptPdf(db, row.pdfUrl) : null;
  const address = asPdf ? (row.pdfUrl ?? row.fileUrl) : row.fileUrl;
  if (kept) saveFile(kept, `${row.name}.pdf`);
  else if (reachable)
    Object.assign(document.createElement('a'), { href: address, download: row.fileName }).click();
  else {
    pushToast({
      id: `not-here-${row.uuid}`,
      level: 'error',
      message: `${notHere(row, asPdf)} is not kept on this device. Download it once you are online.`,
    });
  }
}

/** Of a Word file its PDF may be kept all the same. */
function notHere({ name }: DocumentRow, asPdf: boolean): string {
  return asPdf ? `“${name}”` : `The Word file of “${name}”`;
}
