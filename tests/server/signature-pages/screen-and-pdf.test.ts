import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCode } from '../../../server/signing/page-codes.ts';
import { paintPdf } from '../../../server/signing/paint-pdf.ts';
import { SheetPicture } from '../../../src/app/signature-pages/paint-svg.tsx';
import type { Sheet } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { areasOf, inkApart, type Picture } from '../../support/signing/ink.ts';
import { fonts, layOut } from './page-engine.ts';
import { alpha, beta, human, jane, signer } from './sample-signers.ts';

/** Pixels per point: half a point is three pixels. */
const SCALE = 6;
const CODE = 'CP-ABCDEFGH23456777';
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
        expect(inkApart(screen, paper, area, SCALE), what).toBeLessThanOrEqual(0.5);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(6);
  },
);
