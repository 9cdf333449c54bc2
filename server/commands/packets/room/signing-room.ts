import type { SigningRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import { isHeld } from '../../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { CONSENT } from '../../../../src/contract/rules/signing/packets/consent.ts';
import type { LinkHolder } from '../../../store/deals/packets/link-holder.ts';
import { instant, maybeInstant } from '../../../present/present-row.ts';
import { Refusal } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';
import { drawAdopted } from '../../../signing/packets/draw-signature.ts';
import { serverFonts } from '../../../signing/page-fonts.ts';
import { maskedAddress } from '../../../present/masked-address.ts';
import { deviceCodeExpiry } from '../../../store/deals/packets/device-codes.ts';
import { isSignedOnline } from '../../../store/deals/packets/signed-pages.ts';
import { findLink, isFileExpired, statusesIn } from '../../../store/deals/packets/signing-links.ts';
import type { Tx } from '../../../store/tables.ts';
import { readRoomRows, showRoomPages } from '../../rooms/show-room-pages.ts';
import { mayFollow, readPaperRoom, readSentFiles } from '../../rooms/read-paper-room.ts';
import { readPacketDocuments, readWholeDocuments } from '../sending/packet-documents.ts';

/** @throws {Refusal} `not_found` */
export function unknownLink(): Refusal {
  return new Refusal(
    'not_found',
    'This link isn’t valid. Check that you copied all of it, or ask the sender for a new one.',
  );
}

/**
 * Returns what the holder of a link sees.
 * @param pictures whether the pages come with their pictures
 * @throws {Refusal} `not_found` for an unknown link
 */
export async function readSigningRoom(
  services: Services,
  holder: LinkHolder,
  { pictures }: { pictures: boolean },
): Promise<SigningRoom> {
  const read = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => readRows(tx, holder, services.now()));
  if (read.state !== 'open') return read.room;
  const fonts = await serverFonts();
  const { packet, deal, signatory, documents } = read;
  const { adopted } = packet;
  return {
    state: 'open',
    packet: packet.uuid,
    sender: read.sender,
    deal: deal.name,
    signer: signatory.full_name,
    message: packet.message,
    instructions: read.instructions,
    expires_at: instant(packet.expires_at ?? services.now()),
    has_access_code: packet.access_code_hash !== null,
    consent: { version: CONSENT.version, paragraphs: [...CONSENT.paragraphs] },
    consented_at: maybeInstant(packet.consented_at),
    adopted: adopted && (await drawAdopted(adopted, fonts)),
    documents,
    pages: await showRoomPages(read, fonts, { pictures }),
  };
}

async function readRows(tx: Tx, holder: LinkHolder, now: Date) {
  const link = await findLink(tx, holder, now);
  if (!link) throw unknownLink();
  const { packet, deal, state } = link;
  const sender = await tx
    .selectFrom('organizations')
    .select('name as organization')
    .where('uuid', '=', packet.sent_for)
    .executeTakeFirstOrThrow();
  const hasAccessCode = packet.access_code_hash !== null;
  if (state === 'completed') {
    const hasExpired = isFileExpired(packet, now);
    return {
      state,
      room: {
        state,
        packet: packet.uuid,
        sender,
        completed_at: instant(packet.completed_at ?? now),
        has_file: packet.signed_file_key !== null && !hasExpired,
        file_expired: hasExpired,
        on_paper: !isSignedOnline(packet),
        files: mayFollow(packet, now) ? await readSentFiles(tx, packet.uuid) : null,
        has_access_code: hasAccessCode,
        is_released: !(await statusesIn(tx, packet)).some(isHeld),
      },
    };
  }
  if (state === 'new_device')
    return {
      state,
      room: {
        state,
        sender,
        address: maskedAddress(packet.sent_to ?? ''),
        code_expires_at: maybeInstant(await expiryOfCode(tx, packet.uuid, { holder, now })),
      },
    };
  if (state !== 'open' && state !== 'paper' && state !== 'elsewhere')
    return { state, room: { state, sender } };
  const whole = await readWholeDocuments(tx, packet.uuid);
  const documents = (await readPacketDocuments(tx, packet.uuid)).map(({ item, name, sha256 }) => ({
    uuid: item,
    name,
    has_file: sha256 !== null,
    is_whole: whole.has(item),
  }));
  const { signing_instructions: instructions } = await tx
    .selectFrom('transactions')
    .select('signing_instructions')
    .where('uuid', '=', deal.uuid)
    .executeTakeFirstOrThrow();
  if (state !== 'open') {
    const { full_name: signer } = await tx
      .selectFrom('signatories')
      .select('full_name')
      .where('uuid', '=', packet.signatory)
      .executeTakeFirstOrThrow();
    const { uuid, message } = packet;
    const request = { packet: uuid, sender, deal: deal.name, signer, message, instructions, documents };
    if (state === 'elsewhere') return { state, room: { state, service: 'docusign' as const, ...request } };
    const expires_at = instant(packet.expires_at ?? now);
    const pages = await readPaperRoom(tx, packet);
    return { state, room: { state, ...request, expires_at, has_access_code: hasAccessCode, ...pages } };
  }
  return {
    state,
    deal,
    sender,
    instructions,
    ...(await readRoomRows(tx, packet)),
    documents,
  };
}

async function expiryOfCode(
  tx: Tx,
  packet: string,
  { holder: { device }, now }: { holder: LinkHolder; now: Date },
): Promise<Date | null> {
  return device === null ? null : deviceCodeExpiry(tx, { packet, device }, now);
}
