import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SigningRoom } from '../../../src/contract/entities/signing/signing-room.ts';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { sheetText } from '../../../src/contract/rules/signature-page/layout/sheet-text.ts';
import type { Services } from '../../services.ts';
import { drawAdopted } from '../../signing/packets/draw-signature.ts';
import { fillInPage } from '../../signing/packets/fill-in-page.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintSvg } from '../../signing/paint-svg.ts';
import { rowOf } from '../../store/deals/collection-rows.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import { readSignedPages } from '../../store/deals/packets/signed-pages.ts';
import { findWitnessLink } from '../../store/deals/packets/witness-links.ts';
import { readPagesToWitness, waitingForWitness } from '../../store/deals/packets/witnesses.ts';
import type { Tx } from '../../store/tables.ts';
import type { Signing } from '../packets/room/sign-packet.ts';

/**
 * Returns what a witness sees on their own device: the signed pages that wait for them, and nothing else of the packet. Null
 * if the link isn't a witness's.
 */
export async function readWitnessRoom(services: Services, token: string): Promise<SigningRoom | null> {
  const now = services.now();
  const read = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => readRows(tx, token, now));
  if (read === null) return null;
  if (read.room !== null) return read.room;
  const { adopted, signer, sender, pages, entries } = read;
  const fonts = await serverFonts();
  const drawn = await drawAdopted(adopted, fonts);
  const shown = [];
  for (const { uuid, order, sheet, document, sha256 } of pages) {
    await nextTurn();
    const signed = entries.get(uuid);
    const { sheet: filled, ink } = signed
      ? await fillInPage(sheet, signed, drawn, fonts)
      : { sheet, ink: [] };
    shown.push({
      uuid,
      number: order + 1,
      document,
      sha256,
      width: sheet.width,
      height: sheet.height,
      svg: await paintSvg(filled, fonts, ink),
      text: sheetText(filled),
    });
  }
  return { state: 'witness', sender, signer, pages: shown };
}

async function readRows(tx: Tx, token: string, now: Date) {
  const link = await findWitnessLink(tx, token, now);
  if (!link) return null;
  const { packet, isOpen } = link;
  const sender = await tx
    .selectFrom('organizations')
    .select('name as organization')
    .where('uuid', '=', packet.sent_for)
    .executeTakeFirstOrThrow();
  const toWitness = await readPagesToWitness(tx, packet);
  const waiting = waitingForWitness(toWitness);
  if (toWitness.some(({ witness }) => witness !== null) && waiting.length === 0)
    return { room: { state: 'witnessed' as const, sender } };
  if (!isOpen || waiting.length === 0 || packet.adopted === null)
    return { room: { state: 'witness_ended' as const, sender } };
  const { full_name: signer } = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  const hashOf = new Map(waiting.map(({ uuid, sha256 }) => [uuid, sha256]));
  const rows = await tx
    .selectFrom('packet_pages as page')
    .leftJoin('items', 'items.uuid', 'page.item')
    .select(['page.uuid', 'page.order', 'page.sheet', 'items.name as document'])
    .where(
      'page.uuid',
      'in',
      waiting.map(({ uuid }) => uuid),
    )
    .orderBy('page.order')
    .execute();
  return {
    room: null,
    adopted: packet.adopted,
    signer,
    sender,
    pages: rows.map((row) => ({ ...row, sha256: hashOf.get(row.uuid) ?? '' })),
    entries: await readSignedPages(tx, packet.uuid),
  };
}

/**
 * Performs the act of a witness under the deal's lock. If their link no longer opens the packet, nothing happens.
 * @returns whether the link is a witness's
 */
export async function writeByWitness(
  services: Services,
  { token, by }: { token: string; by: SigningActor },
  work: (signing: Signing) => Promise<void>,
): Promise<boolean> {
  const found = await findWitnessLink(services.db, token, services.now());
  if (!found) return false;
  const { transaction, uuid } = found.packet;
  await writeAsServer(
    services,
    'signing.witness',
    async () => transaction,
    async (scope) => {
      const link = await findWitnessLink(scope.tx, token, scope.now);
      if (!link?.isOpen) return;
      const packet = await rowOf(scope.tx, packetCollection, scope.deal.uuid, uuid);
      await work({ scope, packet, by });
    },
  );
  return true;
}
