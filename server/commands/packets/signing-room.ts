import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SigningRoom } from '../../../src/contract/entities/signing-room.ts';
import { CONSENT } from '../../../src/contract/rules/signing/consent.ts';
import { sheetText } from '../../../src/contract/rules/signature-page/sheet-text.ts';
import { instant, maybeInstant } from '../../present/present-row.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { drawSignature } from '../../signing/packets/draw-signature.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintSvg } from '../../signing/paint-svg.ts';
import { findLink } from '../../store/deals/signing-links.ts';
import type { Tx } from '../../store/tables.ts';
import { readPacketDocuments } from './packet-documents.ts';
import { openCapacitySentences } from './capacity-sentences.ts';

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
  token: string,
  { pictures }: { pictures: boolean },
): Promise<SigningRoom> {
  const read = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => readRows(tx, token, services.now()));
  if (read.state !== 'open') return read.room;
  const fonts = await serverFonts();
  const { packet, deal, signatory, documents, pages, signed, assignments, capacityOf } = read;
  const shown = [];
  for (const page of pages) {
    await nextTurn();
    shown.push({
      uuid: page.uuid,
      number: page.order + 1,
      document: page.item,
      sha256: page.sha256,
      width: page.sheet.width,
      height: page.sheet.height,
      svg: pictures ? await paintSvg(page.sheet, fonts) : '',
      text: page.sheet.copied?.text ?? sheetText(page.sheet),
      fields: page.sheet.fields
        .filter(({ purpose }) => purpose === 'signature')
        .map(({ x, y, width, height, signers }) => ({ x, y, width, height, assignments: [...signers] })),
      assignments: page.assignments.map((uuid) => ({
        uuid,
        capacity: packet.capacities?.[uuid] ?? capacityOf(assignments.get(uuid)),
        signed_at: maybeInstant(signed.get(uuid) ?? null),
      })),
    });
  }
  const { adopted } = packet;
  return {
    state: 'open',
    packet: packet.uuid,
    sender: read.sender,
    deal: deal.name,
    signer: signatory.full_name,
    message: packet.message,
    expires_at: instant(packet.expires_at ?? services.now()),
    consent: { version: CONSENT.version, paragraphs: [...CONSENT.paragraphs] },
    consented_at: maybeInstant(packet.consented_at),
    adopted: adopted && { ...adopted, ...(await drawSignature(adopted, fonts)) },
    documents,
    pages: shown,
  };
}

async function readRows(tx: Tx, token: string, now: Date) {
  const link = await findLink(tx, token, now);
  if (!link) throw unknownLink();
  const { packet, deal, state } = link;
  const sender = await tx
    .selectFrom('organizations')
    .select('name as organization')
    .where('uuid', '=', packet.sent_for)
    .executeTakeFirstOrThrow();
  if (state === 'completed')
    return {
      state,
      room: {
        state,
        packet: packet.uuid,
        sender,
        completed_at: instant(packet.completed_at ?? now),
        has_file: packet.signed_file_key !== null,
      },
    };
  if (state !== 'open') return { state, room: { state, sender } };
  const signatory = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  const pages = await tx
    .selectFrom('packet_pages')
    .selectAll()
    .where('packet', '=', packet.uuid)
    .orderBy('order')
    .execute();
  const rows = await tx
    .selectFrom('assignments')
    .select(['uuid', 'signatory', 'auth_rep'])
    .where('uuid', 'in', packet.assignments)
    .execute();
  const signatures = await tx
    .selectFrom('packet_signatures')
    .select(['assignment', 'signed_at'])
    .where('packet', '=', packet.uuid)
    .execute();
  const capacityOf = await openCapacitySentences({ tx, deal });
  return {
    state,
    packet,
    deal,
    sender,
    signatory,
    pages,
    documents: (await readPacketDocuments(tx, packet.uuid)).map(({ item, name, sha256 }) => ({
      uuid: item,
      name,
      has_file: sha256 !== null,
    })),
    assignments: new Map(rows.map((row) => [row.uuid, row])),
    signed: new Map(signatures.map(({ assignment, signed_at }) => [assignment, signed_at])),
    capacityOf: (row: (typeof rows)[number] | undefined) => (row ? capacityOf(row) : ''),
  };
}
