import type { Document } from '../../src/contract/entities/documents/document.ts';
import { pdfHash } from '../storage/object-keys.ts';
import type { RowOf } from '../store/deals/collection-rows.ts';
import { presentColumns } from './present-columns.ts';

/**
 * File addresses are stable, authorized by the cookie, and contain a hash: that of the file, or of the PDF made from it,
 * which is also used for its pictures. Signed addresses would defeat ETags.
 */
export function presentDocument(row: RowOf<'documents'>, options: { thumbnails: boolean }): Document {
  const files = `/api/files/${row.uuid}`;
  const pdf = row.pdf_file_key === null ? null : `${files}/${pdfHash(row.pdf_file_key)}`;
  return {
    ...presentColumns('documents', row),
    metadata: { dms: null, dms_id: null, dms_processed_at: null },
    file_url: `${files}/${row.sha256}/original`,
    pdf_url: pdf && `${pdf}/pdf`,
    file_name: `${row.name}.${row.file_type}`,
    thumbnails: options.thumbnails && pdf ? thumbnails(row, pdf) : null,
  };
}

function thumbnails(row: RowOf<'documents'>, pdf: string): Record<string, string[]> | null {
  if (row.thumbnails_finished_at === null) return null;
  return {
    'png-144': Array.from({ length: row.num_pages ?? 0 }, (_, page) => `${pdf}/png-144/${page + 1}.png`),
  };
}
