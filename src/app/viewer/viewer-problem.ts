import type { DealDocument } from '../../db/queries/documents/deal-documents.ts';
import type { PdfFailure } from './pdfjs.ts';

/** Why the viewer shows no pages: because of the document, its PDF, or the viewer's own code. */
export type ViewerProblem = PdfFailure | 'no_viewer' | 'missing' | 'converting' | 'failed';

/** Returns why a document can't be opened, according to the mirror; null = it can. */
export function documentProblem(document: DealDocument | null): ViewerProblem | null {
  if (!document) return 'missing';
  if (document.row.pdfUrl !== null && document.row.conversionFinishedAt !== null) return null;
  return document.status.startsWith('FAILED') ? 'failed' : 'converting';
}

/** What the user can do about each problem; null = wait, or close the viewer. */
export const REMEDY: Record<ViewerProblem, 'retry' | 'download' | null> = {
  missing: null,
  converting: null,
  failed: 'download',
  unreachable: 'retry',
  no_viewer: 'retry',
  signed_out: null,
  gone: null,
  locked: 'download',
  damaged: 'download',
  trouble: 'retry',
};
