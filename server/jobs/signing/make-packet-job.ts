import { v7 } from 'uuid';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { clearInPacket } from '../../commands/packets/clear-in-packet.ts';
import { holdPackets } from '../../commands/packets/sending/hold-packets.ts';
import { holdUnseen } from '../../commands/packets/sending/hold-unseen.ts';
import { openPacketSources } from '../../commands/packets/sending/read-packet-source.ts';
import { sendSoon } from '../../commands/packets/sending/send-if-due.ts';
import { log } from '../../log.ts';
import { makePacketKind } from '../../queue/job-kinds.ts';
import type { Services } from '../../services.ts';
import { layOutPacket, type PacketLayout } from '../../signing/packets/lay-out-packet.ts';
import { hashesOfPages, hashOfSource } from '../../signing/packets/packet-source.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintPages } from '../../signing/paint-pages.ts';
import { changeRow, rowOf } from '../../store/deals/collection-rows.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer, type DealWrite } from '../../store/deals/deal-write.ts';
import { copyFilePages } from './copy-file-pages.ts';
import { keepPacketPdf } from './keep-packet-pdf.ts';

const NOT_MADE = 'This packet couldn’t be created. Try again, or contact support if it keeps happening.';

/** Less time than for signing, so that a packet that could be created can also be signed. */
const PAINT_SECONDS = 120;

/** The number of rows that one statement writes. */
const PAGES_AT_ONCE = 200;

/** Starts the job that creates the PDFs of packets. */
export async function workOnPackets(services: Services): Promise<void> {
  await services.jobs.work(makePacketKind, {
    run: async ({ packet }, { signal }) => makePacket(services, packet, signal),
    failed: ({ packet }, reason) => markFailed(services, packet, reason),
  });
}

/** Creates a packet's pages and PDF. If it was canceled or replaced in the meantime, nothing changes. */
async function makePacket(services: Services, uuid: string, signal: AbortSignal): Promise<void> {
  const asked = await readAsked(services, uuid);
  if (!asked) return;
  const fonts = await serverFonts();
  const copied = await copyFilePages(services, asked.source, signal);
  const layout = await layOutPacket(asked.source, fonts, copied.find);
  const sheets = layout.pages.map(({ sheet }) => sheet);
  const under = new Map(
    layout.pages.flatMap(({ sheet, copied_key: key, copied_page: page }) =>
      key === null || page === null ? [] : [[sheet, { pdf: copied.pdfOf(key), page }] as const],
    ),
  );
  const title = `${asked.source.deal}: signature packet of ${asked.source.signatory}`;
  const { workDir } = services.settings;
  const painting = { fonts: fonts.fonts, under, workDir, signal, wallSeconds: PAINT_SECONDS };
  const pdf = await paintPages(sheets, { title, date: asked.createdAt }, painting);
  const key = await keepPacketPdf(services, pdf);
  await writeToPacket(services, uuid, async (scope) => {
    const made = await scope.tx
      .updateTable('packets')
      .set({
        status: 'ready',
        num_pages: sheets.length,
        warnings: JSON.stringify(layout.warnings),
        made_from: hashOfSource(asked.source),
        file_key: key,
        ...scope.stamp,
      })
      .where('uuid', '=', uuid)
      .returning(['uuid', 'signatory', 'assignments', 'warnings', 'queued'])
      .executeTakeFirstOrThrow();
    await insertPages(scope, uuid, layout, hashesOfPages(asked.source));
    const { queued } = made;
    if (queued !== null && !(await holdUnseen(scope, { ...made, queued }))) await sendSoon(scope, uuid);
  });
}

/** Returns what the packet shows, from one snapshot; null if there is nothing left to do. */
async function readAsked({ db }: Services, uuid: string) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const packet = await tx
        .selectFrom('packets')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('status', '=', 'generating')
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!packet) return null;
      const deal = await tx
        .selectFrom('transactions')
        .select(['uuid', 'name', 'paper_size', 'is_deed_transaction'])
        .where('uuid', '=', packet.transaction)
        .executeTakeFirstOrThrow();
      const sourceOf = await openPacketSources({ tx, deal });
      return { source: sourceOf(packet), createdAt: packet.created_at };
    });
}

async function insertPages(
  { tx, deal }: DealWrite,
  packet: string,
  { pages }: PacketLayout,
  madeFrom: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = pages.map(({ sheet, assignments, signed_with = [], ...page }, order) => ({
    ...page,
    uuid: v7(),
    transaction: deal.uuid,
    packet,
    order,
    made_from: madeFrom.get(page.page ?? '') ?? null,
    assignments: [...assignments],
    signed_with: [...signed_with],
    sheet: JSON.stringify(sheet),
  }));
  for (let from = 0; from < rows.length; from += PAGES_AT_ONCE)
    await tx
      .insertInto('packet_pages')
      .values(rows.slice(from, from + PAGES_AT_ONCE))
      .execute();
}

async function markFailed(services: Services, uuid: string, reason: string): Promise<void> {
  log.error({ packet: uuid, reason }, 'a packet could not be made');
  await writeToPacket(services, uuid, async (scope) => {
    const packet = await rowOf(scope.tx, packetCollection, scope.deal.uuid, uuid);
    await changeRow(scope.tx, 'packets', uuid, {
      status: 'failed',
      error_message: NOT_MADE,
      ...scope.stamp,
    });
    await clearInPacket(scope);
    if (packet.queued) await holdPackets(scope, [packet], NOT_MADE);
  });
}

/** Writes to a packet that is still being created. */
async function writeToPacket(
  services: Services,
  uuid: string,
  write: (scope: DealWrite) => Promise<void>,
): Promise<void> {
  await writeAsServer(
    services,
    'packets.make',
    (db) => dealOfAnyRow(db, 'packets', uuid),
    async (scope) => {
      const { status, deleted_at } = await scope.tx
        .selectFrom('packets')
        .select(['status', 'deleted_at'])
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      if (status !== 'generating' || deleted_at !== null) return;
      await write(scope);
      scope.put('packets', uuid, { fields: ['status'] });
    },
  );
}
