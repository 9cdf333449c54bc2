import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signaturePageDesignSchema } from '../../../src/contract/entities/signing/signature-page-design.ts';
import { bandsOf } from '../../../src/contract/rules/signature-page/layout/bands.ts';
import {
  consolidate,
  type PageSigner,
} from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import type { PageLayout } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { layOut } from './page-engine.ts';
import {
  CODE,
  designs,
  MARGINS,
  openFonts,
  runs,
  signatureBlock,
  signatureBoxes,
  signers,
  spillsOf,
} from './any-design.ts';

openFonts();

/**
 * Laying out a page takes much longer than checking it, so one test checks all properties on the same pages.
 */
test('on any page, everything is inside the margins and above one footer, nothing overlaps, only tall blocks are split, and a code changes nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(designs, signers, fc.constantFrom('letter', 'a4'), async (design, list, paper) => {
      const page = { design, signers: list, paper };
      const plain = await layOut(page);
      expectInsideMargins(plain, MARGINS[design.margins]);
      expectApart(plain);
      expectOneFooterEach(plain);
      expectOnlyTallBlocksSplit(plain, list);
      expectOnlyCodeAdded(await layOut({ ...page, code: CODE }), plain);
    }),
    { numRuns: runs },
  );
});

function expectInsideMargins({ sheets }: PageLayout, margin: number): void {
  for (const sheet of sheets) expect(spillsOf(sheet, margin)).toEqual([]);
}

function expectApart({ sheets }: PageLayout): void {
  for (const { blocks } of sheets) {
    blocks.forEach((one, at) => {
      for (const other of blocks.slice(at + 1)) {
        const apart =
          one.x + one.width <= other.x + 0.01 ||
          other.x + other.width <= one.x + 0.01 ||
          one.y + one.height <= other.y + 0.01 ||
          other.y + other.height <= one.y + 0.01;
        expect(apart, `${one.block} and ${other.block}`).toBe(true);
      }
    });
  }
}

function expectOneFooterEach({ sheets }: PageLayout): void {
  for (const { blocks } of sheets) expect(blocks.filter(({ kind }) => kind === 'footer')).toHaveLength(1);
}

/** Checks that a block is split only if it is taller than a sheet, and that the layout reports it. */
function expectOnlyTallBlocksSplit(layout: PageLayout, list: readonly PageSigner[]): void {
  const tall = layout.warnings.some(({ kind }) => kind === 'block_too_tall');
  const signed = signatureBoxes(layout).flatMap(({ signers }) => signers);
  expect(new Set(signed)).toEqual(new Set(list.map(({ id }) => id)));
  if (!tall) expect(signed).toHaveLength(list.length);
}

function expectOnlyCodeAdded(coded: PageLayout, plain: PageLayout): void {
  expect(isDeepStrictEqual(coded.warnings, plain.warnings)).toBe(true);
  expect(coded.sheets).toHaveLength(plain.sheets.length);
  coded.sheets.forEach((sheet, at) => {
    const other = plain.sheets[at];
    const without = { ...sheet, codes: [], runs: sheet.runs.slice(0, other?.runs.length) };
    // `toEqual` takes seconds for a full sheet.
    expect(isDeepStrictEqual(without, other)).toBe(true);
    const added = sheet.runs.slice(other?.runs.length).map(({ text }) => text);
    expect(added.join('')).toBe(CODE + CODE);
    expect(sheet.codes).toHaveLength(2);
  });
}

test('blocks and signers keep their order across sheets', async () => {
  const ordered = fc.tuple(designs, fc.option(signatureBlock, { nil: null })).map(([design, second]) => ({
    ...design,
    blocks: [...design.blocks, ...(second ? [second] : [])].map((block, at) => ({
      ...block,
      id: `block-${at}`,
    })),
  }));
  await fc.assert(
    fc.asyncProperty(ordered, signers, async (design, list) => {
      const layout = await layOut({ design, signers: list });
      const signed = signatureBoxes(layout).flatMap((box) => box.signers);
      const groups = consolidate(list, signaturePageDesignSchema.parse(design));
      expect([...new Set(signed)]).toEqual(groups.flat().map(({ id }) => id));

      const { blocks } = signaturePageDesignSchema.parse(design);
      const bands = bandsOf(blocks.filter(({ kind }) => kind !== 'footer'));
      const bandOf = new Map(bands.flatMap((band, at) => band.map(({ id }) => [id, at] as const)));
      const boxes = layout.sheets.flatMap((sheet, at) =>
        sheet.blocks.flatMap(({ block, y, height }) => {
          const band = bandOf.get(block);
          return band === undefined ? [] : [{ block, band, sheet: at, y, height }];
        }),
      );
      const outOfOrder = boxes.flatMap((one) =>
        boxes
          .filter(({ band }) => band > one.band)
          .filter(
            ({ sheet, y }) => sheet < one.sheet || (sheet === one.sheet && y < one.y + one.height - 0.01),
          )
          .map(({ block }) => `${block} is above ${one.block}`),
      );
      expect(outOfOrder).toEqual([]);
    }),
    { numRuns: runs },
  );
});
