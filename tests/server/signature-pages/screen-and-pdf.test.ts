import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCode } from '../../../server/signing/page-codes.ts';
import { paintPdf } from '../../../server/signing/paint-pdf.ts';
import { SheetPicture } from '../../../src/app/signature-pages/paint-svg.tsx';
import type { Sheet } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { fonts, layOut } from './page-engine.ts';
import { alpha, beta, human, jane, signer } from './sample-signers.ts';

/** Pixels per point. Half a point is three pixels. */
const SCALE = 6;
const CODE = 'CP-ABCDEFGH23456777';
/** A darker pixel is ink. */
const INK = 128;

interface Picture {
  readonly gray: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function onScreen(sheet: Sheet): Promise<Picture> {
  const codes = new Map([[CODE, await drawCode(CODE)]]);
  const element = createElement(SheetPicture, { sheet, fonts, codes, label: 'A sheet' });
  const svg = renderToStaticMarkup(element).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  const columns = Math.round(sheet.width * SCALE);
  const rows = Math.round(sheet.height * SCALE);
  const picture = sharp(Buffer.from(svg), { density: 72 * SCALE, limitInputPixels: false })
    .resize(columns, rows, { fit: 'fill' })
    .flatten({ background: 'white' })
    .toColorspace('b-w');
  return { gray: new Uint8Array(await picture.raw().toBuffer()), columns, rows };
}

/** Returns the bounds of the ink in an area, in points; null without ink. */
function inkIn({ gray, columns, rows }: Picture, { left, top, right, bottom }: Box): Box | null {
  const found = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  const edge = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value * SCALE)));
  for (let row = edge(top, rows); row < edge(bottom, rows); row += 1) {
    for (let column = edge(left, columns); column < edge(right, columns); column += 1) {
      if ((gray[row * columns + column] ?? 255) >= INK) continue;
      found.left = Math.min(found.left, column / SCALE);
      found.top = Math.min(found.top, row / SCALE);
      found.right = Math.max(found.right, (column + 1) / SCALE);
      found.bottom = Math.max(found.bottom, (row + 1) / SCALE);
    }
  }
  return found.right > 0 ? found : null;
}

/** Returns the area of each run, line and code, with a little space around it. */
function areasOf({ runs, rules, codes }: Sheet): (Box & { what: string })[] {
  return [
    ...runs
      .filter(({ text }) => text.trim() !== '')
      .map(({ x, y, width, size, text }) => ({
        what: text,
        left: x - 1,
        top: y - size,
        right: x + width + 1,
        bottom: y + size * 0.3,
      })),
    ...rules.map(({ x, y, width }) => ({
      what: 'line',
      left: x - 2,
      top: y - 1.5,
      right: x + width + 2,
      bottom: y + 1.5,
    })),
    ...codes.map(({ x, y, size, text }) => ({
      what: text,
      left: x - 2,
      top: y - 2,
      right: x + size + 2,
      bottom: y + size + 1,
    })),
  ];
}

const PAGES: readonly [string, Parameters<typeof layOut>[0]][] = [
  ['a new page', { signers: [alpha, beta, jane] }],
  [
    'Arial on A4, with every field and a dashed line',
    {
      paper: 'a4',
      design: {
        font: 'arial',
        blocks: [
          {
            id: 'signature',
            kind: 'signature',
            block_styles: {
              header: { bold: true, font_size: '14px' },
              name: { italic: true, underline: true },
              line_styles: 'dashed',
            },
            additional_fields: ['address', 'email', 'signing_date'].map((key) => ({ key, is_enabled: true })),
          },
        ],
      },
      signers: [alpha],
    },
  ],
  [
    'Courier, justified',
    {
      design: {
        font: 'courier',
        blocks: [
          {
            id: 'text',
            kind: 'text',
            text_align: 'justify',
            content: ['The parties agree that this page may be signed in counterparts. '.repeat(6)],
          },
        ],
      },
    },
  ],
  [
    'Arabic, Hebrew, Chinese and Thai',
    {
      signers: [
        signer('شركة الخليج للاستثمار (ذ.م.م)', human('محمد بن سلمان', 'מנכ״ל')),
        signer('北京长城科技有限责任公司', human('สมชาย', '주식회사')),
      ],
    },
  ],
];

test.each(PAGES)(
  '%s has everything in the same position on the screen and in the PDF, to within half a point',
  async (_, page) => {
    const { sheets } = await layOut({ ...page, code: CODE });
    const pdf = await seePdf(
      await paintPdf(sheets, fonts, { title: 'Signature page', date: new Date(0) }),
      SCALE,
    );
    let compared = 0;
    for (const [at, sheet] of sheets.entries()) {
      const screen = await onScreen(sheet);
      const paper = pdf[at];
      if (!paper) throw new Error('The PDF has fewer pages.');
      for (const { what, ...area } of areasOf(sheet)) {
        const [here, there] = [inkIn(screen, area), inkIn(paper, area)];
        if (!here || !there) throw new Error(`${what} is not drawn on the ${here ? 'paper' : 'screen'}.`);
        const apart = Math.max(
          Math.abs(here.left - there.left),
          Math.abs(here.top - there.top),
          Math.abs(here.right - there.right),
          Math.abs(here.bottom - there.bottom),
        );
        expect(apart, what).toBeLessThanOrEqual(0.5);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(6);
  },
);
