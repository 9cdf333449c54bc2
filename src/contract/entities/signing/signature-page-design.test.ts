import { describe, expect, it } from 'vitest';
import { newPageDesign, newSignatureBlock } from '../../rules/signature-page/design/new-design.ts';
import { signatureBlockSchema, signaturePageDesignSchema } from './signature-page-design.ts';

const style = {
  font_size: '12px',
  bold: false,
  italic: false,
  underline: false,
  text_transform: 'none',
  is_enabled: true,
};

describe('the design of a signature page', () => {
  it('has every default of the specification', () => {
    const { block_styles, auth_rep_alignment, additional_fields } = signatureBlockSchema.parse({
      id: 'block',
      kind: 'signature',
    });
    expect(block_styles).toEqual({
      header: { ...style, text_transform: 'uppercase' },
      signatory_name: style,
      signatory_description: { ...style, format: 2 },
      name: style,
      by_line_labels: style,
      title: { ...style, entity: 'title', format: 2, individual: false },
      line_styles: 'solid',
      individual_signature_format: 'above',
    });
    expect(auth_rep_alignment).toBe('indent');
    expect(additional_fields).toEqual([
      { key: 'signing_date', is_enabled: false },
      { key: 'address', is_enabled: false },
      { key: 'email', is_enabled: false },
    ]);
    expect(signaturePageDesignSchema.parse({})).toMatchObject({
      margins: 'regular',
      font: 'times_new_roman',
      font_size: 12,
      consolidate_signer: false,
    });
  });

  it('fills in the defaults of a new page and a new block', () => {
    expect(signaturePageDesignSchema.parse({})).toEqual(newPageDesign());
    const { id, kind, grid, ...rest } = newSignatureBlock('block', 1);
    expect(signatureBlockSchema.parse({ id, kind, grid })).toEqual({ id, kind, grid, ...rest });
  });

  it('keeps fields of a later version', () => {
    const later = {
      ...newPageDesign(),
      watermark: 'Draft',
      blocks: [
        { ...newSignatureBlock('block', 0), stamp: { x: 1 } },
        { id: 'logo', kind: 'picture', grid: { x: 0, y: 1, w: 2, h: 2, anchor: 'top' }, file: 'logo.svg' },
      ],
    };
    expect(signaturePageDesignSchema.parse(later)).toEqual(later);
  });

  it('reads a block of an unknown kind as a spacer', () => {
    const { blocks } = signaturePageDesignSchema.parse({ blocks: [{ id: 'a', kind: 'seal' }] });
    expect(blocks).toEqual([{ id: 'a', kind: 'seal', grid: { x: 0, y: 0, w: 12, h: 1 } }]);
  });

  it.each([
    ['a page', { design_version: 2 }],
    ['a block', { blocks: [{ ...newSignatureBlock('block', 0), design_version: 7 }] }],
  ])('reports that a newer version made %s', (_, design) => {
    expect(signaturePageDesignSchema.safeParse(design).error?.issues[0]?.message).toBe(
      'A newer version of Counterpart made this design. Reload to update, then try again.',
    );
  });

  it.each(['0px', '5px', '99px', '12', 'large'])('refuses the font size %s', (font_size) => {
    const block = { id: 'a', kind: 'signature', block_styles: { header: { font_size } } };
    expect(signaturePageDesignSchema.safeParse({ blocks: [block] }).error?.issues[0]?.message).toBe(
      'Enter a font size from 6px to 72px.',
    );
  });
});
