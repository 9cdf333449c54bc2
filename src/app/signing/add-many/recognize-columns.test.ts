import { describe, expect, it } from 'vitest';
import { recognizeColumns } from './recognize-columns.ts';

const keys = [
  { uuid: 'k1', key: 'Commitment' },
  { uuid: 'k2', key: 'Share class' },
];
const rolesOf = (...rows: string[][]) => recognizeColumns(rows, keys).roles;

describe('the columns of a list with headings', () => {
  it.each([
    ['Name', 'name'],
    ['Signatory Name', 'name'],
    ['Name of Authorized Signatory:', 'name'],
    ['First name', 'first_name'],
    ['Surname', 'last_name'],
    ['E-Mail Address', 'email'],
    ['Email*', 'email'],
    ['Company', 'entity'],
    ['Name of Entity', 'entity'],
    ['Organisation', 'entity'],
    ['Investor Name', 'entity'],
    ['Signs for', 'entity'],
    ['Title/Capacity', 'title'],
    ['Its', 'title'],
    ['Position', 'title'],
    ['Address for Notices', 'address'],
    ['Entity type', 'entity_description'],
    ['Jurisdiction and entity type', 'entity_description'],
    ['Type', 'kind'],
    ['Individual/Entity', 'kind'],
    ['COMMITMENT', 'key:k1'],
    ['Share_Class', 'key:k2'],
    ['Phone', null],
  ])('recognizes the heading "%s" as %s', (heading, role) => {
    expect(rolesOf([heading, 'Email', 'Name'])[0]).toBe(role);
  });

  it('gives each role to one column', () => {
    expect(rolesOf(['Name', 'Email', 'Email 2', 'Commitment', 'Commitment'])).toEqual([
      'name',
      'email',
      null,
      'key:k1',
      null,
    ]);
  });

  it('treats a name column next to a signatory column as the entity names', () => {
    expect(
      rolesOf(
        ['Name', 'Signatory', 'Title'],
        ['Alpha, L.P.', 'Jane Doe', 'President'],
        ['Beta LLC', 'Ali', ''],
      ),
    ).toEqual(['entity', 'name', 'title']);
    expect(rolesOf(['Name', 'Email'], ['Alpha, L.P.', ''])).toEqual(['name', 'email']);
  });

  it('finds the addresses under an unknown heading', () => {
    expect(rolesOf(['Name', 'Where to write'], ['Jane Doe', 'jane@alpha.com'])).toEqual(['name', 'email']);
  });
});

describe('the columns of a list without headings', () => {
  it('are recognized by their contents', () => {
    const rows = [
      ['Alpha Capital, L.P.', 'a Delaware limited partnership', 'Jane Doe', 'President', 'jane@alpha.com'],
      ['Beta LLC', 'a New York limited liability company', 'علي حسن', 'Managing Member', 'ali@beta.com'],
    ];
    expect(recognizeColumns(rows, keys)).toEqual({
      roles: ['entity', 'entity_description', 'name', 'title', 'email'],
      hasHeadings: false,
    });
  });

  it('are not recognized without any clue', () => {
    expect(rolesOf(['1', '2'], ['3', '4'])).toEqual([null, null]);
    expect(recognizeColumns([], keys)).toEqual({ roles: [], hasHeadings: false });
  });

  it('can be a single column of names', () => {
    expect(recognizeColumns([['Jane Doe'], ['王小明']], keys)).toEqual({
      roles: ['name'],
      hasHeadings: false,
    });
  });
});
