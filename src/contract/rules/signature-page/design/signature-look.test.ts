import { describe, expect, it } from 'vitest';
import { signatureBlockSchema } from '../../../entities/signing/signature-page-design.ts';
import { newSignatureBlock } from './new-design.ts';
import { STYLED_PARTS, withBlockStyles, withFontSize, withTextStyle } from './signature-look.ts';

const block = newSignatureBlock('signature', 1);

it.each(STYLED_PARTS)('changes only the style of the %s', (part) => {
  const edited = withTextStyle(block, part, { font_size: '10.5px', bold: true, text_transform: 'lowercase' });
  expect(signatureBlockSchema.parse(edited)).toEqual(edited);
  expect(edited.block_styles[part]).toEqual({
    ...block.block_styles[part],
    font_size: '10.5px',
    bold: true,
    text_transform: 'lowercase',
  });
  expect(withBlockStyles(edited, { [part]: block.block_styles[part] })).toEqual(block);
});

it('keeps fields of a style that this version does not know', () => {
  const newer = withBlockStyles(block, { name: { ...block.block_styles.name, spacing: 2 } });
  expect(withTextStyle(newer, 'name', { italic: true }).block_styles.name).toMatchObject({
    spacing: 2,
    italic: true,
  });
});

describe('another font size', () => {
  const sizesOf = ({ block_styles: styles }: typeof block) =>
    Object.fromEntries(STYLED_PARTS.map((part) => [part, styles[part].font_size]));

  it('applies to every part of a block that has a single size', () => {
    const edited = withFontSize(block, 10.5);
    expect(signatureBlockSchema.parse(edited)).toEqual(edited);
    expect(new Set(Object.values(sizesOf(edited)))).toEqual(new Set(['10.5px']));
    expect(withFontSize(edited, 12)).toEqual(block);
  });

  it('keeps larger parts larger and smaller ones smaller', () => {
    const mixed = withTextStyle(withTextStyle(block, 'header', { font_size: '18px' }), 'title', {
      font_size: '9px',
    });
    expect(sizesOf(withFontSize(mixed, 10))).toMatchObject({ header: '15px', name: '10px', title: '7.5px' });
  });

  it('stays between 6 and 72 points', () => {
    const mixed = withTextStyle(withTextStyle(block, 'header', { font_size: '72px' }), 'title', {
      font_size: '6px',
    });
    expect(sizesOf(withFontSize(mixed, 14))).toMatchObject({ header: '72px', title: '7px' });
    expect(sizesOf(withFontSize(mixed, 6))).toMatchObject({ header: '36px', title: '6px' });
  });
});
