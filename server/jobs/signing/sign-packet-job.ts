import { log } from '../../log.ts';
import { signPacketKind } from '../../queue/job-kinds.ts';
import type { Services } from '../../services.ts';
import { certificatePages } from '../../signing/packets/certificate-pages.ts';
import { drawAdopted } from '../../signing/packets/draw-signature.ts';
import { fillInPage } from '../../signing/packets/fill-in-page.ts';
import { sealInProcess } from '../../signing/seal/seal-in-process.ts';
import { sealPdf } from '../../signing/seal/seal-pdf.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintPages } from '../../signing/paint-pages.ts';
import { pdfHash } from '../../storage/object-keys.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import { appendSigningEvent, BY_SERVER } from '../../store/deals/packets/signing-events.ts';
import { readEntries, signedInRoom } from '../../store/deals/packets/signed-pages.ts';
import { readCopiedPlaces } from './copy-file-pages.ts';
import { keepPacketPdf } from './keep-packet-pdf.ts';

/**
 * Starts the job that draws signatures on the pages of finished packets, and seals them. The signatures count from the moment
 * they were submitted.
 */
export async function workOnSignatures(services: Services): Promise<void> {
  await services.jobs.work(signPacketKind, {
    run: async ({ packet }, { signal }) => signPacket(services, packet, signal),
    failed: async ({ packet }, reason) =>
      log.error({ packet, reason }, 'the signed pages of a packet could not be drawn'),
  });
}

async function signPacket(services: Services, uuid: string, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const { workDir } = services.settings;
  const packet = await db
    .selectFrom('packets')
    .innerJoin('transactions', 'transactions.uuid', 'packets.transaction')
    .innerJoin('signatories', 'signatories.uuid', 'packets.signatory')
    .select(['packets.status', 'packets.adopted', 'packets.completed_at', 'packets.signed_file_key'])
    .select(['transactions.name as deal', 'transactions.paper_size as paper'])
    .select('signatories.full_name as signatory')
    .where('packets.uuid', '=', uuid)
    .executeTakeFirst();
  if (packet?.status !== 'completed' || packet.signed_file_key !== null) return;
  const { adopted, completed_at: at } = packet;
  // It came back on paper in the meantime.
  if (!adopted || !at) return;
  const pages = await db
    .selectFrom('packet_pages')
    .select(['uuid', 'sheet', 'copied_key', 'copied_page'])
    .where('packet', '=', uuid)
    .orderBy('order')
    .execute();
  const fonts = await serverFonts();
  const title = `${packet.deal}: pages signed by ${packet.signatory}`;
  const entriesOf = await readEntries(db, uuid, at);
  const drawn = await drawAdopted(adopted, fonts);
  // A page that came back on paper stays empty here, because nobody signed it electronically.
  const signed = await signedInRoom(db, uuid);
  const isHeld = (assignment: string) => !signed.has(assignment);
  const filled = [];
  for (const page of pages)
    filled.push({ ...page, ...(await fillInPage(page.sheet, entriesOf(page.uuid), drawn, fonts, isHeld)) });
  const { sealing } = services;
  const sealingKey = await sealing.key();
  const certificate = await certificatePages(db, { uuid, ...packet }, { key: sealingKey, fonts });
  // The certificate comes last, because references to the signed pages count from the start.
  const sheets = [...filled.map(({ sheet }) => sheet), ...certificate.sheets];
  const faces = new Set(sheets.flatMap(({ runs }) => runs.map(({ face }) => face)));
  await fonts.load([...faces].filter((face) => !fonts.fonts.isLoaded(face)));
  const under = await readCopiedPlaces(services, filled);
  const ink = new Map(filled.map((page) => [page.sheet, page.ink]));
  const facts = { title, date: at, attachment: certificate.attachment };
  const pdf = await paintPages(sheets, facts, { fonts: fonts.fonts, ink, under, workDir, signal });
  const seal = { key: sealingKey, at: services.now(), stamp: sealing.stamp };
  // Pages of files are only parsed in separate processes.
  const sealed =
    under.size === 0 ? await sealPdf(pdf, seal) : await sealInProcess(pdf, seal, { workDir, signal });
  const key = await keepPacketPdf(services, sealed.pdf);
  const isDue = sealing.hasAuthority && !sealed.isStamped;
  await writeAsServer(
    services,
    'packets.sign',
    (tx) => dealOfAnyRow(tx, 'packets', uuid),
    async (scope) => {
      const { numUpdatedRows } = await scope.tx
        .updateTable('packets')
        .set({
          signed_file_key: key,
          certificate_num_pages: certificate.sheets.length,
          timestamp_due: isDue,
          ...scope.stamp,
        })
        .where('uuid', '=', uuid)
        .where('signed_file_key', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      scope.put('packets', uuid, { fields: ['latest_document', 'certificate_document'] });
      const details = { sha256: pdfHash(key), timestamped: sealed.isStamped, timestamp_due: isDue };
      await appendSigningEvent(scope, uuid, { kind: 'sealed', by: BY_SERVER, details });
    },
  );
}
