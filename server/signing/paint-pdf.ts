import { setImmediate } from 'node:timers/promises';
import { PDFDocument, PDFName, rgb, type PDFContext, type PDFImage, type PDFPage } from '@cantoo/pdf-lib';
import type { CodeBar } from '../../src/contract/rules/signature-page/layout/code-bars.ts';
import type { LoadedFonts } from '../../src/contract/rules/signature-page/layout/page-fonts.ts';
import type { FaceId, Rule, Sheet, TextRun } from '../../src/contract/rules/signature-page/layout/sheet.ts';
import type { PacketSheet } from '../../src/contract/rules/signing/packets/packet-sheet.ts';
import { addCopied, type CopiedPlace } from './copied-place.ts';
import { EmbeddedFace } from './embed-face.ts';
import { drawCode } from './page-codes.ts';

export interface PdfFacts {
  readonly title: string;
  /** The date in the PDF. The same sheets with the same date give the same bytes, and so the same hash. */
  readonly date: Date;
  /** A prefix for the names of fonts. Pages that this program created earlier already use the default prefix. */
  readonly fontPrefix?: string;
  /** A file that is embedded in the PDF. */
  readonly attachment?: Attachment;
}

export interface Attachment {
  readonly name: string;
  /** JSON. */
  readonly content: string;
  readonly description: string;
}

/**
 * A drawing in ink on a sheet, such as a signature: an SVG path or a picture, its position in points from the top left, and its
 * scale.
 */
export type Ink = Placed & Drawing;

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export type Drawing = { readonly outline: string } | InkPicture;

/** A PNG in base64, and its size in pixels. */
interface InkPicture {
  readonly picture: string;
  readonly width: number;
  readonly height: number;
}

const BLUE_BLACK = rgb(0.08, 0.15, 0.29);

/**
 * Writes sheets as a PDF with embedded fonts.
 * @param ink the drawings on top of each sheet
 * @param copied the file pages underneath the sheets; pass it only in a process that may parse them (paint-pages.ts)
 */
export async function paintPdf(
  sheets: readonly PacketSheet[],
  fonts: LoadedFonts,
  { title, date, fontPrefix = 'Cp', attachment }: PdfFacts,
  ink: ReadonlyMap<Sheet, readonly Ink[]> = new Map(),
  copied: ReadonlyMap<Sheet, CopiedPlace<PDFDocument>> = new Map(),
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(title);
  pdf.setCreationDate(date);
  pdf.setModificationDate(date);
  pdf.setProducer('Counterpart');
  pdf.setCreator('Counterpart');
  const { context } = pdf;
  const embedded = new Map<FaceId, EmbeddedFace>();
  const codes = new Map<string, CodeBar[]>();
  for (const { text } of sheets.flatMap(({ codes }) => codes)) {
    if (!codes.has(text)) codes.set(text, await drawCode(text));
  }
  const images = new Map<string, PDFImage>();
  for (const sheet of sheets) {
    const place = copied.get(sheet);
    const page = place ? await addCopied(pdf, place) : pdf.addPage([sheet.width, sheet.height]);
    const shown = sheet.copied?.matrix;
    // From here on, drawing uses the page as it is shown, whatever its rotation.
    if (shown) addContent(page, `q ${shown.map(String).join(' ')} cm`);
    for (const face of new Set(sheet.runs.map(({ face }) => face))) {
      const font = embedded.get(face) ?? embed(context, fonts, face, `${fontPrefix}${embedded.size + 1}`);
      embedded.set(face, font);
      page.node.setFontDictionary(PDFName.of(font.name), font.ref);
    }
    const content = drawSheet(sheet, embedded, codes);
    addContent(page, content);
    for (const drawn of ink.get(sheet) ?? []) await drawInk(page, drawn, sheet.height, images);
    if (shown) addContent(page, 'Q');
    // A long file must not block other requests.
    await setImmediate();
  }
  for (const font of embedded.values()) font.write(context);
  if (attachment) {
    const { name, content, description } = attachment;
    const facts = { mimeType: 'application/json', description, creationDate: date, modificationDate: date };
    await pdf.attach(new TextEncoder().encode(content), name, facts);
  }
  // The cross-reference table is plain, because a seal is appended with a plain one.
  return pdf.save({ useObjectStreams: false });
}

/** @param images the pictures that are already in the PDF, because each is embedded only once */
async function drawInk(
  page: PDFPage,
  ink: Ink,
  sheetHeight: number,
  images: Map<string, PDFImage>,
): Promise<void> {
  const { x, scale } = ink;
  const top = sheetHeight - ink.y;
  if ('outline' in ink) {
    page.drawSvgPath(ink.outline, { x, y: top, scale, color: BLUE_BLACK });
    return;
  }
  const image = images.get(ink.picture) ?? (await page.doc.embedPng(Buffer.from(ink.picture, 'base64')));
  images.set(ink.picture, image);
  const [width, height] = [ink.width * scale, ink.height * scale];
  page.drawImage(image, { x, y: top - height, width, height });
}

/** Additions are drawn on top of earlier ones. */
function addContent({ doc: { context }, node }: PDFPage, content: string): void {
  node.addContentStream(context.register(context.flateStream(content)));
}

// Pages of files have their own fonts, so the names must not clash with theirs.
function embed(context: PDFContext, fonts: LoadedFonts, face: FaceId, name: string): EmbeddedFace {
  return new EmbeddedFace(fonts.fontOf(face), name, context.nextRef());
}

/** Returns the content stream of a page. PDF coordinates start at the bottom left. */
function drawSheet(
  sheet: Sheet,
  fonts: ReadonlyMap<FaceId, EmbeddedFace>,
  codes: ReadonlyMap<string, readonly CodeBar[]>,
): string {
  const lines: string[] = [];
  const marks: string[] = [];
  for (const run of sheet.runs) {
    const font = fonts.get(run.face);
    if (!font) continue;
    const drawn = drawRun(run, font, sheet.height);
    lines.push(drawn.letters);
    marks.push(...drawn.marks);
  }
  lines.push(...marks);
  for (const rule of sheet.rules) lines.push(...drawRule(rule, sheet.height));
  for (const { text, x, y, size } of sheet.codes) {
    for (const bar of codes.get(text) ?? []) {
      const bottom = sheet.height - (y + (bar.y + bar.height) * size);
      const place = [x + bar.x * size, bottom, bar.width * size, bar.height * size].map(digits);
      lines.push(`${place.join(' ')} re`);
    }
    lines.push('f');
  }
  return lines.join('\n');
}

/**
 * Glyphs without text, such as the dots of Arabic letters, are drawn after all letters, because between them they would split
 * copied words.
 */
function drawRun(run: TextRun, font: EmbeddedFace, height: number): { letters: string; marks: string[] } {
  const begin = `BT /${font.name} ${digits(run.size)} Tf`;
  const marks: string[] = [];
  let array = '';
  // The distance from where the viewer would draw the next glyph, in thousandths of the font size.
  let shift = 0;
  let pen = 0;
  for (const glyph of run.glyphs) {
    const { hex, width } = font.encode(glyph);
    if (glyph.chars === '') {
      const x = run.x + ((pen + glyph.dx) * run.size) / 1000;
      const y = run.y - (glyph.dy * run.size) / 1000;
      marks.push(`${begin} 1 0 0 1 ${digits(x)} ${digits(height - y)} Tm <${hex}> Tj ET`);
      shift += glyph.advance;
    } else {
      const rise = (glyph.dy * run.size) / 1000;
      const drawn = `${adjustment(shift + glyph.dx)}<${hex}>`;
      array += rise === 0 ? drawn : `] TJ ${digits(rise)} Ts [${drawn}] TJ 0 Ts [`;
      shift = glyph.advance - width - glyph.dx;
    }
    pen += glyph.advance;
  }
  const place = `1 0 0 1 ${digits(run.x)} ${digits(height - run.y)} Tm`;
  return { letters: `${begin} ${place} [${array}] TJ ET`, marks };
}

/** The TJ operator subtracts its numbers. */
function adjustment(shift: number): string {
  return Math.abs(shift) < 0.05 ? '' : digits(-shift);
}

function drawRule({ x, y, width, thickness, style }: Rule, height: number): string[] {
  if (style === 'none') return [];
  const dashes = { solid: '[]', dashed: '[4 3]', dotted: `[${digits(thickness)} 2]` };
  const bottom = digits(height - y);
  return [
    `${digits(thickness)} w ${dashes[style]} 0 d ${digits(x)} ${bottom} m ${digits(x + width)} ${bottom} l S`,
  ];
}

/** Rounds to a thousandth of a point. */
function digits(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
