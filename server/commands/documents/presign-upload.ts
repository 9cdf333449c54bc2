import type { PresignedUpload } from '../../../src/contract/entities/documents/document.ts';
import { FILE_SIZE_MAX } from '../../../src/contract/rules/documents/check-file.ts';
import { assertUploadQuota } from '../../policies/upload-quota.ts';
import { presentDocument } from '../../present/present-document.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { incomingKey } from '../../storage/object-keys.ts';
import type { PresignUpload } from '../../storage/object-store.ts';
import { findRow } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { documentOfAnyDeal } from '../../store/deals/documents.ts';
import { assertTakesFiles } from '../account/approve-purge.ts';

/** A file of 500 MB takes 13 minutes at 5 Mbit/s; a client that was too slow asks again. */
export const PRESIGN_SECONDS = 30 * 60;

/**
 * Prepares the upload of a future document.
 * @throws {Refusal} `document_exists`, with the document unless it is a returned file, if it was already created; `not_allowed` in a deal that no
 * longer accepts files; `too_large` if its organization has reached a quota
 */
export async function assertMayUpload(
  { services, tx, deal }: DealRead,
  { doc_uuid: uuid }: { id: string; doc_uuid: string },
): Promise<PresignUpload> {
  const existing = await documentOfAnyDeal(tx, uuid);
  if (existing?.transaction === deal.uuid && existing.deleted_at === null) {
    throw new Refusal('document_exists', 'This file has already been uploaded.', {
      current: presentDocument(existing, { thumbnails: true }),
    });
  }
  const returned = await findRow(tx, 'executed_documents', uuid);
  if (returned?.transaction === deal.uuid && returned.deleted_at === null) {
    throw new Refusal('document_exists', 'This file has already been uploaded.');
  }
  assertTakesFiles(deal);
  if (existing ?? returned) {
    throw new Refusal('uuid_taken', 'This id is already in use. Try again to get a new one.', {
      fields: ['doc_uuid'],
    });
  }
  await assertUploadQuota(services, tx, deal.organization);
  return {
    key: incomingKey(deal.uuid, uuid),
    maxBytes: FILE_SIZE_MAX,
    expiresIn: PRESIGN_SECONDS,
  };
}

/**
 * Returns the form and, if they are offered, the token for chunks. It runs outside the transaction, because a bucket's key
 * may have to be fetched first.
 */
export async function presignUpload(
  services: Pick<Services, 'objects' | 'resumable'>,
  request: PresignUpload,
): Promise<PresignedUpload> {
  const form = await services.objects.presignUpload(request);
  return { ...form, ...(services.resumable && { resumable: services.resumable.presign(request) }) };
}
