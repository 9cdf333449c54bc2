import { describe, expect, it } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { Draft } from './draft.ts';
import type { ElementRow } from '../rows.ts';

const header: ElementRow = {
  uuid: 'h',
  transaction: 'deal',
  item: null,
  task: null,
  label: 'Closing',
  version: 1,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  modifiedBy: null,
};

function list(parent: string, children: string[]) {
  const key = `deal/${parent}`;
  return { table: 'childLists' as const, key, row: { key, transaction: 'deal', parent, children } };
}

describe('a draft', () => {
  it('refuses to read or write rows that were not loaded, so that a command that forgets a key fails completely', () => {
    const draft = new Draft('deal');
    expect(() => draft.get('elements', 'h')).toThrow('the mutation uses elements h');
    expect(() => draft.put('elements', 'h', header)).toThrow('the mutation uses elements h');
    expect(() => draft.remove('elements', 'h')).toThrow('the mutation uses elements h');
  });

  it('distinguishes a missing row from one that was never loaded', () => {
    const draft = new Draft('deal');
    draft.load('elements', 'h', null);
    expect(draft.get('elements', 'h')).toBeNull();
  });

  it('returns every row in its current state, empty lists as missing, and always the top level', () => {
    const draft = new Draft('deal');
    draft.take([list(TOP, ['h']), list('h', ['x'])]);
    draft.load('elements', 'h', null);
    draft.put('elements', 'h', header);
    draft.remove('elements', 'h');
    draft.setLists(
      new Map([
        [TOP, []],
        ['h', []],
      ]),
    );
    expect([...draft.rows()]).toEqual([
      { table: 'elements', key: 'h', row: null },
      list(TOP, []),
      { table: 'childLists', key: 'deal/h', row: null },
    ]);
    expect([...draft.writtenLists]).toEqual([`deal/${TOP}`, 'deal/h']);
  });

  it('treats a missing list as an empty one of that parent', () => {
    const draft = new Draft('deal');
    draft.take([{ table: 'childLists', key: 'deal/h', row: null }]);
    expect(draft.lists.get('h')).toEqual([]);
  });

  it('[FOLD4] lets an acknowledged edit write only to lists that are still pending', () => {
    const draft = new Draft('deal');
    draft.take([list(TOP, ['h'])]);
    draft.load('elements', 'h', header);
    draft.restrictTo(new Set(['items']));
    draft.put('elements', 'h', { ...header, label: 'Old' });
    draft.setLists(new Map([[TOP, []]]));
    draft.remove('elements', 'h');
    expect(draft.get('elements', 'h')).toEqual(header);
    expect(draft.lists.get(TOP)).toEqual(['h']);
    draft.restrictTo(null);
    draft.remove('elements', 'h');
    expect(draft.get('elements', 'h')).toBeNull();
  });
});
