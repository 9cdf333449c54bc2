import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOut } from './page-engine.ts';
import { alpha, human, nested, signer } from './sample-signers.ts';
import {
  CODE,
  designs,
  footer,
  MARGINS,
  openFonts,
  signatureBoxes,
  signers,
  spillsOf,
} from './any-design.ts';

openFonts();

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

test('the same person signs twice on a consolidated page if the titles differ', async () => {
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

test('a bracket in right-to-left text opens to the other side', async () => {
  const { sheets } = await layOut({ signers: [signer('شركة (ذ)', human('x', 'y'))] });
  const drawn = sheets[0]?.runs.flatMap(({ rightToLeft, glyphs }) =>
    rightToLeft ? glyphs.map(({ chars }) => chars) : [],
  );
  expect(drawn?.join('')).toContain('(ذ)');
});

test('Chinese, Japanese, Korean, Thai and Arabic are set in fonts that have them, without a warning', async () => {
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

test('a character that no font has gives a warning and is replaced by a mark', async () => {
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
