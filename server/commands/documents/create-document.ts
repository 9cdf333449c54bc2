import type * as z from 'zod';
import type { Document, newDocumentSchema } from '../../../src/contract/entities/documents/document.ts';
import { assertUploadQuota } from '../../policies/upload-quota.ts';
import { presentDocument } from '../../present/present-document.ts';
import { convertDocumentKind } from '../../queue/job-kinds.ts';
import { invalid, Refusal } from '../../refusal.ts';
import { incomingKey } from '../../storage/object-keys.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';
import { documentById, documentOfAnyDeal } from '../../store/deals/documents.ts';
import { liveItem } from '../../store/deals/items.ts';
import { endLease } from '../../store/file-leases.ts';
import { assertTakesFiles } from '../account/approve-purge.ts';
import { assertOwnRow } from '../own-row.ts';
import { awaitVersion } from './file-version.ts';
import type { StagedFile } from './stage-upload.ts';

type NewDocument = z.output<typeof newDocumentSchema>;

/** Returns whether the file must be inspected. A repeated create finds its row, and the upload may be gone. */
export async function needsStaging({ services, tx, deal }: DealRead, input: NewDocument): Promise<boolean> {
  if (input.uploaded_file_key !== incomingKey(input.transaction, input.uuid)) {
    throw invalid('This upload key doesn’t match the file. Upload the file again.', 'uploaded_file_key');
  }
  if ((await documentOfAnyDeal(tx, input.uuid)) !== undefined) return false;
  await assertUploadQuota(services, tx, deal.organization);
  return true;
}

/** Creates a document from a staged file and enqueues its conversion in the same transaction. */
export async function createDocument(
  scope: DealWrite,
  input: NewDocument,
  staged: StagedFile | null,
): Promise<Document> {
  const { tx, deal } = scope;
  const existing = await documentOfAnyDeal(tx, input.uuid);
  if (existing) {
    assertOwnRow(scope, existing);
    return presentDocument(existing, { thumbnails: true });
  }
  assertTakesFiles(deal);
  // The lease expired, and the same file was removed in the meantime together with another deal that had it.
  if (!staged || !(await endLease(tx, staged.lease))) {
    throw new Refusal('upload_missing', 'The file hasn’t reached the server. Upload it first.', {
      fields: ['uploaded_file_key'],
    });
  }
  const { lease: _lease, ...file } = staged;
  const item = input.item_id === null ? undefined : await liveItem(tx, deal.uuid, input.item_id);
  await tx
    .insertInto('documents')
    .values({
      uuid: input.uuid,
      transaction: deal.uuid,
      item_id: item?.uuid ?? null,
      in_queue: item ? false : input.in_queue || input.item_id !== null,
      name: input.name,
      signing_type: input.signing_type,
      upload_order: input.upload_order,
      num_pages: null,
      uploaded_file_key: input.uploaded_file_key,
      pdf_file_key: null,
      conversion_requested_at: scope.now,
      conversion_status: 'processing',
      error_message: null,
      ...file,
      ...scope.birth,
    })
    .execute();
  const conversion = { document: input.uuid };
  await scope.services.jobs.enqueue(tx, convertDocumentKind, conversion, { group: deal.organization });
  // The activity then names the item, which gets another file.
  scope.put('documents', input.uuid, { name: input.name, ...(item && { fields: ['item_id'] }) });
  if (item) await awaitVersion(scope, item, input);
  return presentDocument(await documentById(tx, deal.uuid, input.uuid), { thumbnails: true });
}
