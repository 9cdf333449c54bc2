import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SigningRoom } from '../../../src/contract/entities/signing/signing-room.ts';
import { CONSENT } from '../../../src/contract/rules/signing/consent.ts';
import { tabsOf } from '../../../src/contract/rules/signing/packet-sheet.ts';
import { sheetText } from '../../../src/contract/rules/signature-page/sheet-text.ts';
import type { LinkHolder } from '../../store/deals/link-holder.ts';
import { instant, maybeInstant } from '../../present/present-row.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { drawAdopted } from '../../signing/packets/draw-signature.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintSvg } from '../../signing/paint-svg.ts';
import { CAME_BACK_ON_PAPER, isSignedAsShown } from '../../store/deals/pages-to-sign.ts';
import { readSignedPages } from '../../store/deals/signed-pages.ts';
import { findLink } from '../../store/deals/signing-links.ts';
import type { Tx } from '../../store/tables.ts';
import { readPacketDocuments } from './packet-documents.ts';
import { openCapacitySentences } from './capacity-sentences.ts';

/** The entries of pages that were signed before there were any. */
const UNKNOWN = { values: {}, day: '' };

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
  const { packet, deal, signatory, documents, pages, signed, entries, assignments, capacityOf } = read;
  const shownHashes = new Map([...signed].map(([assignment, { sha256 }]) => [assignment, sha256]));
  const shown = [];
  for (const page of pages) {
    await nextTurn();
    const { tabs, groups } = tabsOf(page.sheet);
    shown.push({
      uuid: page.uuid,
      number: page.order + 1,
      document: page.item,
      sha256: page.sha256,
      width: page.sheet.width,
      height: page.sheet.height,
      svg: pictures ? await paintSvg(page.sheet, fonts) : '',
      text: page.sheet.copied?.text ?? sheetText(page.sheet),
      fields: page.sheet.fields.flatMap(({ purpose, x, y, width, height, signers }) =>
        purpose === 'signature' || purpose === 'date_signed'
          ? [{ purpose, x, y, width, height, assignments: [...signers] }]
          : [],
      ),
      tabs: [...tabs],
      groups: [...groups],
      signed: entries.get(page.uuid) ?? (isSignedAsShown(page, shownHashes) ? UNKNOWN : null),
      assignments: page.assignments.map((uuid) => ({
        uuid,
        capacity: packet.capacities?.[uuid] ?? capacityOf(assignments.get(uuid)),
        signed_at: maybeInstant(signed.get(uuid)?.signed_at ?? null),
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
    has_access_code: packet.access_code_hash !== null,
    consent: { version: CONSENT.version, paragraphs: [...CONSENT.paragraphs] },
    consented_at: maybeInstant(packet.consented_at),
    adopted: adopted && (await drawAdopted(adopted, fonts)),
    documents,
    pages: shown,
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
  if (state === 'completed')
    return {
      state,
      room: {
        state,
        packet: packet.uuid,
        sender,
        completed_at: instant(packet.completed_at ?? now),
        has_file: packet.signed_file_key !== null,
        on_paper: packet.adopted === null,
      },
    };
  if (state !== 'open') return { state, room: { state, sender } };
  const signatory = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  const pages = await tx
    .selectFrom('packet_pages as page')
    .selectAll()
    .where('packet', '=', packet.uuid)
    // What was signed here stays here, even if it came back on paper too.
    .where((where) =>
      where.or([
        where.not(CAME_BACK_ON_PAPER),
        where.exists(
          where
            .selectFrom('packet_signatures')
            .select('assignment')
            .whereRef('packet_signatures.packet', '=', 'page.packet')
            .where(sql<boolean>`assignment = any(page.assignments)`),
        ),
      ]),
    )
    .orderBy('order')
    .execute();
  const rows = await tx
    .selectFrom('assignments')
    .select(['uuid', 'signatory', 'auth_rep'])
    .where('uuid', 'in', packet.assignments)
    .execute();
  const signatures = await tx
    .selectFrom('packet_signatures')
    .select(['assignment', 'signed_at', 'sha256'])
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
    signed: new Map(signatures.map((row) => [row.assignment, row])),
    entries: await readSignedPages(tx, packet.uuid),
    capacityOf: (row: (typeof rows)[number] | undefined) => (row ? capacityOf(row) : ''),
  };
}
