import { describe, expect, it } from 'vitest';
import type { PageLayout, Sheet } from '../../../src/contract/rules/signature-page/sheet.ts';
import { layOut } from './page-engine.ts';
import { alpha, beta, human, jane, mitarotonda, nested, signer } from './sample-signers.ts';

/*
 * Golden pages, as text with positions in points: `x y width  face size  text`. If you changed the layout on purpose, read the
 * difference and run with -u.
 */

type Options = Parameters<typeof layOut>[0];

async function expectGolden(options: Options): Promise<void> {
  expect(describeLayout(await layOut(options))).toMatchSnapshot();
}

function describeLayout({ sheets, warnings }: PageLayout): string {
  const parts = sheets.map(
    (sheet, at) => `sheet ${at + 1}: ${sheet.width} × ${sheet.height}\n${describeSheet(sheet)}`,
  );
  return [...parts, ...warnings.map((warning) => JSON.stringify(warning))].join('\n');
}

function describeSheet({ runs, rules, fields, codes }: Sheet): string {
  const lines = [
    ...runs.map(({ x, y, width, face, size, text }) => ({ x, y, width, text: `${face} ${size}  ${text}` })),
    ...rules.map(({ x, y, width, thickness, style }) => ({
      x,
      y,
      width,
      text: `${style} line, ${thickness.toFixed(2)}${purposeAt(fields, x, y)}`,
    })),
    ...codes.map(({ x, y, size, text }) => ({ x, y, width: size, text: `code ${text}` })),
  ];
  return lines
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .map(
      ({ x, y, width, text }) =>
        `${[x, y, width].map((value) => value.toFixed(1).padStart(6)).join(' ')}  ${text}`,
    )
    .join('\n');
}

function purposeAt(fields: Sheet['fields'], x: number, y: number): string {
  const field = fields.find((each) => Math.abs(each.x - x) < 0.1 && Math.abs(each.y + each.height - y) < 2);
  return field ? ` for ${field.purpose}` : '';
}

/** A page that has only a signature block, as wide as the page. */
function block(signature: object, page: object = {}): object {
  return { ...page, blocks: [{ id: 'signature', kind: 'signature', ...signature }] };
}

function styled(styles: object): object {
  return block({ block_styles: styles });
}

const person = signer(null, human('Jane Roe', 'Secretary'));

describe('a new page', () => {
  it.each<[string, Options]>([
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
  ])('%s', async (_, options) => expectGolden(options));

  it.each(['narrow', 'wide'])('with %s margins', async (margins) =>
    expectGolden({ design: { margins }, signers: [beta] }),
  );

  it.each(['arial', 'courier'])('in %s', async (font) => expectGolden({ design: { font }, signers: [beta] }));

  it('in 10 points', async () => expectGolden({ design: { font_size: 10 }, signers: [beta] }));
});

describe('a name that takes two lines', () => {
  it('keeps its legal form with the word before it', async () =>
    expectGolden({
      signers: [signer('Barington Companies Equity Partners, L.P.', human('Jane Roe', 'President'))],
    }));
});

describe('a style of a block', () => {
  const styles = ['header', 'signatory_description', 'signatory_name', 'by_line_labels', 'name', 'title'];
  const changes: readonly [string, object][] = [
    ['bold and italic', { bold: true, italic: true }],
    ['underlined', { underline: true }],
    ['at 16px', { font_size: '16px' }],
    ['capitalized', { text_transform: 'capitalize' }],
    ['disabled', { is_enabled: false }],
  ];
  it.each(styles.flatMap((style) => changes.map(([how, change]) => [style, how, change] as const)))(
    '%s %s',
    async (style, _, change) => expectGolden({ design: styled({ [style]: change }), signers: [alpha] }),
  );

  it.each(['solid', 'dashed', 'dotted', 'none'])('lines %s', async (line_styles) =>
    expectGolden({ design: styled({ line_styles }), signers: [beta] }),
  );
});

describe('a format', () => {
  it.each(['above', 'below', 'side'])('of a person’s signature: %s', async (individual_signature_format) =>
    expectGolden({ design: styled({ individual_signature_format }), signers: [person] }),
  );

  it('of a person’s signature: side, in a column that is too narrow for it', async () =>
    expectGolden({
      design: block({ grid: { x: 8, w: 4 }, block_styles: { individual_signature_format: 'side' } }),
      signers: [person],
    }));

  it.each(['above', 'below', 'side'] as const)(
    'of a person’s signature that the signatory overrides: %s',
    async (format) =>
      expectGolden({
        design: styled({ individual_signature_format: format === 'side' ? 'above' : 'side' }),
        signers: [{ ...person, overrides: { format, individual: true, entity: 'its' } }],
      }),
  );

  it.each(['title', 'its', 'empty'])('of a title: %s', async (entity) =>
    expectGolden({ design: styled({ title: { entity } }), signers: [alpha] }),
  );

  it.each([1, 2])('%d of a title', async (format) =>
    expectGolden({ design: styled({ title: { format } }), signers: [alpha] }),
  );

  it.each([1, 2])('%d of a description', async (format) =>
    expectGolden({ design: styled({ signatory_description: { format } }), signers: [alpha] }),
  );

  it('of a person’s title, if it is shown', async () =>
    expectGolden({ design: styled({ title: { individual: true } }), signers: [person, jane] }));

  it.each(['indent', 'left'])('of representatives: %s', async (auth_rep_alignment) =>
    expectGolden({ design: block({ auth_rep_alignment }), signers: [alpha] }),
  );
});

describe('additional fields', () => {
  const field = (key: string) => ({ key, is_enabled: true });
  it.each([['signing_date'], ['address'], ['email'], ['email', 'address', 'signing_date']])(
    '%s %s %s',
    async (...keys) =>
      expectGolden({ design: block({ additional_fields: keys.map(field) }), signers: [alpha] }),
  );

  it('that are unknown are lines to fill in', async () =>
    expectGolden({
      design: block({ additional_fields: [field('address'), field('email')] }),
      signers: [beta],
    }));
});

describe('a chain', () => {
  it('of five, in a column that is too narrow to indent each', async () => {
    const through = ['One', 'Two', 'Three', 'Four'].map((name) =>
      nested(`${name} LLC`, 'sole member', 'a Delaware company'),
    );
    await expectGolden({ design: block({ grid: { x: 6, w: 6 } }), signers: [{ ...alpha, through }] });
  });

  it('without a capacity, a name and a title', async () =>
    expectGolden({
      design: block({}),
      signers: [signer('Alpha LLC', human('', null), { through: [nested('Beta LLC', null)] })],
    }));

  it('with capacities that bring their own word', async () =>
    expectGolden({
      design: block({}),
      signers: [{ ...alpha, through: [nested('A LLC', 'as trustee'), nested('B LLC', 'its manager')] }],
    }));

  it('below a caption', async () =>
    expectGolden({ design: block({}), signers: [{ ...beta, caption: 'Borrower:' }] }));
});

describe('a text of a signature', () => {
  const text = 'as trustee of the {{Trust}}, and not individually';
  it('follows the name and description of an entity', async () =>
    expectGolden({
      design: block({}),
      signers: [{ ...alpha, text, values: { Trust: 'Doe Family Trust' } }],
    }));

  it('follows the name of a person', async () =>
    expectGolden({ design: block({}), signers: [{ ...jane, text, values: { Trust: 'Doe Family Trust' } }] }));
});

describe('a consolidated page', () => {
  const design = block({}, { consolidate_signer: true });
  it('has one line for two entities of one person', async () =>
    expectGolden({
      design,
      signers: [signer('Fund I, L.P.', mitarotonda), jane, signer('Fund II, L.P.', mitarotonda)],
    }));

  it('has two lines if the chains differ', async () =>
    expectGolden({ design, signers: [alpha, signer('Fund II, L.P.', mitarotonda)] }));
});

describe('blocks on the grid', () => {
  const text = (id: string, grid: object, more: object = {}) => ({
    id,
    kind: 'text',
    grid,
    content: [`Text ${id}.`],
    ...more,
  });
  const signature = (id: string, grid: object) => ({ id, kind: 'signature', grid });
  it.each<[string, object[]]>([
    ['two columns of signatures', [signature('left', { x: 0, w: 6 }), signature('right', { x: 6, w: 6 })]],
    ['a signature above another', [signature('first', { y: 0 }), signature('then', { x: 6, y: 1, w: 6 })]],
    [
      'text beside signatures',
      [text('left', { x: 0, w: 4, h: 4 }), signature('right', { x: 5, y: 1, w: 7 })],
    ],
    [
      'a spacer between two texts',
      [text('a', { y: 0 }), { id: 'gap', kind: 'logo', grid: { y: 1, h: 5 } }, text('b', { y: 2 })],
    ],
    ['a block taller than its text', [text('a', { y: 0, h: 6 }), text('b', { y: 6 })]],
    [
      'two footers',
      [
        { id: 'one', kind: 'footer', content: ['One'] },
        { id: 'two', kind: 'footer', grid: { y: 1 }, content: ['Two'] },
      ],
    ],
  ])('%s', async (_, blocks) => expectGolden({ design: { blocks }, signers: [beta, jane, alpha] }));

  it.each(['left', 'center', 'right', 'justify'])('text to the %s', async (text_align) => {
    const content = [
      'The parties have caused this page to be signed by their officers, who are authorized to do so.',
      'End.',
    ];
    await expectGolden({ design: { blocks: [text('a', { x: 3, w: 6 }, { text_align, content })] } });
  });

  it('text in several styles', async () => {
    const content = [
      [
        { text: 'IN WITNESS', bold: true },
        { text: ' whereof', italic: true },
        { text: ', signed', underline: true },
      ],
    ];
    await expectGolden({ design: { blocks: [text('a', {}, { content })] } });
  });

  it('a witness below the signature', async () =>
    expectGolden({
      design: {
        blocks: [
          signature('a', {}),
          { id: 'w', kind: 'witness', grid: { y: 1 }, content: ['Witness: {{Witness}}'] },
        ],
      },
      signers: [person],
    }));
});

describe('custom fields', () => {
  const blocks = [
    { id: 'text', kind: 'text', content: ['Series {{Series}}, {{Amount}} of {{Unknown}}.'] },
    { id: 'signature', kind: 'signature', grid: { y: 1 } },
  ];
  it('take the deal’s value in text and the signatory’s in a signature', async () =>
    expectGolden({
      design: { blocks },
      values: { series: 'A' },
      signers: [
        signer('Fund {{Series}}', human('Jane Roe', '{{Role}}'), {
          values: { Series: 'B', Role: 'Manager', Amount: '$5' },
        }),
      ],
    }));
});
