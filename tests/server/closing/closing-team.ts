import { createHash } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { pdfKey } from '../../../server/storage/object-keys.ts';
import type { AssignmentStatus } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { addFiledItem } from '../support/deal-with-rows.ts';
import type { TestServer } from '../support/test-server.ts';
import type { DealTeam } from '../signing/deal-team.ts';
import type { RoomDesk } from '../signing/room/room-desk.ts';

/** Prepares documents of a deal for their release: marked, assigned, signed and collated. */
export interface ClosingTeam {
  /** Adds a document of three pages. The second page is marked and has a signature line for Jane Doe. */
  lease: (name: string) => Promise<{ item: string; page: string }>;
  /** Assigns a person to a separate signature page after the document, instead of to the marked page. */
  assignBehind: (item: string, signatory: string) => ReturnType<DealTeam['assign']>;
  /** Signs everything that a person is assigned, and accepts it. */
  sign: (signatory: string, email: string) => Promise<void>;
  /**
   * Records that a page with this text came back on paper, and returns it. Accepts its signatures unless
   * another status is given.
   */
  signOnPaper: (
    assignments: string | readonly string[],
    text: string,
    status?: AssignmentStatus,
  ) => Promise<string>;
  /** Waits until a document is collated. Returns its row and its executed document. */
  collated: (
    item: string,
  ) => Promise<{ row: { executed_pdf_url: string } & Record<string, unknown>; pdf: Uint8Array }>;
}

/** The same without the signing room. */
export function openPaperClosing(
  server: { services: Pick<TestServer['services'], 'db' | 'objects'> },
  team: DealTeam,
): Omit<ClosingTeam, 'sign'> {
  const { client } = team;
  const { services } = server;
  return {
    lease: async (name) => {
      const filed = await addFiledItem(server, client, team.deal, [1, 2, 3]);
      const bytes = await leasePdf(name);
      const key = pdfKey(createHash('sha256').update(bytes).digest('hex'));
      await services.objects.put(key, bytes);
      await services.db
        .updateTable('documents')
        .set({ pdf_file_key: key, num_pages: 3, size: bytes.byteLength })
        .where('uuid', '=', filed.document)
        .execute();
      await client.patch(`/transactions/item/${filed.filed}`, { name });
      const marked = { page_uuid: filed.pages[1], for_signing: true };
      await client.post(`/transactions/item/${filed.filed}/mark_page_for_signing`, marked);
      return { item: filed.filed, page: filed.pages[1] ?? '' };
    },
    assignBehind: async (item, signatory) => {
      const { body: page } = await client.post('/transactions/signature_page', { item });
      return team.assign(item, signatory, { item_page_uuid: page.uuid });
    },
    signOnPaper: async (assignments, text, status = 'executed') => {
      const pdf = await PDFDocument.create();
      pdf.addPage([612, 792]).drawText(text, { x: 72, y: 700, size: 12 });
      const bytes = await pdf.save();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await services.objects.put(pdfKey(sha256), bytes);
      const me = (await client.get('/authentication/user/me')).body;
      const now = new Date();
      const row = {
        transaction: team.deal,
        created_at: now,
        created_by: me.uuid,
        version: 1,
        modified_at: now,
      };
      const file = {
        name: 'Scan',
        status: 'ready',
        file_key: pdfKey(sha256),
        sha256,
        size: bytes.byteLength,
      } as const;
      const [executed_document, page] = [v7(), v7()];
      await services.db
        .insertInto('executed_documents')
        .values({ ...row, ...file, uuid: executed_document, collected_for: me.organization })
        .execute();
      await services.db
        .insertInto('executed_document_pages')
        .values({
          ...row,
          uuid: page,
          executed_document,
          page: 1,
          match: 'hand',
          pdf_file_key: pdfKey(sha256),
        })
        .execute();
      await services.db
        .updateTable('assignments')
        .set({ executed_document_page: page, status })
        .where(sql<boolean>`uuid = any(${[assignments].flat()}::uuid[])`)
        .execute();
      return page;
    },
    collated: async (item) => {
      const read = async () => (await client.get(`/transactions/item/${item}`)).body;
      await expect.poll(async () => (await read()).collation).toBe('done');
      const row = await read();
      const { status, headers } = await client.get(row.executed_pdf_url.replace('/api', ''));
      expect(status).toBe(302);
      const file = await fetch(headers.get('location') ?? '');
      return { row, pdf: new Uint8Array(await file.arrayBuffer()) };
    },
  };
}

export function openClosing(server: TestServer, team: DealTeam, desk: RoomDesk): ClosingTeam {
  const { client } = team;
  const { services } = server;
  return {
    ...openPaperClosing(server, team),
    sign: async (signatory, email) => {
      const packet = await desk.make(team, { signatories: [signatory] });
      const token = await desk.send(team, packet, email);
      await desk.signAll(token);
      await desk.act(token, 'finish');
      const row = (await team.list('/packet')).find(({ uuid }) => uuid === packet);
      await client.post('/assignments/assignment/bulk_accept', { assignments: row?.['assignments'] });
      await expect
        .poll(async () =>
          services.db
            .selectFrom('packets')
            .select('signed_file_key')
            .where('uuid', '=', packet)
            .where('signed_file_key', 'is not', null)
            .execute(),
        )
        .toHaveLength(1);
    },
  };
}

async function leasePdf(name: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const number of [1, 2, 3]) {
    const page = pdf.addPage([612, 792]);
    page.drawText(`${name}, page ${number}`, { x: 72, y: 700, size: 12, font });
    if (number === 2) page.drawText('By: ______________________________', { x: 72, y: 300, size: 12, font });
    if (number === 2) page.drawText('Name: Jane Doe', { x: 72, y: 284, size: 12, font });
  }
  return pdf.save();
}
