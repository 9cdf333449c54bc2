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
  it('refuses to read or write what was not loaded: a command that forgets a key fails loudly, not by half', () => {
    const draft = new Draft('deal');
    expect(() => draft.get('elements', 'h')).toThrow('the mutation uses elements h');
    expect(() => draft.put('elements', 'h', header)).toThrow('the mutation uses elements h');
    expect(() => draft.remove('elements', 'h')).toThrow('the mutation uses elements h');
  });

  it('tells a row that is absent from one that was never loaded', () => {
    const draft = new Draft('deal');
    draft.load('elements', 'h', null);
    expect(draft.get('elements', 'h')).toBeNull();
  });

  it('answers every row as it stands, emptied lists as absent, the top level always', () => {
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

  it('takes an absent list for an empty one of that parent', () => {
    const draft = new Draft('deal');
    draft.take([{ table: 'childLists', key: 'deal/h', row: null }]);
    expect(draft.lists.get('h')).toEqual([]);
  });

  it('[FOLD4] lets an acknowledged edit write only where its lists are still awaited', () => {
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
