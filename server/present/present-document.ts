import type { Document } from '../../src/contract/entities/documents/document.ts';
import { pdfHash } from '../storage/object-keys.ts';
import type { DocumentRow } from '../store/tables.ts';
import { instant, maybeInstant, presentRow } from './present-row.ts';

/**
 * File addresses are stable, authorized by the cookie, and contain a hash: of the file, or of the PDF made from it,
 * which its pictures also use. Signed addresses would defeat ETags.
 */
export function presentDocument(row: DocumentRow, options: { thumbnails: boolean }): Document {
  const files = `/api/files/${row.uuid}`;
  const pdf = row.pdf_file_key === null ? null : `${files}/${pdfHash(row.pdf_file_key)}`;
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    item_id: row.item_id,
    in_queue: row.in_queue,
    name: row.name,
    signing_type: row.signing_type,
    upload_order: row.upload_order,
    num_pages: row.num_pages,
    has_variables: row.has_variables,
    likely_signature_pages: row.likely_signature_pages,
    metadata: { dms: null, dms_id: null, dms_processed_at: null },
    uploaded_file_key: row.uploaded_file_key,
    pdf_file_key: row.pdf_file_key,
    file_url: `${files}/${row.sha256}/original`,
    pdf_url: pdf && `${pdf}/pdf`,
    file_name: `${row.name}.${row.file_type}`,
    size: row.size,
    sha256: row.sha256,
    thumbnails: options.thumbnails && pdf ? thumbnails(row, pdf) : null,
    conversion_requested_at: maybeInstant(row.conversion_requested_at),
    conversion_finished_at: maybeInstant(row.conversion_finished_at),
    conversion_status: row.conversion_status,
    thumbnails_finished_at: maybeInstant(row.thumbnails_finished_at),
    error_message: row.error_message,
    waiting_reason: row.waiting_reason,
    created_at: instant(row.created_at),
    created_by: row.created_by,
    ...presentRow(row),
  };
}

function thumbnails(row: DocumentRow, pdf: string): Record<string, string[]> | null {
  if (row.thumbnails_finished_at === null) return null;
  return {
    'png-144': Array.from({ length: row.num_pages ?? 0 }, (_, page) => `${pdf}/png-144/${page + 1}.png`),
  };
}
