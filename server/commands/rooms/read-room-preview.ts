import { packetCollection } from '../../../src/contract/collections/packets.ts';
import type { RoomPage, RoomPreview } from '../../../src/contract/entities/signing/signing-room.ts';
import { CONSENT } from '../../../src/contract/rules/signing/packets/consent.ts';
import { safeFileName } from '../../../src/contract/rules/documents/document-names.ts';
import { maybeInstant } from '../../present/present-row.ts';
import { invalid, notFound } from '../../refusal.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { drawAdopted } from '../../signing/packets/draw-signature.ts';
import { accountById } from '../../store/account/users.ts';
import { rowOf, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { currentDocuments } from '../packets/sending/packet-documents.ts';
import { collectsPacket } from '../packets/packet-sender.ts';
import { isBound } from '../packets/sending/printed-packets.ts';
import { releasedAmong } from '../packets/released-among.ts';
import { readRoomRows, showRoomPages } from './show-room-pages.ts';

/**
 * Reads what a packet's signatory sees. The reader is a participant, not the signatory, so nothing is recorded as viewed.
 * @throws {Refusal} `invalid` until the packet has pages
 */
export async function readPreviewRows(scope: DealRead, { id }: { id: string }) {
  const { tx, deal } = scope;
  const packet = await rowOf(tx, packetCollection, deal.uuid, id);
  assertMade(packet);
  const service = packet.sent_at === null ? deal.esigning_service : packet.esigning_service;
  if (service === 'docusign')
    throw invalid(
      'This packet is signed in DocuSign, which Counterpart can’t preview. Review its pages instead.',
    );
  if (packet.needs_paper)
    throw invalid(
      'This packet is signed on paper, so its signing room has no preview. Review its pages instead.',
    );
  return {
    ...(await readRoomRows(tx, packet)),
    deal,
    sender: await readSender(scope, packet),
    documents: await readDocuments(scope, packet),
    isSignedFor: await maySeeSignatures(scope, packet),
  };
}

/** Returns the sender: for an unsent packet, the organization of the person who queued it, or else the reader's. */
async function readSender({ tx, user }: DealRead, { sent_for, queued }: RowOf<'packets'>) {
  const queuedBy = queued && (await accountById(tx, queued.by));
  return tx
    .selectFrom('organizations')
    .select('name as organization')
    .where('uuid', '=', sent_for ?? queuedBy?.organization ?? user.organization)
    .executeTakeFirstOrThrow();
}

/** Presents a preview. It is painted after the read has ended. */
export async function presentPreview(
  read: Awaited<ReturnType<typeof readPreviewRows>>,
): Promise<RoomPreview> {
  const { packet, sender, deal, signatory, documents, isSignedFor } = read;
  const fonts = await serverFonts();
  const { adopted } = packet;
  const pages = await showRoomPages(read, fonts, { pictures: true });
  return {
    packet: packet.uuid,
    status: packet.status,
    sender,
    deal: deal.name,
    signer: signatory.full_name,
    message: packet.queued?.message ?? packet.message,
    instructions: deal.signing_instructions,
    expires_at: maybeInstant(packet.expires_at),
    has_access_code: packet.access_code_hash !== null,
    consent: { version: CONSENT.version, paragraphs: [...CONSENT.paragraphs] },
    adopted: isSignedFor && adopted ? await drawAdopted(adopted, fonts) : null,
    documents: documents.map(({ item, name, file_key, whole_document }) => ({
      uuid: item,
      name,
      has_file: file_key !== null,
      is_whole: whole_document,
    })),
    // What the signatory enters is private until they submit it, and held after that.
    pages: isSignedFor ? pages : pages.map(withoutEntries),
  };
}

function withoutEntries({ witness, ...page }: RoomPage): RoomPage {
  return { ...page, witness: witness && { sha256: null, name: null }, signed: null };
}

/** Returns a document that the signatory of a packet can read. @throws {Refusal} `not_found` */
export async function findPreviewDocument(
  scope: DealRead,
  { id, item }: { id: string; item: string },
): Promise<{ key: string; fileName: string; organization: string; deal: string }> {
  const { tx, deal } = scope;
  const packet = await rowOf(tx, packetCollection, deal.uuid, id);
  assertMade(packet);
  const row = (await readDocuments(scope, packet)).find((each) => each.item === item);
  if (!row || row.file_key === null) throw notFound('This file');
  return {
    key: row.file_key,
    fileName: `${safeFileName(row.name, 120)}.pdf`,
    organization: deal.organization,
    deal: deal.uuid,
  };
}

function assertMade({ status }: RowOf<'packets'>): void {
  if (status === 'failed')
    throw invalid('This packet’s pages couldn’t be prepared. Create the packet again, then preview it.');
  if (status === 'draft' || status === 'generating')
    throw invalid('This packet’s pages are still being prepared. Try again in a minute.');
}

/** The documents as they were frozen, or as they would be if the packet were sent now. */
async function readDocuments({ tx }: DealRead, packet: RowOf<'packets'>) {
  if (!isBound(packet)) return currentDocuments(tx, [packet.uuid]);
  return tx
    .selectFrom('packet_documents as shown')
    .leftJoin('documents', 'documents.uuid', 'shown.document')
    .select(['shown.item', 'shown.name', 'shown.whole_document'])
    .select((column) =>
      column
        .case()
        .when('documents.malware', 'is', null)
        .then(column.ref('shown.file_key'))
        .else(null)
        .end()
        .as('file_key'),
    )
    .where('shown.packet', '=', packet.uuid)
    .orderBy('shown.order')
    .execute();
}

/** Signatures that were not submitted can still be withdrawn. Those that were are held until their release. */
async function maySeeSignatures(scope: DealRead, packet: RowOf<'packets'>): Promise<boolean> {
  if (packet.status !== 'completed' || packet.adopted === null) return false;
  if (collectsPacket(packet, scope.user)) return true;
  const { assignments } = packet;
  return (await releasedAmong(scope, assignments)).size === assignments.length;
}
