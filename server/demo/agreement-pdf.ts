import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';

const PAGE = { width: 612, height: 792 };
const MARGIN = 80;
const TEXT_WIDTH = PAGE.width - 2 * MARGIN;
const BODY = { size: 11.5, leading: 16.5 };

type Fonts = { regular: PDFFont; bold: PDFFont; italic: PDFFont };

/**
 * One of the sample agreements of `texts/` as a PDF: cover, clauses, signature pages. A text has three parts divided by
 * `---`: lines of the cover; paragraphs (`# ` = a heading); and one line per signature block `entity | by line | name |
 * title`. `{{word}}` is filled from `words`. `locked` is the password that opens it.
 */
export async function agreementPdf(
  file: string,
  words: Readonly<Record<string, string>>,
  locked?: { userPassword: string },
): Promise<Uint8Array> {
  const source = await readFile(join(import.meta.dirname, 'texts', file), 'utf8');
  const text = source.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? '');
  const [cover = '', body = '', signatures = ''] = text.split('\n---\n');
  const pdf = await PDFDocument.create();
  const fonts = {
    regular: await pdf.embedFont(StandardFonts.TimesRoman),
    bold: await pdf.embedFont(StandardFonts.TimesRomanBold),
    italic: await pdf.embedFont(StandardFonts.TimesRomanItalic),
  };
  const [title = ''] = cover.split('\n');
  pdf.setTitle(title);
  drawCover(pdf, fonts, cover.split('\n'));
  drawBody(pdf, fonts, body.split('\n'));
  const blocks = signatures.split('\n').filter((line) => line.trim() !== '');
  for (const block of blocks) drawSignaturePage(pdf, fonts, title, block);
  if (locked) pdf.encrypt({ ...locked, ownerPassword: locked.userPassword });
  return pdf.save();
}

function drawCover(pdf: PDFDocument, fonts: Fonts, lines: readonly string[]): void {
  const page = pdf.addPage([PAGE.width, PAGE.height]);
  let y = 560;
  for (const [index, line] of lines.entries()) {
    const font = index === 0 ? fonts.bold : fonts.regular;
    const size = index === 0 ? 20 : 12.5;
    drawCentred(page, line, y, font, size);
    y -= index === 0 ? 56 : 30;
  }
}

function drawBody(pdf: PDFDocument, fonts: Fonts, paragraphs: readonly string[]): void {
  let page: PDFPage | undefined;
  let y = 0;
  let number = 0;
  const room = (height: number): PDFPage => {
    if (page && y - height >= MARGIN) return page;
    page = pdf.addPage([PAGE.width, PAGE.height]);
    number += 1;
    y = PAGE.height - MARGIN;
    drawCentred(page, String(number), 44, fonts.regular, 10);
    return page;
  };
  for (const paragraph of paragraphs) {
    if (paragraph.trim() === '') continue;
    if (paragraph.startsWith('# ')) {
      // A heading stays with the lines that follow it.
      drawCentred(room(4 * BODY.leading), paragraph.slice(2), y - 6, fonts.bold, 11.5);
      y -= 2 * BODY.leading;
      continue;
    }
    for (const line of wrap(paragraph, fonts.regular, BODY.size, TEXT_WIDTH)) {
      room(BODY.leading).drawText(line, { x: MARGIN, y, size: BODY.size, font: fonts.regular });
      y -= BODY.leading;
    }
    y -= BODY.leading / 2;
  }
}

function drawSignaturePage(pdf: PDFDocument, fonts: Fonts, title: string, block: string): void {
  const [entity = '', byLine = '', name = '', office = ''] = block.split('|').map((part) => part.trim());
  const page = pdf.addPage([PAGE.width, PAGE.height]);
  const left = 300;
  let y = 640;
  const say = (line: string, font = fonts.regular, x = left) => {
    for (const part of wrap(line, font, BODY.size, PAGE.width - MARGIN - x)) {
      page.drawText(part, { x, y, size: BODY.size, font });
      y -= BODY.leading;
    }
  };
  say(
    `IN WITNESS WHEREOF, the undersigned has executed this instrument as of the date first written above.`,
    fonts.regular,
    MARGIN,
  );
  y -= 2 * BODY.leading;
  say(entity, fonts.bold);
  if (byLine !== '') say(byLine);
  y -= 2 * BODY.leading;
  say(office === '' ? '________________________________' : 'By: _____________________________');
  say(`Name: ${name}`);
  if (office !== '') say(`Title: ${office}`);
  drawCentred(page, `[Signature Page to ${titleCase(title)}]`, 60, fonts.italic, 10.5);
}

function drawCentred(page: PDFPage, line: string, y: number, font: PDFFont, size: number): void {
  page.drawText(line, { x: (PAGE.width - font.widthOfTextAtSize(line, size)) / 2, y, size, font });
}

function wrap(paragraph: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function titleCase(title: string): string {
  return title.toLowerCase().replaceAll(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase());
}
