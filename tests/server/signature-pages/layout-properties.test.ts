import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { signaturePageDesignSchema } from '../../../src/contract/entities/signing/signature-page-design.ts';
import { bandsOf } from '../../../src/contract/rules/signature-page/layout/bands.ts';
import {
  consolidate,
  type PageSigner,
} from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import type { PageLayout, Sheet, TextRun } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { layOut } from './page-engine.ts';
import { alpha, human, nested, signer } from './sample-signers.ts';

const MARGINS = { narrow: 36, regular: 72, wide: 108 };
const CODE = 'CP-ABCDEFGH23456777';
const runs = 60;

const words = fc.constantFrom(
  'Alpha',
  'Barington',
  'Capital',
  'Łukasz',
  'Überseering',
  'L.P.',
  'LLC',
  'شركة',
  'الخليج',
  'חברת',
  '北京长城科技',
  '주식회사',
  'Société-Générale',
  'x'.repeat(70),
  '{{Missing}}',
);
const names = fc.array(words, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' ').slice(0, 300));
const optional = fc.option(names, { nil: null });

const signers: fc.Arbitrary<PageSigner[]> = fc
  .array(
    fc.record({
      caption: optional,
      text: fc.option(names, { nil: undefined }),
      entity: fc.option(fc.record({ name: names, description: optional }), { nil: null }),
      through: fc.array(fc.record({ id: names, name: names, description: optional, capacity: optional }), {
        maxLength: 8,
      }),
      human: fc.record({ id: names, name: names, title: optional, email: optional, address: optional }),
    }),
    { maxLength: 6 },
  )
  .map((list) => list.map((each, at) => ({ ...each, id: `signer-${at}`, values: {}, overrides: {} })));

const sizes = fc.constantFrom('8px', '12px', '24px', '72px');
const style = fc.record({
  font_size: sizes,
  bold: fc.boolean(),
  underline: fc.boolean(),
  is_enabled: fc.boolean(),
});
const grid = fc.record({
  x: fc.nat(11),
  y: fc.nat(3),
  w: fc.integer({ min: 1, max: 12 }),
  h: fc.integer({ min: 1, max: 3 }),
});
const signatureBlock = fc.record({
  id: fc.constant('signature'),
  kind: fc.constant('signature'),
  grid,
  block_styles: fc.record({
    header: style,
    signatory_name: style,
    by_line_labels: style,
    title: style,
    individual_signature_format: fc.constantFrom('above', 'below', 'side'),
  }),
  additional_fields: fc.constant([
    { key: 'address', is_enabled: true },
    { key: 'signing_date', is_enabled: true },
  ]),
  auth_rep_alignment: fc.constantFrom('indent', 'left'),
});
const textBlock = fc.record({
  id: fc.constantFrom('one', 'two'),
  kind: fc.constantFrom('text', 'lead_in', 'witness', 'logo'),
  grid,
  content: fc.array(names, { maxLength: 3 }),
  text_align: fc.constantFrom('left', 'center', 'right', 'justify'),
});
const footer = { id: 'footer', kind: 'footer', content: ['[Signature Page to {{document_name}}]'] };
const designs = fc.record({
  margins: fc.constantFrom('narrow', 'regular', 'wide'),
  font: fc.constantFrom('times_new_roman', 'arial', 'courier'),
  font_size: fc.constantFrom(8, 12, 20),
  consolidate_signer: fc.boolean(),
  blocks: fc
    .tuple(signatureBlock, fc.array(textBlock, { maxLength: 2 }))
    .map(([signature, texts]) => [...texts, signature, footer]),
});

function spillsOf({ width, height, runs, rules }: Sheet, margin: number): (TextRun | object)[] {
  const inside = (x: number, y: number, wide: number) =>
    x >= margin - 0.01 &&
    x + wide <= width - margin + 0.01 &&
    y >= margin - 0.01 &&
    y <= height - margin + 0.01;
  return [...runs, ...rules].filter(({ x, y, width }) => !inside(x, y, width));
}

function signatureBoxes({ sheets }: PageLayout) {
  return sheets.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'signature'));
}

// Reads the fallback fonts, so that the first test does not have to wait for them.
beforeAll(async () => {
  await layOut({ signers: [signer('北京 شركة 주식회사', human('x', 'y'))] });
});

/** Laying a page out takes much longer than looking at it, so all that holds for any page is checked on the same ones. */
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

/** A block is split only if it is taller than a sheet, and then the layout says so. */
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

test('labels in a very large font stay inside a narrow column', async () => {
  const signature = {
    id: 'signature',
    kind: 'signature',
    grid: { x: 8, y: 0, w: 4, h: 1 },
    block_styles: { by_line_labels: { font_size: '72px' } },
  };
  const design = { margins: 'narrow', font_size: 8, blocks: [signature, footer] };
  const { sheets } = await layOut({ design, signers: [signer('Alpha', human('Alpha', ''))] });
  for (const sheet of sheets) expect(spillsOf(sheet, MARGINS.narrow)).toEqual([]);
});

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

test('the same page is laid out in the same way each time', async () => {
  await fc.assert(
    fc.asyncProperty(designs, signers, async (design, list) => {
      const first = await layOut({ design, signers: list });
      // `toEqual` takes seconds for a full sheet.
      expect(isDeepStrictEqual(await layOut({ design, signers: list }), first)).toBe(true);
    }),
    { numRuns: 10 },
  );
});

test('40 signers spread over sheets in their order', async () => {
  const list = Array.from({ length: 40 }, (_, at) =>
    signer(`Fund ${at + 1}, L.P.`, human(`Person ${at + 1}`, 'Partner')),
  );
  const layout = await layOut({ signers: list });
  expect(layout.sheets.length).toBeGreaterThan(5);
  expect(signatureBoxes(layout).map(({ signers }) => signers[0])).toEqual(list.map(({ id }) => id));
  for (const { blocks } of layout.sheets) {
    const tops = blocks.map(({ y }) => y);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  }
});

test('a consolidated page has one signature line for a person who signs for several entities in one capacity', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (funds, people) => {
        const list = Array.from({ length: funds }, (_, at) =>
          signer(`Fund ${at}`, human(`Person ${at % people}`, 'Manager'), {
            through: [nested('GP LLC', 'general partner')],
          }),
        );
        const { sheets } = await layOut({ design: { consolidate_signer: true }, signers: list });
        const lines = sheets.flatMap(({ fields }) => fields.filter(({ purpose }) => purpose === 'signature'));
        expect(lines).toHaveLength(Math.min(funds, people));
      },
    ),
    { numRuns: 20 },
  );
});

test('with another title, the same person signs twice on a consolidated page', async () => {
  const list = [signer('A', human('Jane Roe', 'President')), signer('B', human('Jane Roe', 'Secretary'))];
  const { sheets } = await layOut({ design: { consolidate_signer: true }, signers: list });
  expect(sheets).toHaveLength(1);
  expect(sheets[0]?.fields.filter(({ purpose }) => purpose === 'signature')).toHaveLength(2);
});

test('entities that share a line but not a sheet each get a line on their own sheet', async () => {
  const list = Array.from({ length: 90 }, (_, at) => signer(`Fund ${at}`, human('Jane Roe', 'Manager')));
  const { sheets, warnings } = await layOut({ design: { consolidate_signer: true }, signers: list });
  expect(sheets.length).toBeGreaterThan(1);
  for (const { fields } of sheets) expect(fields.some(({ purpose }) => purpose === 'signature')).toBe(true);
  expect(warnings).toEqual([]);
});

test.each([
  ['with spaces', 'Consolidated International Holdings '.repeat(9).slice(0, 300)],
  ['without spaces', 'X'.repeat(300)],
])('a name of 300 characters %s wraps and gives a warning', async (_, name) => {
  const { sheets, warnings } = await layOut({ signers: [signer(name, human('Jane Roe', 'Manager'))] });
  const header = sheets[0]?.runs.filter(
    ({ text }) => text !== '' && name.toUpperCase().includes(text.trim()),
  );
  expect(header?.length).toBeGreaterThan(3);
  expect(warnings).toContainEqual({ kind: 'long_name', signer: `${name}/Jane Roe`, name });
});

test('Arabic and Hebrew run from right to left, and the numbers in them from left to right', async () => {
  const { sheets } = await layOut({
    signers: [signer('חברת אלפא 2026 בע״מ', human('محمد بن سلمان', 'Director'))],
  });
  const runs = sheets[0]?.runs ?? [];
  const find = (part: string) => runs.find(({ text }) => text.includes(part));
  const [first, number, last] = [find('חברת'), find('2026'), find('בע״מ')];
  expect(first?.x).toBeGreaterThan(number?.x ?? Infinity);
  expect(number?.x).toBeGreaterThan(last?.x ?? Infinity);
  expect(number?.rightToLeft).toBe(false);
  const arabic = find('محمد');
  expect(arabic?.rightToLeft).toBe(true);
  // In visual order, the first letter comes last.
  expect(arabic?.glyphs.filter(({ chars }) => chars !== '').at(-1)?.chars).toBe('م');
});

test('a bracket in text from right to left opens to the other side', async () => {
  const { sheets } = await layOut({ signers: [signer('شركة (ذ)', human('x', 'y'))] });
  const drawn = sheets[0]?.runs.flatMap(({ rightToLeft, glyphs }) =>
    rightToLeft ? glyphs.map(({ chars }) => chars) : [],
  );
  expect(drawn?.join('')).toContain('(ذ)');
});

test('Chinese, Japanese, Korean, Thai and Arabic come from fonts that have them, without a warning', async () => {
  const list = [
    signer('北京长城科技有限责任公司', human('山田たろう', 'カブシキ')),
    signer('주식회사 한국투자', human('สมชาย', 'กรรมการ')),
    signer('شركة', human('Արամ', 'გიორგი')),
  ];
  const { sheets, warnings } = await layOut({ signers: list });
  expect(warnings).toEqual([]);
  const faces = new Set(sheets.flatMap(({ runs }) => runs.map(({ face }) => face.replace(/-\d.*/, ''))));
  expect([...faces].toSorted()).toEqual([
    'noto-naskh-arabic-arabic',
    'noto-serif-armenian-armenian',
    'noto-serif-georgian-georgian',
    'noto-serif-kr',
    'noto-serif-sc',
    'noto-serif-thai-thai',
    'tinos',
  ]);
});

test('a character that no font has gives a warning and leaves a mark', async () => {
  const { warnings, sheets } = await layOut({
    signers: [signer('Alpha 𓀀 LLC', human('Jane Roe', 'Manager'))],
  });
  expect(warnings).toEqual([{ kind: 'missing_glyph', character: '𓀀' }]);
  expect(sheets[0]?.runs.some(({ glyphs }) => glyphs.some(({ id }) => id === 0))).toBe(true);
});

test('a page without signatories has its text and footer, and a warning', async () => {
  const { sheets, warnings } = await layOut({});
  expect(warnings).toEqual([{ kind: 'no_signatories' }]);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]?.blocks.map(({ kind }) => kind)).toEqual(['lead_in', 'footer']);
});

test('signers without a signature block give a warning', async () => {
  const { warnings } = await layOut({ design: { blocks: [] }, signers: [alpha] });
  expect(warnings).toEqual([{ kind: 'no_signature_block' }]);
});

test('a spacer that does not fit leaves no empty sheet and no gap', async () => {
  const spacer = (y: number) => ({ id: `spacer-${y}`, kind: 'gap', grid: { y, h: 50 } });
  const text = { id: 'text', kind: 'text', grid: { y: 100 }, content: ['Below.'] };
  const alone = await layOut({ design: { blocks: [spacer(0), spacer(50)] } });
  expect(alone.sheets).toHaveLength(1);
  const { sheets } = await layOut({ design: { blocks: [spacer(0), spacer(50), text] } });
  expect(sheets.map(({ runs }) => runs.map(({ text, y }) => [text, Math.round(y)]))).toEqual([
    [],
    [['Below.', 83]],
  ]);
});

test('codes are in opposite corners and keep clear of the content, even with narrow margins', async () => {
  for (const margins of ['narrow', 'regular', 'wide']) {
    const list = Array.from({ length: 9 }, () => alpha);
    const { sheets } = await layOut({ design: { margins }, signers: list, code: CODE });
    for (const { codes, blocks, width, height } of sheets) {
      expect(codes.map(({ x, y }) => [x > width / 2, y > height / 2])).toEqual([
        [true, false],
        [false, true],
      ]);
      for (const code of codes) {
        expect(code.size).toBeCloseTo((16 * 72) / 25.4);
        const near = blocks.filter(
          ({ x, y, width, height }) =>
            x < code.x + code.size + 6 &&
            x + width > code.x - 6 &&
            y < code.y + code.size + 6 &&
            y + height > code.y - 6,
        );
        expect(near).toEqual([]);
      }
    }
  }
});
