import { expect, it } from 'vitest';
import { signatureBlockSchema } from '../../entities/signing/signature-page-design.ts';
import { newSignatureBlock } from './new-design.ts';
import { STYLED_PARTS, withBlockStyles, withTextStyle } from './signature-look.ts';

const block = newSignatureBlock('signature', 1);

it.each(STYLED_PARTS)('changes the style of the %s and of nothing else', (part) => {
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
