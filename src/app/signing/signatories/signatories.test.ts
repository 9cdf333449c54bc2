import { describe, expect, it } from 'vitest';
import type { Contact } from '../../../db/queries/signing/signatories/contacts.ts';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { filterSignatories, type SignatoryFilter } from './filter-signatories.ts';
import { isSharedName, partyNamed, suggestedParties } from './find-party.ts';

function listed(
  fullName: string,
  facts: Partial<ListedSignatory> & { isOrg?: boolean; email?: string } = {},
): ListedSignatory {
  const { isOrg = false, email = '', ...rest } = facts;
  const row: ListedSignatory['row'] = {
    uuid: fullName,
    transaction: 'deal',
    fullName,
    isOrg,
    email,
    address: '',
    entityDescription: '',
    instapagesConfig: null,
    bulkSignatoryUploadId: null,
    order: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: 'maker',
    version: 1,
    modifiedAt: '2026-01-01T00:00:00.000Z',
    modifiedBy: 'maker',
  };
  return {
    row,
    ways: [],
    represents: [],
    isUnclear: false,
    groups: [],
    total: 0,
    done: 0,
    waiting: 0,
    isSentOrSigned: false,
    ...rest,
  };
}

const LIST = [
  listed('Alpha Capital Corp.', { isOrg: true, ways: ['Alpha Capital Corp. by José Núñez, President'] }),
  listed('Beta LLC', { isOrg: true, isUnclear: true }),
  listed('José Núñez', {
    email: 'jose@alpha.test',
    represents: [{ title: 'President', entity: 'Alpha Capital Corp.' }],
    total: 3,
    done: 1,
  }),
  listed('Wei Chen', { groups: ['Buyers'], total: 2, done: 2 }),
];

function found(text: string, filter: SignatoryFilter = 'all'): string[] {
  return filterSignatories(LIST, text, filter).map(({ row }) => row.fullName);
}

describe('a search for signatories', () => {
  it.each([
    ['nunez', ['Alpha Capital Corp.', 'José Núñez']],
    ['ALPHA president', ['Alpha Capital Corp.', 'José Núñez']],
    ['jose@', ['José Núñez']],
    ['buyers', ['Wei Chen']],
    ['nobody', []],
  ])('finds “%s” in names, emails, capacities and groups', (text, names) => {
    expect(found(text)).toEqual(names);
  });

  it.each([
    ['outstanding', ['José Núñez']],
    ['no_email', ['Wei Chen']],
    ['no_capacity', ['Beta LLC']],
  ] as const)('shows only those with %s', (filter, names) => {
    expect(found('', filter)).toEqual(names);
  });

  it('applies the filter and the text together', () => {
    expect(found('wei', 'no_capacity')).toEqual([]);
  });
});

const CONTACTS: readonly Contact[] = [
  { name: 'Alpha Trust', email: 'notices@alpha.test', isOrg: true, description: 'a Delaware trust' },
  { name: 'Ann Lee', email: 'ann@beta.test', isOrg: false, description: '' },
  { name: 'Sam Ito', email: 'sam@one.test', isOrg: false, description: '' },
  { name: 'Sam Ito', email: 'sam@two.test', isOrg: false, description: '' },
  { name: 'Wei Chen', email: 'wei@other.test', isOrg: false, description: '' },
];
const DEAL_ONLY = { signatories: LIST, contacts: [] };
const KNOWN = { signatories: LIST, contacts: CONTACTS };

describe('a name in a form', () => {
  it('matches a signatory, ignoring case and accents', () => {
    expect(partyNamed(DEAL_ONLY, ' jose nunez ')).toEqual({
      uuid: 'José Núñez',
      name: 'José Núñez',
      isOrg: false,
      added: null,
    });
  });

  it.each([
    ['Ann Lee', false],
    ['Gamma Holdings, LLC', true],
  ])('adds %s if nobody has that name', (name, isOrg) => {
    const { uuid, added } = partyNamed(DEAL_ONLY, name);
    expect(added).toEqual({ uuid, fullName: name, isOrg });
  });

  it('matches only entities in an entity field', () => {
    const entities = { ...KNOWN, mustBeEntity: true };
    expect(partyNamed(entities, 'Gamma').added?.isOrg).toBe(true);
    expect(partyNamed(entities, 'Ann Lee').added).toMatchObject({ isOrg: true, fullName: 'Ann Lee' });
    expect(partyNamed(entities, 'Ann Lee').added).not.toHaveProperty('email');
    expect(suggestedParties(entities, 'al').map(({ name }) => name)).toEqual([
      'Alpha Capital Corp.',
      'Alpha Trust',
    ]);
    expect(suggestedParties(entities, 'lee')).toEqual([]);
  });

  it('adds a contact with their email address and kind, unless several contacts have that name', () => {
    expect(partyNamed(KNOWN, 'ann lee').added).toMatchObject({
      fullName: 'Ann Lee',
      isOrg: false,
      email: 'ann@beta.test',
    });
    expect(partyNamed(KNOWN, 'Alpha Trust').added).toMatchObject({
      isOrg: true,
      entityDescription: 'a Delaware trust',
    });
    expect(partyNamed(KNOWN, 'Sam Ito').added).not.toHaveProperty('email');
    expect([isSharedName(KNOWN, 'sam ito'), isSharedName(KNOWN, 'Ann Lee')]).toEqual([true, false]);
  });

  it('suggests the deal’s signatories and, once two characters are typed, contacts who aren’t among them', () => {
    const suggested = (text: string) => suggestedParties(KNOWN, text).map(({ name, email }) => email || name);
    expect(suggested('we')).toEqual(['Wei Chen']);
    expect(suggested('alpha')).toEqual(['Alpha Capital Corp.', 'notices@alpha.test']);
    expect(suggested('beta.test')).toEqual(['ann@beta.test']);
    expect(suggested('a')).toEqual(['Alpha Capital Corp.', 'Beta LLC']);
  });
});
