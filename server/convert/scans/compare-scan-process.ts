import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { alignPage } from './align-page.ts';
import { compareInk, type GrayPage } from './compare-ink.ts';
import { comparedPagesSchema, type ComparedPage, type ScanComparison } from './compared-pages.ts';
import { drawPage, withCopiedPage } from './copied-scan-page.ts';
import { findCodes, prepareCodes, type Pixels } from './find-codes.ts';
import { fitPage, type Fit } from './fit-page.ts';
import { openPdfium } from '../pdfium-file.ts';
import { reportReading } from '../readers/report-reading.ts';
import { openScan } from './scan-source.ts';

// Runs in a separate process, which compare-scan.ts starts.

type Module = WrappedPdfiumModule;

/** Pixels per point. 100 per inch are enough to show every stroke of a pen. */
const SCALE = 100 / 72;
/** The scale at which codes that were read when the page came in are read again. */
const CODE_SCALE = 150 / 72;

async function compare(pdfium: Module, request: unknown): Promise<ScanComparison[]> {
  const pages = comparedPagesSchema.parse(request);
  const source = await openScan(pdfium);
  const compared = [];
  for (const page of pages) compared.push({ page: page.page, ...(await lookAt(pdfium, source, page)) });
  return compared;
}

async function lookAt(
  pdfium: Module,
  source: number,
  asked: ComparedPage,
): Promise<Omit<ScanComparison, 'page'>> {
  const { page, turns, sheet, codes, own } = asked;
  const drawn = await withCopiedPage(pdfium, source, page, async (_copy, handle) => {
    pdfium.FPDFPage_SetRotation(handle, (pdfium.FPDFPage_GetRotation(handle) + turns) % 4);
    const size = { width: pdfium.FPDF_GetPageWidthF(handle), height: pdfium.FPDF_GetPageHeightF(handle) };
    const pixels = drawPage(pdfium, handle, size, SCALE);
    const larger = codes.length === 0 ? drawPage(pdfium, handle, size, CODE_SCALE) : null;
    return pixels && { pixels, size, codes: larger ? await codesOn(larger, size.width) : codes };
  });
  if (!drawn) return { warnings: ['not_compared'], fit: null };
  const scan = inGray(drawn.pixels, drawn.size.width);
  const blank = await paintBlank(asked);
  // A page may have lost its codes, but not all of its print.
  const fitted = fitPage(sheet.codes, drawn.codes, sheet, drawn.size) ?? alignPage(blank, scan, sheet.codes);
  if (!fitted) return { warnings: ['not_compared'], fit: null };
  return {
    warnings: compareInk({ ...fitted, scan, blank, sheet, own: new Set(own) }),
    fit: ofFractions(fitted.fit, sheet),
  };
}

async function codesOn(pixels: Pixels, points: number): Promise<ComparedPage['codes']> {
  const scale = pixels.width / points;
  return (await findCodes(pixels, { isHard: false })).map(({ text, corners }) => ({
    text,
    by: 'code',
    corners: corners.map(({ x, y }) => ({ x: x / scale, y: y / scale })),
  }));
}

/** The same fit in fractions of the blank page instead of points. */
function ofFractions(
  [a, b, c, d, e, f]: Fit,
  { width, height }: ComparedPage['sheet'],
): ScanComparison['fit'] {
  return [a * width, b * height, c, d * width, e * height, f];
}

function inGray({ data, width, height }: Pixels, points: number): GrayPage {
  const gray = new Uint8Array(width * height);
  for (let at = 0; at < gray.length; at += 1)
    gray[at] = ((data[at * 4] ?? 255) + 2 * (data[at * 4 + 1] ?? 255) + (data[at * 4 + 2] ?? 255)) >> 2;
  return { data: gray, width, height, scale: width / points };
}

/** Pictures inside an SVG aren't drawn here, so the page underneath is painted separately. */
async function paintBlank({ svg, background, sheet }: ComparedPage): Promise<GrayPage> {
  const size = { width: Math.round(sheet.width * SCALE), height: Math.round(sheet.height * SCALE) };
  const data = await paint(Buffer.from(svg), size);
  if (background !== null) {
    const under = await paint(Buffer.from(background.slice(background.indexOf(',') + 1), 'base64'), size);
    for (let at = 0; at < data.length; at += 1) data[at] = Math.min(data[at] ?? 255, under[at] ?? 255);
  }
  return { data, ...size, scale: size.width / sheet.width };
}

async function paint(picture: Buffer, size: { width: number; height: number }): Promise<Uint8Array> {
  const { data, info } = await sharp(picture, { density: 150 })
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === 1 ? data : data.filter((_value, at) => at % info.channels === 0);
}

async function prepare(): Promise<Module> {
  await prepareCodes();
  return openPdfium();
}

await reportReading(prepare, compare);
