import type { Selectable } from 'kysely';
import type { Packet } from '../../src/contract/entities/signing/packet.ts';
import { pdfHash } from '../storage/object-keys.ts';
import type { PacketTable, QueuedSend } from '../store/deals/packets/packet-tables.ts';
import { presentColumns } from './present-columns.ts';
import { maybeInstant } from './present-row.ts';

/** `firms` are the names of organizations. `reminders` says, by packet, when its signatory was last reminded of it. */
export function presentPacket(
  row: Selectable<PacketTable>,
  firms: ReadonlyMap<string, string>,
  reminders: ReadonlyMap<string, Date>,
): Packet {
  return {
    ...presentColumns('packets', row),
    latest_document: latestDocument(row),
    certificate_document: certificateDocument(row),
    deed_package: deedPackage(row),
    sent_for: row.sent_for === null ? null : { uuid: row.sent_for, name: firms.get(row.sent_for) ?? '' },
    reminded_at: maybeInstant(reminders.get(row.uuid) ?? null),
    completed_timestamp: maybeInstant(row.completed_at),
    deed_submission_timestamp: maybeInstant(lastSubmission(row)),
    queued: row.queued && presentQueued(row.queued),
    has_access_code: row.access_code_hash !== null,
  };
}

function presentQueued({ after, again }: QueuedSend): NonNullable<Packet['queued']> {
  const waits_for = after ?? [];
  return { after: waits_for[0] ?? null, waits_for, asks_again: again !== undefined };
}

function latestDocument({
  file_key,
  signed_file_key,
  num_pages,
  certificate_num_pages,
}: Selectable<PacketTable>): Packet['latest_document'] {
  const key = signed_file_key ?? file_key;
  if (key === null || num_pages === null) return null;
  // The certificate of completion is at the end of the signed PDF.
  const isSigned = signed_file_key !== null;
  const pages = isSigned ? num_pages + (certificate_num_pages ?? 0) : num_pages;
  return { sha256: pdfHash(key), num_pages: pages, is_signed: isSigned };
}

/** The certificate at the end of the signed PDF. DocuSign's certificate is also in a separate file. */
function certificateDocument({
  signed_file_key,
  certificate_file_key,
  num_pages,
  certificate_num_pages: pages,
}: Selectable<PacketTable>): Packet['certificate_document'] {
  if (certificate_file_key !== null && pages !== null)
    return { sha256: pdfHash(certificate_file_key), first_page: 1, num_pages: pages };
  if (signed_file_key === null || num_pages === null || pages === null) return null;
  return { sha256: pdfHash(signed_file_key), first_page: num_pages + 1, num_pages: pages };
}

/** The whole documents that were submitted, and the file with their signed pages. It is complete once that file is sealed. */
function deedPackage({ deed_submissions, signed_file_key }: Selectable<PacketTable>): Packet['deed_package'] {
  if (deed_submissions.length === 0 || signed_file_key === null) return null;
  const documents = deed_submissions.map(({ item, document: sha256 }) => ({ item, sha256 }));
  return { documents, pages: { sha256: pdfHash(signed_file_key) } };
}

function lastSubmission({ deed_submissions }: Selectable<PacketTable>): Date | null {
  const times = deed_submissions.map(({ at }) => at).toSorted();
  const last = times.at(-1);
  return last === undefined ? null : new Date(last);
}
