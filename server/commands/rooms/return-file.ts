import type { SharedDelay } from '../../auth/shared-delay.ts';
import { uploadsOf } from '../../auth/signing-limits.ts';
import {
  RETURNED_FILE_MAX,
  RETURNED_FILES_MAX,
} from '../../../src/contract/rules/signing/pages/returned-file.ts';
import { assertUploadQuota } from '../../policies/upload-quota.ts';
import { readExecutedDocumentKind } from '../../queue/job-kinds.ts';
import { invalid, Refusal, tooMany } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { incomingKey } from '../../storage/object-keys.ts';
import type { PresignUpload } from '../../storage/object-store.ts';
import { findRow, insertRow } from '../../store/deals/collection-rows.ts';
import type { LinkHolder } from '../../store/deals/packets/link-holder.ts';
import { appendSigningEvent } from '../../store/deals/packets/signing-events.ts';
import { findLink, type FoundLink } from '../../store/deals/packets/signing-links.ts';
import { endLease } from '../../store/file-leases.ts';
import type { Tx } from '../../store/tables.ts';
import { assertTakesFiles } from '../account/approve-purge.ts';
import type { StagedBytes } from '../documents/stage-upload.ts';
import { PRESIGN_SECONDS } from '../documents/presign-upload.ts';
import { uuidTaken } from '../own-row.ts';
import { notifyOfProgress } from '../packets/room/notify-of-progress.ts';
import type { Signing } from '../packets/room/sign-packet.ts';
import { unknownLink } from '../packets/room/signing-room.ts';
import { mayFollow } from './read-paper-room.ts';

const ACCEPTS_NONE = 'This link no longer accepts pages. Reload the page.';

function acceptsFiles({ packet, state }: FoundLink, now: Date): boolean {
  return state === 'paper' || (state === 'completed' && mayFollow(packet, now));
}

/**
 * Prepares the upload of a file of pages that were signed on paper.
 * @throws {Refusal} `not_found` for an unknown link; `not_allowed` until a code is entered; `invalid` if the link accepts no pages;
 * `too_large` or `too_many_requests` after many files
 */
export async function prepareReturnedFile(
  services: Services,
  delay: SharedDelay,
  { holder, uuid }: { holder: LinkHolder; uuid: string },
): Promise<PresignUpload> {
  const { packet, deal } = await services.db.transaction().execute(async (tx) => {
    const link = await linkForPaper(services, tx, holder);
    if ((await findRow(tx, 'executed_documents', uuid)) !== undefined) throw uuidTaken('uuid');
    const row = await tx
      .selectFrom('transactions')
      .select('purge_approved_at')
      .where('uuid', '=', link.deal.uuid)
      .executeTakeFirstOrThrow();
    assertTakesFiles(row);
    await assertHasRoom(services, tx, link);
    return link;
  });
  const wait = await delay.count([uploadsOf(packet.uuid)]);
  if (wait > 0) throw tooMany('You’ve sent many files in a row.', Math.ceil(wait / 1000));
  return { key: incomingKey(deal.uuid, uuid), maxBytes: RETURNED_FILE_MAX, expiresIn: PRESIGN_SECONDS };
}

/**
 * Returns the location of an uploaded file, and the organization whose queue it is staged in; null if the link accepts no
 * pages, or already has the file.
 * @throws {Refusal} `not_found` for an unknown link
 */
export async function findUploadedFile(
  services: Services,
  { holder, uuid }: { holder: LinkHolder; uuid: string },
): Promise<{ key: string; organization: string } | null> {
  const link = await findLink(services.db, holder, services.now());
  if (!link) throw unknownLink();
  const known = await services.db
    .selectFrom('executed_documents')
    .select('uuid')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (known || !acceptsFiles(link, services.now())) return null;
  return { key: incomingKey(link.deal.uuid, uuid), organization: link.deal.organization };
}

/**
 * Submits a staged file, as if the organization that sent the packet had uploaded it, and enqueues the job that reads it. Its
 * pages are matched only to signatures of the same person. Repeating it changes nothing.
 * @throws {Refusal} `upload_missing` if nothing was uploaded; `uuid_taken`; `invalid` if the packet accepts no more pages;
 * `too_large` after many files
 */
export async function returnFile(
  { scope, packet, by }: Signing,
  { uuid, name }: { uuid: string; name: string },
  staged: StagedBytes | null,
): Promise<void> {
  const { tx, deal, now, stamp, services } = scope;
  const known = await tx
    .selectFrom('executed_documents')
    .select('packet')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (known?.packet === packet.uuid) return;
  if (known) throw uuidTaken('uuid');
  if (packet.status === 'completed' && !mayFollow(packet, now)) throw invalid(ACCEPTS_NONE);
  assertTakesFiles(deal);
  await assertTakesMore(tx, packet.uuid);
  const { sent_by: sender, sent_for: organization } = packet;
  if (sender === null || organization === null) throw new Error('A packet with a link has no sender.');
  if (!staged || !(await endLease(tx, staged.lease)))
    throw new Refusal('upload_missing', 'The file hasn’t reached us. Send it again.', { fields: ['uuid'] });
  const { lease: _, ...file } = staged;
  await insertRow(tx, 'executed_documents', {
    uuid,
    transaction: deal.uuid,
    name,
    status: 'processing',
    num_pages: null,
    error_message: null,
    malware: null,
    collected_for: organization,
    expected_signatory: packet.signatory,
    packet: packet.uuid,
    ...file,
    created_at: now,
    created_by: sender,
    ...stamp,
  });
  scope.put('executed_documents', uuid, { name });
  const details = { executed_document: uuid, note: name, sha256: file.sha256 };
  await appendSigningEvent(scope, packet.uuid, { kind: 'uploaded', by, details });
  await notifyOfProgress(scope);
  await services.jobs.enqueue(
    tx,
    readExecutedDocumentKind,
    { executed_document: uuid },
    { group: organization },
  );
}

async function linkForPaper(services: Services, tx: Tx, holder: LinkHolder): Promise<FoundLink> {
  const link = await findLink(tx, holder, services.now());
  if (!link) throw unknownLink();
  if (link.state === 'locked' || link.state === 'new_device')
    throw new Refusal('not_allowed', 'Enter your code first. Then the file is sent.');
  if (!acceptsFiles(link, services.now())) throw invalid(ACCEPTS_NONE);
  return link;
}

/** The quota's own message is for the team. */
async function assertHasRoom(services: Services, tx: Tx, { packet, deal }: FoundLink): Promise<void> {
  await assertTakesMore(tx, packet.uuid);
  try {
    await assertUploadQuota(services, tx, deal.organization);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const sentence = 'We can’t accept more files right now. Ask the sender of the pages what to do.';
    throw new Refusal('too_large', sentence, {}, error);
  }
}

/** Checks the number of files. @throws {Refusal} `too_large` */
async function assertTakesMore(tx: Tx, packet: string): Promise<void> {
  const { sent } = await tx
    .selectFrom('executed_documents')
    .select((eb) => eb.fn.countAll<string>().as('sent'))
    .where('packet', '=', packet)
    .executeTakeFirstOrThrow();
  if (Number(sent) < RETURNED_FILES_MAX) return;
  throw new Refusal(
    'too_large',
    `You’ve sent ${RETURNED_FILES_MAX} files, which is the most that this link accepts. Ask the sender of the pages what to do.`,
  );
}
