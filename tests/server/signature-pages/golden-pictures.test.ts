import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paintPdf } from '../../../server/signing/paint-pdf.ts';
import { seePdf, type SeenPage } from '../../support/open-pdfium.ts';
import { fonts, layOut } from './page-engine.ts';
import { alpha, beta, human, jane, signer } from './sample-signers.ts';

/*
 * Golden pages as pictures. If you changed the layout on purpose, delete the pictures beside this file that differ, run it to draw them
 * again, and look at them.
 */

type Options = Parameters<typeof layOut>[0];

/** Two pixels are the same if they are not further apart than this, of 256. */
const SHADES = 64;
/** The share of pixels that may differ, such as at the edges of letters. A moved line of text differs in three times as many. */
const TOLERANCE = 0.0005;

const PAGES: readonly (readonly [name: string, options: Options])[] = [
  ['new-page', { signers: [alpha, beta, jane], design: { consolidate_signer: true } }],
  ['with-codes', { signers: [alpha], code: 'CP-ABCDEFGH23456777', design: { margins: 'narrow' } }],
  [
    'styled',
    {
      signers: [alpha],
      paper: 'a4',
      design: {
        font: 'arial',
        blocks: [
          {
            id: 'signature',
            kind: 'signature',
            auth_rep_alignment: 'left',
            additional_fields: [{ key: 'signing_date', is_enabled: true }],
            block_styles: {
              header: { bold: true, underline: true },
              title: { italic: true, entity: 'its' },
              line_styles: 'dotted',
            },
          },
        ],
      },
    },
  ],
  ['other-scripts', { signers: [signer('شركة الخليج للاستثمار', human('محمد بن سلمان', 'مدير'))] }],
];

test.each(PAGES)('the picture of a page is as it was: %s', async (name, options) => {
  const { sheets } = await layOut(options);
  const pdf = await paintPdf(sheets.slice(0, 1), fonts, { title: name, date: new Date(0) });
  const [page] = await seePdf(pdf, 1);
  if (!page) throw new Error('The PDF has no page.');
  const file = new URL(`golden-pictures/${name}.png`, import.meta.url);
  if (!existsSync(file)) {
    await writeFile(file, await drawn(page));
    throw new Error(
      `The picture ${name}.png was missing and has been drawn. Look at it, then run the test again.`,
    );
  }
  const { data, info } = await sharp(await readFile(file))
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([page.columns, page.rows]);
  const differing = page.gray.filter((value, at) => Math.abs(value - (data[at] ?? 0)) > SHADES).length;
  expect(differing / page.gray.length).toBeLessThan(TOLERANCE);
});

async function drawn({ gray, columns, rows }: SeenPage): Promise<Buffer> {
  return sharp(gray, { raw: { width: columns, height: rows, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
