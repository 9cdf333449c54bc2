import type { PageOptions } from './page-engine.ts';
import { alpha, beta, human, jane, mitarotonda, nested, signer } from './sample-signers.ts';

/*
 * The golden pages: each default, style and format of a signature page. golden-pages.test.ts stores them as
 * text with positions, golden-pictures.test.ts as pictures.
 */

export type GoldenCase = readonly [name: string, options: PageOptions];

/** Returns a page that has only a signature block, as wide as the page. */
function block(signature: object, page: object = {}): object {
  return { ...page, blocks: [{ id: 'signature', kind: 'signature', ...signature }] };
}

function styled(styles: object): object {
  return block({ block_styles: styles });
}

/** Returns one case for each value, such as each format of a title. */
function each<T>(values: readonly T[], nameOf: (value: T) => string, optionsOf: (value: T) => PageOptions) {
  return values.map((value): GoldenCase => [nameOf(value), optionsOf(value)]);
}

const person = signer(null, human('Jane Roe', 'Secretary'));

const NEW_PAGES: readonly GoldenCase[] = [
  ['for an entity that signs through another', { signers: [alpha] }],
  ['for an entity whose person signs for it directly', { signers: [beta] }],
  ['for a person', { signers: [jane] }],
  ['for all of them', { signers: [alpha, beta, jane] }],
  ['on A4', { signers: [alpha], paper: 'a4' }],
  ['with codes', { signers: [alpha], code: 'CP-ABCDEFGH23456777' }],
  [
    'with codes and narrow margins',
    { signers: [alpha], code: 'CP-ABCDEFGH23456777', design: { margins: 'narrow' } },
  ],
  ['without signatories', {}],
  ['without the name of its document', { signers: [beta], values: {} }],
  ['for so many that it takes two sheets', { signers: [alpha, beta, jane, alpha, beta, jane] }],
  ...each(
    ['narrow', 'wide'],
    (margins) => `with ${margins} margins`,
    (margins) => ({ design: { margins }, signers: [beta] }),
  ),
  ...each(
    ['arial', 'courier'],
    (font) => `in ${font}`,
    (font) => ({ design: { font }, signers: [beta] }),
  ),
  ['in 10 points', { design: { font_size: 10 }, signers: [beta] }],
];

const STYLED_PARTS = ['header', 'signatory_description', 'signatory_name', 'by_line_labels', 'name', 'title'];
const STYLES: readonly (readonly [how: string, change: object])[] = [
  ['bold and italic', { bold: true, italic: true }],
  ['underlined', { underline: true }],
  ['at 16px', { font_size: '16px' }],
  ['capitalized', { text_transform: 'capitalize' }],
  ['in upper case', { text_transform: 'uppercase' }],
  ['in lower case', { text_transform: 'lowercase' }],
  ['disabled', { is_enabled: false }],
];

const STYLES_OF_BLOCKS: readonly GoldenCase[] = [
  ...STYLED_PARTS.flatMap((part) =>
    each(
      STYLES,
      ([how]) => `${part} ${how}`,
      ([, change]) => ({ design: styled({ [part]: change }), signers: [alpha] }),
    ),
  ),
  ...each(
    ['solid', 'dashed', 'dotted', 'none'],
    (line_styles) => `lines ${line_styles}`,
    (line_styles) => ({ design: styled({ line_styles }), signers: [beta] }),
  ),
  [
    'several at once, on A4',
    {
      signers: [alpha],
      paper: 'a4',
      design: block(
        {
          auth_rep_alignment: 'left',
          additional_fields: [{ key: 'signing_date', is_enabled: true }],
          block_styles: {
            header: { bold: true, underline: true },
            title: { italic: true, entity: 'its' },
            line_styles: 'dotted',
          },
        },
        { font: 'arial' },
      ),
    },
  ],
];

const FORMATS: readonly GoldenCase[] = [
  ...each(
    ['above', 'below', 'side'],
    (format) => `of a person’s signature: ${format}`,
    (format) => ({ design: styled({ individual_signature_format: format }), signers: [person] }),
  ),
  [
    'of a person’s signature: side, in a column that is too narrow for it',
    {
      design: block({ grid: { x: 8, w: 4 }, block_styles: { individual_signature_format: 'side' } }),
      signers: [person],
    },
  ],
  ...each(
    ['above', 'below', 'side'] as const,
    (format) => `of a person’s signature that the signatory overrides: ${format}`,
    (format) => ({
      design: styled({ individual_signature_format: format === 'side' ? 'above' : 'side' }),
      signers: [{ ...person, overrides: { format, individual: true, entity: 'its' } }],
    }),
  ),
  ...each(
    ['title', 'its', 'empty'],
    (entity) => `of a title: ${entity}`,
    (entity) => ({ design: styled({ title: { entity } }), signers: [alpha] }),
  ),
  ...each(
    [1, 2],
    (format) => `${format} of a title`,
    (format) => ({ design: styled({ title: { format } }), signers: [alpha] }),
  ),
  ...each(
    [1, 2],
    (format) => `${format} of a description`,
    (format) => ({ design: styled({ signatory_description: { format } }), signers: [alpha] }),
  ),
  [
    'of a person’s title, if it is shown',
    { design: styled({ title: { individual: true } }), signers: [person, jane] },
  ],
  ...each(
    ['its', 'empty'],
    (entity) => `of a person’s title: ${entity}`,
    (entity) => ({ design: styled({ title: { individual: true, entity } }), signers: [person] }),
  ),
  ...each(
    ['indent', 'left'],
    (alignment) => `of representatives: ${alignment}`,
    (auth_rep_alignment) => ({ design: block({ auth_rep_alignment }), signers: [alpha] }),
  ),
];

const field = (key: string) => ({ key, is_enabled: true });

const ADDITIONAL_FIELDS: readonly GoldenCase[] = [
  ...each(
    [['signing_date'], ['address'], ['email'], ['email', 'address', 'signing_date']],
    (keys) => keys.join(', '),
    (keys) => ({ design: block({ additional_fields: keys.map(field) }), signers: [alpha] }),
  ),
  [
    'that are unknown are lines to fill in',
    { design: block({ additional_fields: [field('address'), field('email')] }), signers: [beta] },
  ],
];

const CHAINS: readonly GoldenCase[] = [
  [
    'of five, in a column that is too narrow to indent each',
    {
      design: block({ grid: { x: 6, w: 6 } }),
      signers: [
        {
          ...alpha,
          through: ['One', 'Two', 'Three', 'Four'].map((name) =>
            nested(`${name} LLC`, 'sole member', 'a Delaware company'),
          ),
        },
      ],
    },
  ],
  [
    'without a capacity, a name and a title',
    {
      design: block({}),
      signers: [signer('Alpha LLC', human('', null), { through: [nested('Beta LLC', null)] })],
    },
  ],
  [
    'with capacities that bring their own word',
    {
      design: block({}),
      signers: [{ ...alpha, through: [nested('A LLC', 'as trustee'), nested('B LLC', 'its manager')] }],
    },
  ],
  ['below a caption', { design: block({}), signers: [{ ...beta, caption: 'Borrower:' }] }],
];

const text = 'as trustee of the {{Trust}}, and not individually';
const trust = { text, values: { Trust: 'Doe Family Trust' } };

const TEXTS_OF_SIGNATURES: readonly GoldenCase[] = [
  ['follows the name and description of an entity', { design: block({}), signers: [{ ...alpha, ...trust }] }],
  ['follows the name of a person', { design: block({}), signers: [{ ...jane, ...trust }] }],
];

const WITNESSED_SIGNATURES: readonly GoldenCase[] = [
  ['of an entity', { design: block({}), signers: [{ ...beta, needsWitness: true }] }],
  ['of a person', { design: block({}), signers: [{ ...jane, needsWitness: true }] }],
  [
    'has its labels even if the page has no others',
    {
      design: styled({ by_line_labels: { is_enabled: false } }),
      signers: [{ ...beta, needsWitness: true }],
    },
  ],
];

const consolidated = block({}, { consolidate_signer: true });

const CONSOLIDATED_PAGES: readonly GoldenCase[] = [
  [
    'has one line for two entities of one person',
    {
      design: consolidated,
      signers: [signer('Fund I, L.P.', mitarotonda), jane, signer('Fund II, L.P.', mitarotonda)],
    },
  ],
  [
    'has two lines if the chains differ',
    { design: consolidated, signers: [alpha, signer('Fund II, L.P.', mitarotonda)] },
  ],
  [
    'has one line on each of two sheets for many entities of one person',
    {
      design: { consolidate_signer: true },
      signers: Array.from({ length: 30 }, (_, at) => signer(`Fund ${at + 1}, L.P.`, mitarotonda)),
    },
  ],
];

const textBlock = (id: string, grid: object, more: object = {}) => ({
  id,
  kind: 'text',
  grid,
  content: [`Text ${id}.`],
  ...more,
});
const signature = (id: string, grid: object) => ({ id, kind: 'signature', grid });

const GRIDS: readonly (readonly [name: string, blocks: readonly object[]])[] = [
  ['two columns of signatures', [signature('left', { x: 0, w: 6 }), signature('right', { x: 6, w: 6 })]],
  ['a signature above another', [signature('first', { y: 0 }), signature('then', { x: 6, y: 1, w: 6 })]],
  [
    'text beside signatures',
    [textBlock('left', { x: 0, w: 4, h: 4 }), signature('right', { x: 5, y: 1, w: 7 })],
  ],
  [
    'a spacer between two texts',
    [textBlock('a', { y: 0 }), { id: 'gap', kind: 'logo', grid: { y: 1, h: 5 } }, textBlock('b', { y: 2 })],
  ],
  ['a block taller than its text', [textBlock('a', { y: 0, h: 6 }), textBlock('b', { y: 6 })]],
  [
    'two footers',
    [
      { id: 'one', kind: 'footer', content: ['One'] },
      { id: 'two', kind: 'footer', grid: { y: 1 }, content: ['Two'] },
    ],
  ],
];

const PARAGRAPHS = [
  'The parties have caused this page to be signed by their officers, who are authorized to do so.',
  'End.',
];

const BLOCKS: readonly GoldenCase[] = [
  ...each(
    GRIDS,
    ([name]) => name,
    ([, blocks]) => ({ design: { blocks }, signers: [beta, jane, alpha] }),
  ),
  ...each(
    ['left', 'center', 'right', 'justify'],
    (alignment) => `text to the ${alignment}`,
    (text_align) => ({
      design: { blocks: [textBlock('a', { x: 3, w: 6 }, { text_align, content: PARAGRAPHS })] },
    }),
  ),
  [
    'text in several styles',
    {
      design: {
        blocks: [
          textBlock(
            'a',
            {},
            {
              content: [
                [
                  { text: 'IN WITNESS', bold: true },
                  { text: ' whereof', italic: true },
                  { text: ', signed', underline: true },
                ],
              ],
            },
          ),
        ],
      },
    },
  ],
  [
    'a witness below the signature',
    {
      design: {
        blocks: [
          signature('a', {}),
          { id: 'w', kind: 'witness', grid: { y: 1 }, content: ['Witness: {{Witness}}'] },
        ],
      },
      signers: [person],
    },
  ],
];

const CUSTOM_FIELDS: readonly GoldenCase[] = [
  [
    'take the deal’s value in text and the signatory’s in a signature',
    {
      design: {
        blocks: [
          { id: 'text', kind: 'text', content: ['Series {{Series}}, {{Amount}} of {{Unknown}}.'] },
          { id: 'signature', kind: 'signature', grid: { y: 1 } },
        ],
      },
      values: { series: 'A' },
      signers: [
        signer('Fund {{Series}}', human('Jane Roe', '{{Role}}'), {
          values: { Series: 'B', Role: 'Manager', Amount: '$5' },
        }),
      ],
    },
  ],
];

const OTHER_SCRIPTS: readonly GoldenCase[] = [
  ['in Arabic', { signers: [signer('شركة الخليج للاستثمار', human('محمد بن سلمان', 'مدير'))] }],
  ['in Hebrew', { signers: [signer('חברת הגליל בע״מ', human('נועה לוי', 'מנכ״לית'))] }],
  ['in Chinese and Korean', { signers: [signer('上海投资有限公司', human('김민준', '대표이사'))] }],
];

/** The cases by what they show. A group's name and a case's name form a sentence, or part of one. */
export const GOLDEN_CASES: readonly (readonly [group: string, cases: readonly GoldenCase[]])[] = [
  ['a new page', NEW_PAGES],
  [
    'a name that takes two lines',
    [
      [
        'keeps its legal form with the word before it',
        { signers: [signer('Barington Companies Equity Partners, L.P.', human('Jane Roe', 'President'))] },
      ],
    ],
  ],
  ['a style of a block', STYLES_OF_BLOCKS],
  ['names', OTHER_SCRIPTS],
  ['a format', FORMATS],
  ['additional fields', ADDITIONAL_FIELDS],
  ['a chain', CHAINS],
  ['a text of a signature', TEXTS_OF_SIGNATURES],
  ['a witnessed signature', WITNESSED_SIGNATURES],
  ['a consolidated page', CONSOLIDATED_PAGES],
  ['blocks on the grid', BLOCKS],
  ['custom fields', CUSTOM_FIELDS],
];
