import { createHash } from 'node:crypto';
import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { pdfKey } from '../../../../server/storage/object-keys.ts';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import type { SeenPage } from '../../../support/open-pdfium.ts';
import { client, server, team } from '../open-signing.ts';

/**
 * Returns a PDF with three signature pages: one upright, one rotated and cropped, and one of an unusual size.
 */
async function leasePdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const lines = ['By: ______________________________', 'Name: Jane Doe'];
  for (const size of [
    [612, 792],
    [420, 595],
  ] as const) {
    const page = pdf.addPage([...size]);
    for (const [at, line] of lines.entries())
      page.drawText(line, { x: 72, y: 300 - at * 16, size: 12, font });
  }
  const turned = pdf.insertPage(1, [792, 612]);
  turned.setRotation(degrees(90));
  turned.setCropBox(20, 10, 700, 500);
  for (const [at, line] of lines.entries())
    turned.drawText(line, { x: 420 + at * 16, y: 82, size: 12, font, rotate: degrees(90) });
  return pdf.save();
}

/** Adds a document and marks all of its pages. */
export async function addLease(making = leasePdf()) {
  const bytes = await making;
  const numPages = (await PDFDocument.load(bytes)).getPageCount();
  const numbers = Array.from({ length: numPages }, (_, at) => at + 1);
  const filed = await addFiledItem(server, client, team.deal, numbers);
  const key = pdfKey(createHash('sha256').update(bytes).digest('hex'));
  await server.services.objects.put(key, bytes);
  await server.services.db
    .updateTable('documents')
    .set({ pdf_file_key: key, num_pages: numPages })
    .where('uuid', '=', filed.document)
    .execute();
  for (const page_uuid of filed.pages)
    await client.post(`/transactions/item/${filed.filed}/mark_page_for_signing`, {
      page_uuid,
      for_signing: true,
    });
  return filed;
}

/** Returns how many pixels in a part of a page have changed. */
export function changes(
  before: SeenPage | undefined,
  after: SeenPage,
  isPart: (row: number, column: number) => boolean,
): number {
  return after.gray.filter((value, at) => {
    const [row, column] = [Math.floor(at / after.columns), at % after.columns];
    return isPart(row, column) && Math.abs(value - (before?.gray[at] ?? 0)) > 40;
  }).length;
}
