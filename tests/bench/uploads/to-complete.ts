import { readFile } from 'node:fs/promises';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { TestClient } from '../../server/support/test-client.ts';
import { upload } from '../../server/support/upload.ts';
import { atMost, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import type { UploadSetting } from './bench-site.ts';

export const PAGES = 100;

/** Measures the time from creating a document until its last thumbnail is ready. */
export async function measureToComplete({ site, documents, runs }: UploadSetting): Promise<BenchRow> {
  const { docx } = await documents.letters();
  const pages: number[] = [];
  const letter: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const [person] = await site.server.addMembers(1);
    if (!person) throw new Error('There is no person to upload.');
    const { client } = person;
    const deal = await client.post('/transactions/transaction', { name: 'Benchmark' });
    // The server recognizes identical files by their hash and does not convert them again.
    const title = `Indenture ${run}`;
    const pdf = await timeConversion(client, deal.body.uuid, await manyPages(title));
    pages.push(pdf.took / PAGES);
    const word = await timeConversion(client, deal.body.uuid, withComment(await readFile(docx), title));
    letter.push(word.took);
  }
  return {
    title: 'From upload to complete',
    measures: `Measures only the server, by its own clock: from the create until the document’s thumbnails are finished. The upload before and the time until a browser learns of it are not included. A PDF with ${PAGES} pages of text, a different one each time; a one-page .docx, saved by LibreOffice, with different bytes each time.`,
    goals: [
      atMost('100-page PDF to thumbnails ≤ 5 ms a page', quantile(pages, 0.5), 5, 'ms'),
      atMost('one-page .docx to complete ≤ 3 s', quantile(letter, 0.5), 3000, 'ms'),
    ],
    head: ['', 'ms'],
    lines: [
      ['PDF of 100 pages, a page', spreadCell(pages)],
      ['.docx of one page', spreadCell(letter)],
    ],
    notes: [],
  };
}

/**
 * Uploads a file. Returns its document, and the milliseconds from its creation until its thumbnails are
 * finished.
 */
export async function timeConversion(
  client: TestClient,
  deal: string,
  bytes: Uint8Array,
): Promise<{ document: string; took: number }> {
  const created = await upload(client, deal, bytes);
  if (created.status !== 201) throw new Error(created.text);
  for (;;) {
    const { body } = await client.get(`/transactions/document/${created.body.uuid}`);
    if (body.error_message !== null) throw new Error(body.error_message);
    // Uses the server's own timestamps, because frequent polling would slow it down.
    if (body.thumbnails_finished_at !== null)
      return {
        document: created.body.uuid,
        took: Date.parse(body.thumbnails_finished_at) - Date.parse(body.conversion_requested_at),
      };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Returns the same Word file with different bytes: a ZIP can end with a comment, after two bytes with the comment's length. */
function withComment(docx: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(comment.length);
  return Buffer.concat([docx.subarray(0, -2), length, Buffer.from(comment, 'latin1')]);
}

/** Returns a PDF with `PAGES` pages of text. */
export async function manyPages(title: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (let page = 1; page <= PAGES; page += 1) {
    const sheet = document.addPage();
    for (let line = 0; line < 40; line += 1)
      sheet.drawText(`${title}, page ${page}: the Issuer covenants and agrees, line ${line}.`, {
        x: 72,
        y: 740 - 16 * line,
        size: 11,
        font,
      });
  }
  return document.save();
}
