import type {
  BlockStyles,
  PageBlock,
  SignatureBlock,
  SignaturePageDesign,
  TextStyle,
} from '../../../entities/signing/signature-page-design.ts';

/** The `type` of a generated page. Pages of files have a different one. */
export const GENERATED_PAGE_TYPE = 'instapagev2';

const STYLE: Readonly<TextStyle> = {
  font_size: '12px',
  bold: false,
  italic: false,
  underline: false,
  text_transform: 'none',
  is_enabled: true,
};

/** The default styles, as signaturePageDesignSchema fills them in. */
function newBlockStyles(): BlockStyles {
  return {
    header: { ...STYLE, text_transform: 'uppercase' },
    signatory_name: { ...STYLE },
    signatory_description: { ...STYLE, format: 2 },
    name: { ...STYLE },
    by_line_labels: { ...STYLE },
    title: { ...STYLE, entity: 'title', format: 2, individual: false },
    line_styles: 'solid',
    individual_signature_format: 'above',
  };
}

/** A new signature block, on the right side of the page as in most agreements. */
export function newSignatureBlock(id: string, y: number): SignatureBlock {
  return {
    id,
    kind: 'signature',
    grid: { x: 5, y, w: 7, h: 1 },
    design_version: 1,
    additional_fields: [
      { key: 'signing_date', is_enabled: false },
      { key: 'address', is_enabled: false },
      { key: 'email', is_enabled: false },
    ],
    block_styles: newBlockStyles(),
    auth_rep_alignment: 'indent',
  };
}

/** A new page: lead-in, signatures, footer. `{{document_name}}` is the name of the page's document. */
export function newPageDesign(): SignaturePageDesign {
  return {
    design_version: 1,
    margins: 'regular',
    font: 'times_new_roman',
    font_size: 12,
    consolidate_signer: false,
    blocks: newBlocks(),
  };
}

function newBlocks(): PageBlock[] {
  return [
    {
      id: 'lead-in',
      kind: 'lead_in',
      grid: { x: 0, y: 0, w: 12, h: 1 },
      content: [
        'IN WITNESS WHEREOF, the parties have executed this {{document_name}} as of the date first written above.',
      ],
      text_align: 'left',
    },
    newSignatureBlock('signature', 1),
    {
      id: 'footer',
      kind: 'footer',
      grid: { x: 0, y: 2, w: 12, h: 1 },
      content: ['[Signature Page to {{document_name}}]'],
      text_align: 'center',
    },
  ];
}
