import { sql, type Selectable } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenRoom } from '../../../src/contract/entities/signing/signing-room.ts';
import { tabsOf } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import { sheetText } from '../../../src/contract/rules/signature-page/layout/sheet-text.ts';
import { maybeInstant } from '../../present/present-row.ts';
import type { serverFonts } from '../../signing/page-fonts.ts';
import { paintSvg } from '../../signing/paint-svg.ts';
import type { PacketTable } from '../../store/deals/packets/packet-tables.ts';
import { CAME_BACK_ON_PAPER, isSignedAsShown } from '../../store/deals/packets/pages-to-sign.ts';
import { readSignedPages } from '../../store/deals/packets/signed-pages.ts';
import { readPagesToWitness } from '../../store/deals/packets/witnesses.ts';
import type { Tx } from '../../store/tables.ts';
import { openCapacitySentences } from '../packets/sending/capacity-sentences.ts';

/** The entries of pages that were signed before entries existed. */
const UNKNOWN = { values: {}, day: '' };

/** Reads what a room shows of its packet, except for the documents. */
export async function readRoomRows(tx: Tx, packet: Selectable<PacketTable>) {
  const signatory = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  const pages = await tx
    .selectFrom('packet_pages as page')
    .selectAll()
    .where('packet', '=', packet.uuid)
    // A page that was signed here stays signed here, even if it also came back on paper.
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
  const capacityOf = await openCapacitySentences({ tx, deal: { uuid: packet.transaction } });
  return {
    packet,
    signatory,
    pages,
    assignments: new Map(rows.map((row) => [row.uuid, row])),
    signed: new Map(signatures.map((row) => [row.assignment, row])),
    entries: await readSignedPages(tx, packet.uuid),
    witnessing: new Map(
      (await readPagesToWitness(tx, packet)).map(({ uuid, sha256, witness: name }) => [
        uuid,
        { sha256, name },
      ]),
    ),
    capacityOf: (row: (typeof rows)[number] | undefined) => (row ? capacityOf(row) : ''),
  };
}
export type RoomRows = Awaited<ReturnType<typeof readRoomRows>>;

/**
 * Returns the pages of a room.
 * @param pictures whether to include their pictures
 */
export async function showRoomPages(
  { packet, pages, assignments, signed, entries, witnessing, capacityOf }: RoomRows,
  fonts: Awaited<ReturnType<typeof serverFonts>>,
  { pictures }: { pictures: boolean },
): Promise<OpenRoom['pages']> {
  const shownHashes = new Map([...signed].map(([assignment, { sha256 }]) => [assignment, sha256]));
  const shown = [];
  for (const page of pages) {
    await nextTurn();
    const { tabs, groups } = tabsOf(page.sheet);
    const entered = entries.get(page.uuid) ?? (isSignedAsShown(page, shownHashes) ? UNKNOWN : null);
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
      witness: witnessing.get(page.uuid) ?? null,
      signed: entered ? { values: entered.values, day: entered.day } : null,
      assignments: page.assignments.map((uuid) => ({
        uuid,
        capacity: packet.capacities?.[uuid] ?? capacityOf(assignments.get(uuid)),
        signed_at: maybeInstant(signed.get(uuid)?.signed_at ?? null),
      })),
    });
  }
  return shown;
}
