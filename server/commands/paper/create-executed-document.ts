import type {
  ExecutedDocument,
  NewExecutedDocument,
} from '../../../src/contract/entities/closing/executed-document.ts';
import { assertUploadQuota } from '../../policies/upload-quota.ts';
import { readRow } from '../../present/read-rows.ts';
import { readExecutedDocumentKind } from '../../queue/job-kinds.ts';
import { invalid, Refusal } from '../../refusal.ts';
import { incomingKey } from '../../storage/object-keys.ts';
import { findRow, insertRow } from '../../store/deals/collection-rows.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';
import { endLease } from '../../store/file-leases.ts';
import { assertTakesFiles } from '../account/approve-purge.ts';
import type { StagedBytes } from '../documents/stage-upload.ts';
import { assertOwnRow } from '../own-row.ts';

/** Returns whether the file has to be fetched. A repeated create finds its row, and the upload may be gone. */
export async function needsStagedScan(
  { services, tx, deal }: DealRead,
  input: NewExecutedDocument,
): Promise<boolean> {
  if (input.uploaded_file_key !== incomingKey(input.transaction, input.uuid))
    throw invalid('This upload key doesn’t match the file. Upload the file again.', 'uploaded_file_key');
  if ((await findRow(tx, 'executed_documents', input.uuid)) !== undefined) return false;
  await assertUploadQuota(services, tx, deal.organization);
  return true;
}

/** Creates a returned file from staged bytes, and enqueues the job that reads it in the same transaction. */
export async function createExecutedDocument(
  scope: DealWrite,
  { uuid, name, expected_signatory = null }: NewExecutedDocument,
  staged: StagedBytes | null,
): Promise<ExecutedDocument> {
  const { tx, deal, user } = scope;
  const existing = await findRow(tx, 'executed_documents', uuid);
  if (existing) {
    assertOwnRow(scope, existing);
    return readRow(tx, 'executed_documents', deal.uuid, uuid);
  }
  assertTakesFiles(deal);
  if (!user) throw new Error('Only a user can upload a returned file.');
  // The lease expired, and the same file was removed in the meantime together with another deal that had it.
  if (!staged || !(await endLease(tx, staged.lease)))
    throw new Refusal('upload_missing', 'The file hasn’t reached the server. Upload it first.', {
      fields: ['uploaded_file_key'],
    });
  const { lease: _lease, ...file } = staged;
  await insertRow(tx, 'executed_documents', {
    uuid,
    transaction: deal.uuid,
    name,
    status: 'processing',
    num_pages: null,
    error_message: null,
    malware: null,
    collected_for: user.organization,
    expected_signatory,
    ...file,
    ...scope.birth,
  });
  scope.put('executed_documents', uuid, { name });
  const job = { executed_document: uuid };
  await scope.services.jobs.enqueue(tx, readExecutedDocumentKind, job, { group: user.organization });
  return readRow(tx, 'executed_documents', deal.uuid, uuid);
}
