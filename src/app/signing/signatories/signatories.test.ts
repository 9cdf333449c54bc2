import { describe, expect, it } from 'vitest';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { filterSignatories, type SignatoryFilter } from './filter-signatories.ts';
import { partyNamed, suggestedNames } from './find-party.ts';

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

describe('a name in a form', () => {
  it('matches a signatory, ignoring case and accents', () => {
    expect(partyNamed(LIST, ' jose nunez ')).toEqual({
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
    const { uuid, added } = partyNamed(LIST, name);
    expect(added).toEqual({ uuid, fullName: name, isOrg, email: '' });
  });

  it('matches only entities in an entity field', () => {
    expect(partyNamed(LIST, 'Gamma', { mustBeEntity: true }).added?.isOrg).toBe(true);
    expect(suggestedNames(LIST, 'a', true)).toEqual(['Alpha Capital Corp.', 'Beta LLC']);
  });
});
