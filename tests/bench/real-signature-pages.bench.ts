// `npm run bench real-signature-pages -- FOLDER`: draws ten signature pages of real agreements next to the
// same pages made by Counterpart, for docs/signature-pages.md. FOLDER contains the agreements. The pictures
// omit the empty part and the footer of our pages.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openServerFonts } from '../../server/signing/page-fonts.ts';
import { paintPdf } from '../../server/signing/paint-pdf.ts';
import { signaturePageDesignSchema } from '../../src/contract/entities/signing/signature-page-design.ts';
import { layoutWithFonts } from '../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import { seePdf, type SeenPage } from '../support/open-pdfium.ts';
import { REBUILT_PAGES, type RebuiltPage } from './real-pages/rebuilt-pages.ts';

const PICTURES = 'docs/signature-pages';
/** Pixels per point. */
const SCALE = 1.25;
const GAP = 16;
/** Darker pixels are ink: 0 is black, 255 white. */
const INK = 128;
const DESK = '#8d8d8d';

const folder = process.argv.slice(2).find((each) => !each.startsWith('-'));
if (folder === undefined) throw new Error('Name the folder with the agreements.');
const { fonts, load } = await openServerFonts();
await mkdir(PICTURES, { recursive: true });
for (const page of REBUILT_PAGES) {
  const original = (await seePdf(await readFile(join(folder, page.file)), SCALE))[page.page - 1];
  if (!original) throw new Error(`${page.file} has no page ${page.page}.`);
  const [rebuilt] = await seePdf(await paint(page), SCALE);
  if (!rebuilt) throw new Error(`${page.name} has no sheet.`);
  await compose(page, original, rebuilt);
  console.log(`${page.name}: ${page.file}, page ${page.page}`);
}

async function paint({ design, document, signers }: RebuiltPage): Promise<Uint8Array> {
  const read = { design: signaturePageDesignSchema.parse(design), paper: 'letter' as const, code: null };
  const { sheets, warnings } = await layoutWithFonts(read, signers, { document_name: document }, fonts, load);
  for (const warning of warnings) console.log(`  ${JSON.stringify(warning)}`);
  return paintPdf(sheets, fonts, { title: document, date: new Date(0) });
}

/** Draws the original on the left and our page on the right, on a gray background. */
async function compose({ name, part }: RebuiltPage, original: SeenPage, rebuilt: SeenPage): Promise<void> {
  const [from, to] = part.map((points) => Math.round(points * SCALE));
  const cut = await Promise.all([
    strip(original, from ?? 0, to ?? original.rows),
    strip(rebuilt, 0, inkEnd(rebuilt)),
  ]);
  const height = Math.max(...cut.map(({ info }) => info.height)) + 2 * GAP;
  const width = cut.reduce((sum, { info }) => sum + info.width + GAP, GAP);
  let left = 0;
  const placed = cut.map(({ data, info }) => {
    const place = { input: data, left: left + GAP, top: GAP };
    left = place.left + info.width;
    return place;
  });
  await sharp({ create: { width, height, channels: 3, background: DESK } })
    .composite(placed)
    .grayscale()
    .png({ palette: true, colours: 16, compressionLevel: 9 })
    .toFile(join(PICTURES, `${name}.png`));
}

/** Returns the part of a page between two rows of pixels. */
async function strip({ gray, columns, rows }: SeenPage, top: number, end: number) {
  return sharp(gray, { raw: { width: columns, height: rows, channels: 1 } })
    .extract({ left: 0, top, width: columns, height: Math.min(rows, end) - top })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** Returns the row after the last ink above the footer. Everything below is left out. */
function inkEnd({ gray, columns, rows }: SeenPage): number {
  const footer = Math.round(rows * 0.88);
  for (let row = footer; row > 0; row -= 1) {
    if (gray.subarray(row * columns, (row + 1) * columns).some((value) => value < INK))
      return row + Math.round(24 * SCALE);
  }
  return footer;
}
