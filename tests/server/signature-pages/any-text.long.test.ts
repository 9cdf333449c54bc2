import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paintPdf } from '../../../server/signing/paint-pdf.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { fonts, layOut } from './page-engine.ts';
import { human, nested, signer } from './sample-signers.ts';

/** Any code points, and lone surrogates. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '\ud83d',
        '\udc00',
        '{{',
        '}}',
        '\u200d',
        '\ufe0f',
        '\u202e',
        '\ufffc',
        '\0',
        '\r',
        'क्षि',
        'سلام',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

test('any typed text can be laid out and written as a PDF that opens', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyText, async (name, title, text) => {
      const { sheets } = await layOut({
        design: {
          font: 'arial',
          blocks: [
            { id: 'text', kind: 'text', content: [text, [{ text: name, bold: true, underline: true }]] },
            { id: 'signature', kind: 'signature', grid: { y: 1 }, block_styles: { title: { italic: true } } },
          ],
        },
        signers: [signer(name, human(text, title), { through: [nested(title, text, name)] })],
      });
      const pages = await seePdf(await paintPdf(sheets, fonts, { title: text, date: new Date(0) }), 0.1);
      expect(pages).toHaveLength(sheets.length);
    }),
    // fontkit’s shaper fails on the first example.
    { numRuns: 100, examples: [['', 'ᜀ\u200d', '']] },
  );
});
