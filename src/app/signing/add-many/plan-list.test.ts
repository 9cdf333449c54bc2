import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listProblem } from './read-lines.ts';
import { planList, type DealBefore, type ListPlan } from './plan-list.ts';
import type { ColumnRole } from './recognize-columns.ts';

const EMPTY: DealBefore = { signatories: [], relations: [], values: [] };
const COLUMNS: ColumnRole[] = ['entity', 'name', 'title', 'email'];

function plan(
  rows: string[][],
  {
    deal = EMPTY,
    roles = COLUMNS,
    merges = {},
  }: { deal?: DealBefore; roles?: ColumnRole[]; merges?: Record<number, boolean> } = {},
): ListPlan {
  let uuids = 0;
  const chosen = new Map(Object.entries(merges).map(([row, isMerged]) => [Number(row), isMerged]));
  return planList({ rows, firstRow: 2, roles, merges: chosen }, deal, () => `new-${++uuids}`);
}

/** The plan in words: "+Jane <jane@x.com>" for a signatory, "Alpha ← Jane, President" for a relation. */
function outline({ rows }: ListPlan, deal: DealBefore = EMPTY): string[][] {
  const names = new Map(
    [...deal.signatories, ...rows.flatMap(({ signatories }) => signatories)].map(({ uuid, name }) => [
      uuid,
      name,
    ]),
  );
  return rows.map(({ signatories, relations, values }) => [
    ...signatories.map(
      ({ name, email, isOrg }) => `+${isOrg ? '[' : ''}${name}${isOrg ? ']' : ''} <${email}>`,
    ),
    ...relations.map(
      ({ entity, signatory, title }) => `${names.get(entity)} ← ${names.get(signatory)}, ${title}`,
    ),
    ...values.map(({ signatory, key, value }) => `${names.get(signatory)}: ${key}=${value}`),
  ]);
}

const errors = ({ rows }: ListPlan) => rows.map(({ line }) => line.errors);
const notes = ({ rows }: ListPlan) => rows.map(({ line }) => line.notes);

describe('a list of signatories', () => {
  it('turns one row into an entity, a person and a capacity', () => {
    expect(outline(plan([['Alpha, L.P.', 'Jane  Doe', 'President', 'jane@alpha.com']]))).toEqual([
      ['+[Alpha, L.P.] <>', '+Jane Doe <jane@alpha.com>', 'Alpha, L.P. ← Jane Doe, President'],
    ]);
  });

  it('turns several rows about one entity and one person into one signatory each', () => {
    const result = plan([
      ['Alpha, L.P.', 'Jane Doe', 'President', ''],
      ['ALPHA LP', 'Ali Hassan', 'Secretary', 'ali@alpha.com'],
      ['Beta LLC', 'Jane Doe', 'Manager', 'jane@alpha.com'],
    ]);
    expect(outline(result)).toEqual([
      ['+[Alpha, L.P.] <>', '+Jane Doe <jane@alpha.com>', 'Alpha, L.P. ← Jane Doe, President'],
      ['+Ali Hassan <ali@alpha.com>', 'Alpha, L.P. ← Ali Hassan, Secretary'],
      ['+[Beta LLC] <>', 'Beta LLC ← Jane Doe, Manager'],
    ]);
    expect(result.rows.flatMap(({ relations }) => relations).map(({ order }) => order)).toEqual([0, 1, 0]);
  });

  it('builds chains through entities from other rows, in either order', () => {
    const rows = [
      ['Alpha Group, L.P.', 'Alpha', 'general partner', ''],
      ['Alpha', 'Jane Doe', 'President', ''],
    ];
    const relations = ['Alpha Group, L.P. ← Alpha, general partner', 'Alpha ← Jane Doe, President'];
    expect(outline(plan(rows)).flat()).toEqual(expect.arrayContaining(relations));
    expect(outline(plan(rows.toReversed())).flat()).toEqual(expect.arrayContaining(relations));
  });

  it('treats a person named twice in a row as signing for themselves', () => {
    expect(outline(plan([['Jane Doe', 'Jane Doe', '', 'jane@x.com']]))).toEqual([['+Jane Doe <jane@x.com>']]);
  });

  it('reads the type; without a type, the name shows whether it is an entity or a person', () => {
    const roles: ColumnRole[] = ['name', 'kind', 'entity_description'];
    const rows = [
      ['Alpha', 'Entity', ''],
      ['Jane Trust', 'Individual', ''],
      ['Beta GmbH', '', ''],
      ['Gamma', '', 'a Delaware corporation'],
      ['Jane Doe', '', ''],
    ];
    expect(outline(plan(rows, { roles })).flat()).toEqual([
      '+[Alpha] <>',
      '+Jane Trust <>',
      '+[Beta GmbH] <>',
      '+[Gamma] <>',
      '+Jane Doe <>',
    ]);
  });

  it('gives an entity its own address, and doesn’t give the entity’s type to its signatory', () => {
    const roles: ColumnRole[] = ['entity', 'name', 'email', 'kind'];
    expect(outline(plan([['', 'Beta GmbH', 'office@beta.com', '']], { roles }))).toEqual([
      ['+[Beta GmbH] <office@beta.com>'],
    ]);
    expect(outline(plan([['Alpha', 'Jane Doe', '', 'Entity']], { roles })).flat()).toContain('+Jane Doe <>');
  });

  it('joins first and last names, and gives the address and description to the entity', () => {
    const roles: ColumnRole[] = ['entity', 'first_name', 'last_name', 'address', 'entity_description'];
    const [row] = plan([['Alpha', 'Jane', 'Doe', '1 Main St \n  Boston', 'a Delaware corporation']], {
      roles,
    }).rows;
    expect(row?.signatories).toMatchObject([
      { name: 'Alpha', address: '1 Main St\nBoston', entityDescription: 'a Delaware corporation' },
      { name: 'Jane Doe', address: '', entityDescription: '' },
    ]);
  });

  it('skips empty rows and keeps the numbers of the others', () => {
    const { rows } = plan([
      ['', '', '', ''],
      ['', 'Jane', '', ''],
      [' \u200B', '', '', ''],
    ]);
    expect(rows.map(({ row }) => row)).toEqual([3]);
  });

  it('adds field values to the entity, or to a person who signs for themselves', () => {
    const roles: ColumnRole[] = ['entity', 'name', 'key:amount'];
    const result = plan(
      [
        ['Alpha', 'Jane', '$5'],
        ['', 'Ali', '$7'],
        ['Alpha', 'Ali', '$5'],
        ['Alpha', 'Wang', '$6'],
      ],
      { roles },
    );
    expect(result.rows.flatMap(({ values }) => values.map(({ value }) => value))).toEqual(['$5', '$7']);
    expect(notes(result)).toEqual([
      [],
      [],
      [],
      ['Alpha already has a value for this field, so we won’t use “$6”.'],
    ]);
  });
});

describe('a row of a list', () => {
  it.each([
    [['', '', '', 'jane@x.com'], ['This row has no name.']],
    [['Alpha', '', '', 'jane@x.com'], ['This row has no name.']],
    [['', 'Jane', '', 'jane doe@x.com'], ['The email address “jane doe@x.com” has a space in it.']],
    [
      ['', 'Jane', '', 'jané@x.com'],
      ['The email address “jané@x.com” contains a character that isn’t allowed: é'],
    ],
    [['', 'x'.repeat(351), '', ''], ['A name can have at most 350 characters.']],
    [['', 'Jane', 'x'.repeat(351), ''], ['A title can have at most 350 characters.']],
  ])('says what is wrong with it, and adds nothing: %#', (cells, expected) => {
    const result = plan([cells]);
    expect(errors(result)).toEqual([expected]);
    expect(outline(result)).toEqual([[]]);
  });

  it('keeps a formula as text and says so', () => {
    const result = plan([['', '=HYPERLINK("http://x","Jane")', '-cmd', 'jane@x.com']]);
    expect(outline(result).flat()).toEqual(['+=HYPERLINK("http://x","Jane") <jane@x.com>']);
    expect(notes(result)[0]).toEqual([
      '“=HYPERLINK("http://x","Jane")” looks like a formula. We’ll keep it as text.',
      '“-cmd” looks like a formula. We’ll keep it as text.',
    ]);
    expect(notes(plan([['', 'Jane', '+1 555 0100', '']]))).toEqual([[]]);
  });

  it('keeps names in every script', () => {
    expect(
      outline(
        plan([
          ['شركة ألفا', 'علي حسن', '', ''],
          ['', '王小明', '', ''],
        ]),
      ).flat(),
    ).toEqual(['+[شركة ألفا] <>', '+علي حسن <>', 'شركة ألفا ← علي حسن, ', '+王小明 <>']);
  });

  it('can contain an entity that nobody signs for yet', () => {
    const result = plan([['Alpha, L.P.', '', '', '']]);
    expect(outline(result)).toEqual([['+[Alpha, L.P.] <>']]);
    expect(notes(result)).toEqual([['Nobody signs for Alpha, L.P. yet.']]);
  });

  it('is rejected if it would create a cycle', () => {
    const result = plan([
      ['Alpha', 'Beta', '', ''],
      ['Beta', 'Alpha', '', ''],
    ]);
    expect(errors(result)).toEqual([[], ['Beta already signs for Alpha, so Alpha can’t sign for Beta.']]);
  });
});

describe('duplicates in a list', () => {
  const twice = [
    ['', 'Jane Doe', '', 'jane@x.com'],
    ['', 'Jane Q. Doe', '', 'jane@x.com'],
  ];

  it('are merged by default if the addresses are the same and the names are similar', () => {
    const result = plan(twice);
    expect(outline(result)).toEqual([['+Jane Doe <jane@x.com>'], []]);
    expect(result.questions).toEqual([
      {
        row: 3,
        name: 'Jane Q. Doe',
        email: 'jane@x.com',
        otherRow: 2,
        otherName: 'Jane Doe',
        otherEmail: 'jane@x.com',
        isMerged: true,
      },
    ]);
    expect(outline(plan(twice, { merges: { 3: false } }))).toEqual([
      ['+Jane Doe <jane@x.com>'],
      ['+Jane Q. Doe <jane@x.com>'],
    ]);
  });

  it('stay separate unless the user merges them, if only the names are the same', () => {
    const namesakes = [
      ['', 'Jane Doe', '', 'jane@x.com'],
      ['', 'Jane Doe', '', 'jane@y.com'],
    ];
    expect(outline(plan(namesakes)).flat()).toHaveLength(2);
    const merged = plan(namesakes, { merges: { 3: true } });
    expect(outline(merged)).toEqual([['+Jane Doe <jane@x.com>'], []]);
    expect(notes(merged)[1]).toContain('We’ll use the other email address, jane@x.com.');
  });

  it('are merged without asking if both name and address are the same', () => {
    const { questions } = plan([...twice.slice(0, 1), ['', 'DOE, JANE', '', 'Jane@x.com']]);
    expect(questions).toEqual([]);
  });

  it('ignore rows with errors', () => {
    expect(plan([['', 'Jane Doe', '', 'jane@'], ...twice]).questions).toHaveLength(1);
    const roles: ColumnRole[] = ['entity', 'email', 'entity_description', 'name'];
    const rows = [
      ['Alpha', 'bad', 'from a row with an error', 'Jane'],
      ['Alpha', '', 'a trust', 'Jane'],
    ];
    const [, row] = plan(rows, { roles }).rows;
    expect(row?.signatories).toMatchObject([{ entityDescription: 'a trust' }, { name: 'Jane' }]);
  });
});

describe('a list of signatories that the deal already has', () => {
  const deal: DealBefore = {
    signatories: [
      { uuid: 'alpha', name: 'Alpha, L.P.', email: '', isOrg: true },
      { uuid: 'jane', name: 'Jane Doe', email: 'jane@x.com', isOrg: false },
      { uuid: 'ali', name: 'Ali Hassan', email: '', isOrg: false },
    ],
    relations: [{ uuid: 'r', entity: 'alpha', signatory: 'jane', title: 'President', order: 0 }],
    values: [{ signatory: 'jane', key: 'amount', value: '$1' }],
  };

  it('adds only what is missing', () => {
    const result = plan(
      [
        ['ALPHA LP', 'Doe, Jane', 'president', ''],
        ['Alpha, L.P.', 'Ali Hassan', 'Secretary', 'ali@x.com'],
        ['Alpha, L.P.', 'Wang', 'Treasurer', ''],
      ],
      { deal },
    );
    expect(outline(result, deal)).toEqual([
      [],
      ['Alpha, L.P. ← Ali Hassan, Secretary'],
      ['+Wang <>', 'Alpha, L.P. ← Wang, Treasurer'],
    ]);
    expect(notes(result)).toEqual([
      ['Already in this transaction or in an earlier row.'],
      ['Ali Hassan is already in this transaction but has no email address. Add it in their details.'],
      [],
    ]);
    expect(result.rows.flatMap(({ relations }) => relations).map(({ order }) => order)).toEqual([1, 2]);
  });

  it('uses the first of two entities with the same name in the deal', () => {
    const twin = { uuid: 'twin', name: 'ALPHA LP', email: '', isOrg: true };
    const result = plan([['Alpha, L.P.', 'Jane Doe', 'President', '']], {
      deal: { ...deal, signatories: [...deal.signatories, twin] },
    });
    expect(result.rows.flatMap(({ relations }) => relations)).toEqual([]);
  });

  it('asks about a person who may already be in the deal', () => {
    const { questions } = plan([['', 'Jane Doe', '', 'jane@y.com']], { deal });
    expect(questions).toMatchObject([{ row: 2, otherRow: null, otherEmail: 'jane@x.com', isMerged: false }]);
  });

  it('does not add a value that exists', () => {
    const roles: ColumnRole[] = ['name', 'email', 'key:amount'];
    const result = plan([['Jane Doe', 'jane@x.com', '$2']], { deal, roles });
    expect(outline(result, deal)).toEqual([[]]);
    expect(notes(result)[0]).toContain('Jane Doe already has a value for this field, so we won’t use “$2”.');
  });
});

it('adds each signatory once, before anything that refers to it, for any list', () => {
  const cell = fc.constantFrom(
    '',
    'Alpha, L.P.',
    'ALPHA LP',
    'Beta',
    'Jane Doe',
    'Doe, Jane',
    'Ali',
    'x'.repeat(351),
  );
  const email = fc.constantFrom('', 'jane@x.com', 'ali@x.com', 'bad');
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell, email)), (rows) => {
      const known = new Set<string>();
      const pairs = new Set<string>();
      for (const { line, signatories, relations } of plan(rows).rows) {
        if (line.errors.length > 0) expect([...signatories, ...relations]).toEqual([]);
        for (const { uuid } of signatories) {
          expect(known.has(uuid)).toBe(false);
          known.add(uuid);
        }
        for (const { entity, signatory, title } of relations) {
          expect(known.has(entity) && known.has(signatory)).toBe(true);
          const pair = `${entity} ${signatory} ${title.toLowerCase()}`;
          expect(pairs.has(pair)).toBe(false);
          pairs.add(pair);
        }
      }
    }),
  );
});

it('is too long with more than 2,000 rows that are not empty', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => [`Person ${n}`]);
  expect(listProblem([...rows(2000), ['', ' ']])).toBeNull();
  expect(listProblem([['Name'], ...rows(2000)])).toBeNull();
  expect(listProblem(rows(10_000))).toBe(
    'This list has 10,000 rows. You can add up to 2,000 at a time, so split it into smaller lists.',
  );
});
