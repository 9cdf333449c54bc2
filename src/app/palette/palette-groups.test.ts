import { describe, expect, it } from 'vitest';
import type { PaletteEntry } from '../../db/queries/transactions/palette.ts';
import { indexed } from '../lib/search/rank.ts';
import { paletteGroups, SHOWN, type PaletteIndex } from './palette-groups.ts';
import type { PaletteAction } from './palette-store.ts';

function entry(kind: PaletteEntry['kind'], name: string, hint = ''): PaletteEntry {
  return { id: name, kind, name, hint, deal: 'deal', document: null, openedAt: 0 };
}

function action(name: string): PaletteAction & { hint: string } {
  return { id: name, name, hint: '', run: () => undefined };
}

const index: PaletteIndex = {
  deals: indexed([
    entry('deal', 'Project Alder', 'Northgate'),
    entry('deal', 'Credit Refinancing', 'Sable Bank'),
  ]),
  people: indexed([entry('person', 'Daniel Okafor', 'd@okafor.example')]),
  actions: indexed([action('Add task'), action('Credit report')]),
  rows: {
    documents: indexed([
      entry('document', 'Amended Credit Agreement', 'Project Alder'),
      entry('document', 'Credit Agreement', 'Project Alder'),
      entry('document', 'Bylaws', 'Project Alder'),
      entry('document', 'Project Budget', 'Project Alder'),
    ]),
    headers: indexed([entry('header', 'Credit documents', 'Project Alder')]),
    tasks: indexed([entry('task', 'Send the credit agreement', 'Project Alder')]),
  },
};

function found(text: string, searched = index): [string, string[]][] {
  const { groups } = paletteGroups(searched, text);
  return groups.map(({ heading, results }) => [heading, results.map(({ name }) => name)]);
}

describe('the results of the palette', () => {
  it('start with the document of exactly that name, keep the same order of kinds for every text, and end with actions', () => {
    expect(found('Credit Agreement')).toEqual([
      ['Documents', ['Credit Agreement', 'Amended Credit Agreement']],
      ['Tasks', ['Send the credit agreement']],
    ]);
    expect(found('credit').map(([heading]) => heading)).toEqual([
      'Documents',
      'Headers',
      'Tasks',
      'Transactions',
      'Actions',
    ]);
    // The order is the same for the exact name of a transaction.
    const rows = {
      documents: indexed([entry('document', 'Credit Refinancing Fees')]),
      headers: [],
      tasks: [],
    };
    expect(found('credit refinancing', { ...index, rows })).toEqual([
      ['Documents', ['Credit Refinancing Fees']],
      ['Transactions', ['Credit Refinancing']],
    ]);
  });

  it('leave out the documents of a transaction whose name is typed', () => {
    expect(found('Project Alder')).toEqual([['Transactions', ['Project Alder']]]);
    expect(found('alder')).toEqual([['Transactions', ['Project Alder']]]);
    expect(found('alder bylaws')).toEqual([['Documents', ['Bylaws']]]);
    expect(found('northgate alder')).toEqual([['Transactions', ['Project Alder']]]);
  });

  it('include a person found by name or email address', () => {
    expect(found('okafor.example')).toEqual([['People', ['Daniel Okafor']]]);
  });

  it('are recent transactions, then actions, before anything is typed', () => {
    expect(found(' ')).toEqual([
      ['Recent transactions', ['Project Alder', 'Credit Refinancing']],
      ['Actions', ['Add task', 'Credit report']],
    ]);
  });

  it('contain no actions until documents are read, because the user may be looking for a document', () => {
    expect(found('credit', { ...index, rows: null })).toEqual([['Transactions', ['Credit Refinancing']]]);
  });

  it('show some of each group, up to the limit, and report that there are more', () => {
    const many = indexed(Array.from({ length: 30 }, (_, at) => entry('document', `Credit note ${at}`)));
    const rows = { documents: many, headers: [], tasks: [] };
    const { groups, more } = paletteGroups({ ...index, rows }, 'credit');
    expect(groups.map(({ heading, results }) => [heading, results.length])).toEqual([
      ['Documents', SHOWN - 2],
      ['Transactions', 1],
      ['Actions', 1],
    ]);
    expect(more).toBe(true);
    expect(paletteGroups(index, 'credit').more).toBe(false);
  });
});
