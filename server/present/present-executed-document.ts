import type { Selectable } from 'kysely';
import type {
  ExecutedDocument,
  ExecutedDocumentPage,
} from '../../src/contract/entities/closing/executed-document.ts';
import type { PaperTables } from '../store/deals/paper-tables.ts';
import { instant, presentRow } from './present-row.ts';

export function presentExecutedDocument(
  row: Selectable<PaperTables['executed_documents']>,
): ExecutedDocument {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    name: row.name,
    status: row.status,
    num_pages: row.num_pages,
    num_read: row.num_read,
    error_message: row.error_message,
    sha256: row.sha256,
    size: row.size,
    collected_for: row.collected_for,
    expected_signatory: row.expected_signatory,
    created_at: instant(row.created_at),
    created_by: row.created_by,
    ...presentRow(row),
  };
}

export function presentExecutedDocumentPage(
  row: Selectable<PaperTables['executed_document_pages']>,
): ExecutedDocumentPage {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    executed_document: row.executed_document,
    page: row.page,
    part: row.part,
    assignments: row.assignments,
    match: row.match,
    confidence: row.confidence,
    outcome: row.outcome,
    candidates: row.candidates,
    warnings: row.warnings,
    created_at: instant(row.created_at),
    created_by: row.created_by,
    ...presentRow(row),
  };
}
