import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import * as z from 'zod/mini';
import { sourceName } from '../convert/readers/reader-messages.ts';
import { reportReading } from '../convert/readers/report-reading.ts';
import { openServerFonts, type ServerFonts } from './page-fonts.ts';
import { paintPdf } from './paint-pdf.ts';
import { PAINTED, type PaintRequest } from './paint-request.ts';

// Runs in a separate process, which paint-pages.ts starts.

// The request comes from the server itself.
const requestSchema = z.custom<PaintRequest>();

async function paint({ fonts, load }: ServerFonts, request: unknown): Promise<object> {
  const { facts, pages, drawings, numPdfs } = requestSchema.parse(request);
  const pdfs: PDFDocument[] = [];
  for (let at = 0; at < numPdfs; at += 1)
    pdfs.push(await PDFDocument.load(await readFile(sourceName(at)), { updateMetadata: false }));
  await load([...new Set(pages.flatMap(({ sheet }) => sheet.runs.map(({ face }) => face)))]);
  const painted = await paintPdf(
    pages.map(({ sheet }) => sheet),
    fonts,
    { ...facts, date: new Date(facts.date) },
    new Map(
      pages.map(({ sheet, ink }) => [
        sheet,
        ink.flatMap(({ drawing, ...placed }) => {
          const drawn = drawings[drawing];
          return drawn ? [{ ...placed, ...drawn }] : [];
        }),
      ]),
    ),
    new Map(
      pages.flatMap(({ sheet, under }) => {
        const pdf = under && pdfs[under.pdf];
        return pdf ? [[sheet, { pdf, page: under.page }] as const] : [];
      }),
    ),
  );
  await writeFile(PAINTED, painted);
  return {};
}

await reportReading(openServerFonts, paint);
