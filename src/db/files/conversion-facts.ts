import type { ConversionFacts } from '../../contract/rules/documents/document-status.ts';
import type { DocumentRow } from '../rows.ts';

/** The facts that determine the document status (docs/product/documents.md, "Status"). */
export function conversionFacts(row: DocumentRow): ConversionFacts {
  return {
    uuid: row.uuid,
    hasThumbnails: Object.values(row.thumbnails ?? {}).some((pages) => pages.length > 0),
    numPages: row.numPages,
    hasPdf: row.pdfFileKey !== null,
    conversionFinished: row.conversionFinishedAt !== null,
    thumbnailsFinished: row.thumbnailsFinishedAt !== null,
    failed: row.conversionStatus === 'error' || row.errorMessage !== null,
  };
}
