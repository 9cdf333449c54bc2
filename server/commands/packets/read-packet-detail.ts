import * as z from 'zod';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import type { PacketDetail, PacketPicture } from '../../../src/contract/entities/signing/packet-detail.ts';
import { sheetText } from '../../../src/contract/rules/signature-page/layout/sheet-text.ts';
import { instant, maybeInstant } from '../../present/present-row.ts';
import { notFound } from '../../refusal.ts';
import { fillInPage } from '../../signing/packets/fill-in-page.ts';
import { drawAdopted } from '../../signing/packets/draw-signature.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintSvg } from '../../signing/paint-svg.ts';
import { fullName } from '../../store/account/users.ts';
import { rowOf, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { readEntries, signedInRoom } from '../../store/deals/packets/signed-pages.ts';
import { collectsPacket } from './packet-sender.ts';
import { releasedAmong } from './released-among.ts';
import { openCapacitySentences } from './sending/capacity-sentences.ts';
import { sendingProblems } from './sending/sending-checks.ts';

/** Returns what a packet's own page shows: its pages, its history, and what keeps it from being sent. */
export async function readPacketDetail(scope: DealRead, { id }: { id: string }): Promise<PacketDetail> {
  const { tx, deal, user, services } = scope;
  const packet = await rowOf(tx, packetCollection, deal.uuid, id);
  return {
    uuid: id,
    message: packet.queued?.message ?? packet.message,
    expires_on: packet.queued?.expires_on ?? null,
    timestamp_due: packet.timestamp_due,
    problems: await sendingProblems(scope, { user, settings: services.settings }, packet),
    pages: await readPages(scope, packet),
    events: await readEvents(scope, id),
  };
}

async function readPages(
  { tx, deal }: DealRead,
  { uuid: packet, capacities }: RowOf<'packets'>,
): Promise<PacketDetail['pages']> {
  const pages = await tx
    .selectFrom('packet_pages as page')
    .leftJoin('items', 'items.uuid', 'page.item')
    .select([
      'page.uuid',
      'page.order',
      'page.kind',
      'page.item',
      'page.assignments',
      'items.name as document',
    ])
    .where('page.packet', '=', packet)
    .orderBy('page.order')
    .execute();
  const among = pages.flatMap(({ assignments }) => assignments);
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among });
  const known = new Map(rows.map((row) => [row.uuid, row]));
  const signatures = await tx
    .selectFrom('packet_signatures')
    .select(['assignment', 'signed_at'])
    .where('packet', '=', packet)
    .execute();
  const signedAt = new Map(signatures.map((row) => [row.assignment, row.signed_at]));
  const capacityOf = await openCapacitySentences({ tx, deal });
  return pages.map(({ uuid, order, kind, item, document, assignments }) => ({
    uuid,
    number: order + 1,
    kind,
    item,
    document,
    signatures: assignments.flatMap((each) => {
      const row = known.get(each);
      if (!row) return [];
      const { status, rejected_reason } = row;
      const on_paper = row.executed_document_page !== null;
      const signed_at = maybeInstant(signedAt.get(each) ?? null);
      const capacity = capacities?.[each] ?? capacityOf(row);
      return [{ uuid: each, capacity, status, on_paper, signed_at, rejected_reason }];
    }),
  }));
}

async function readEvents({ tx }: DealRead, packet: string): Promise<PacketDetail['events']> {
  const rows = await tx
    .selectFrom('signing_events as event')
    .leftJoin('users', 'users.uuid', 'event.actor')
    .select(['event.seq', 'event.kind', 'event.at', 'event.device_at', 'event.address', 'event.details'])
    .select(['users.uuid as actor', fullName('users').as('actor_name')])
    .where('event.packet', '=', packet)
    .orderBy('event.seq')
    .execute();
  return rows.map(({ seq, kind, at, device_at, address, details, actor, actor_name: name }) => ({
    seq,
    kind,
    at: instant(at),
    device_at: maybeInstant(device_at),
    actor: actor === null ? null : { uuid: actor, name },
    address,
    note: noteIn(details),
    num_pages: countIn(details, 'signatures') ?? countIn(details, 'fields'),
    assignments: z.array(z.uuid()).safeParse(details['assignments']).data ?? [],
  }));
}

/** Returns the recipient of a packet, why it ended, or how it was sealed. */
function noteIn(details: Record<string, unknown>): string | null {
  if (details['timestamp_due'] === true)
    return 'without a timestamp, because the timestamp authority didn’t provide one';
  const sentTo = textIn(details, 'sent_to');
  const reason = textIn(details, 'reason');
  if (reason !== null && sentTo !== null)
    return `${reason} (sent to ${sentTo}, address changed to ${textIn(details, 'address') ?? ''})`;
  return reason ?? textIn(details, 'to') ?? textIn(details, 'note');
}

function countIn(details: Record<string, unknown>, field: string): number | null {
  const list = details[field];
  return Array.isArray(list) ? list.length : null;
}

function textIn(details: Record<string, unknown>, field: string): string | null {
  const value = details[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads the source of a packet's page. @throws {Refusal} `not_found` */
export async function readPacketSheet(scope: DealRead, { id, page }: { id: string; page: string }) {
  const { tx, deal, user } = scope;
  const packet = await rowOf(tx, packetCollection, deal.uuid, id);
  const row = await tx
    .selectFrom('packet_pages')
    .select(['uuid', 'sheet'])
    .where('packet', '=', id)
    .where('uuid', '=', page)
    .executeTakeFirst();
  if (!row) throw notFound('This page');
  const { adopted, completed_at: completedAt } = packet;
  // Signatures that were not submitted can still be withdrawn.
  if (packet.status !== 'completed' || !adopted || !completedAt) return { ...row, signed: null };
  const isCollector = collectsPacket(packet, user);
  const released = await releasedAmong(scope, packet.assignments);
  const signed = await signedInRoom(tx, id);
  const isHeld = (assignment: string) =>
    !signed.has(assignment) || (!isCollector && !released.has(assignment));
  const entriesOf = await readEntries(tx, id, completedAt);
  return { ...row, signed: { adopted, entries: entriesOf(page), isHeld } };
}

/** Paints a page of a packet, including its signatures if the reader may see them. */
export async function paintPacketPage({
  uuid,
  sheet,
  signed,
}: Awaited<ReturnType<typeof readPacketSheet>>): Promise<PacketPicture> {
  const fonts = await serverFonts();
  const drawn = signed && (await drawAdopted(signed.adopted, fonts));
  const filled =
    signed && drawn
      ? await fillInPage(sheet, signed.entries, drawn, fonts, signed.isHeld)
      : { sheet, ink: [] };
  return {
    uuid,
    width: sheet.width,
    height: sheet.height,
    svg: await paintSvg(filled.sheet, fonts, filled.ink),
    text: [sheet.copied?.text ?? '', sheetText(filled.sheet)].filter((text) => text !== '').join('\n'),
  };
}
