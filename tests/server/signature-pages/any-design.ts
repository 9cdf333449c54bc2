import fc from 'fast-check';
import { beforeAll } from 'vitest';
import type { PageSigner } from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import type { PageLayout, Sheet, TextRun } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { layOut } from './page-engine.ts';
import { human, signer } from './sample-signers.ts';

export const MARGINS = { narrow: 36, regular: 72, wide: 108 };
export const CODE = 'CP-ABCDEFGH23456777';
export const runs = 60;

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

export const signers: fc.Arbitrary<PageSigner[]> = fc
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
export const signatureBlock = fc.record({
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
export const footer = { id: 'footer', kind: 'footer', content: ['[Signature Page to {{document_name}}]'] };
export const designs = fc.record({
  margins: fc.constantFrom('narrow', 'regular', 'wide'),
  font: fc.constantFrom('times_new_roman', 'arial', 'courier'),
  font_size: fc.constantFrom(8, 12, 20),
  consolidate_signer: fc.boolean(),
  blocks: fc
    .tuple(signatureBlock, fc.array(textBlock, { maxLength: 2 }))
    .map(([signature, texts]) => [...texts, signature, footer]),
});

export function spillsOf({ width, height, runs, rules }: Sheet, margin: number): (TextRun | object)[] {
  const inside = (x: number, y: number, wide: number) =>
    x >= margin - 0.01 &&
    x + wide <= width - margin + 0.01 &&
    y >= margin - 0.01 &&
    y <= height - margin + 0.01;
  return [...runs, ...rules].filter(({ x, y, width }) => !inside(x, y, width));
}

export function signatureBoxes({ sheets }: PageLayout) {
  return sheets.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'signature'));
}

/** Loads the fallback fonts, so that the first test does not have to wait for them. */
export function openFonts(): void {
  beforeAll(async () => {
    await layOut({ signers: [signer('北京 شركة 주식회사', human('x', 'y'))] });
  });
}
