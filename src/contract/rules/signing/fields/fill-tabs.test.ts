import { describe, expect, it } from 'vitest';
import {
  FILLED,
  groupInWords,
  inReadingOrder,
  roomIn,
  tabProblems,
  tidyValues,
  type SheetTab,
} from './fill-tabs.ts';

const tab = (uuid: string, more: Partial<SheetTab> = {}): SheetTab => ({
  uuid,
  assignment: 'a',
  type: 'custom',
  label: '',
  required: true,
  group: null,
  value: null,
  x: 10,
  y: 10,
  width: 120,
  height: 20,
  ...more,
});

const sentences = (...[sheet, values]: Parameters<typeof tabProblems>) =>
  tabProblems(sheet, values).map(({ sentence }) => sentence);

describe('tabProblems', () => {
  it('names each required field that is empty, and no others', () => {
    const tabs = [
      tab('city', { label: 'City' }),
      tab('optional', { required: false }),
      tab('read', { type: 'checkbox', label: 'I have read it' }),
      tab('initials', { type: 'initials' }),
      tab('effective', { type: 'effective_date' }),
    ];
    expect(sentences({ tabs, groups: [] }, { city: '  ' })).toEqual([
      'Fill in “City”.',
      'Select “I have read it”.',
      'Add your initials.',
    ]);
    const all = { city: 'Vienna', read: FILLED, initials: FILLED };
    expect(sentences({ tabs, groups: [] }, all)).toEqual([]);
  });

  it('accepts nothing else for required initials and checkboxes', () => {
    const tabs = [tab('read', { type: 'checkbox' }), tab('initials', { type: 'initials' })];
    expect(sentences({ tabs, groups: [] }, { read: 'x', initials: 'x' })).toEqual([
      'Select this checkbox.',
      'Add your initials.',
    ]);
  });

  it('refuses text that doesn’t fit in its field', () => {
    const small = tab('city', { label: 'City', width: 30, height: 10 });
    expect(roomIn(small)).toBe(10);
    expect(sentences({ tabs: [small], groups: [] }, { city: 'x'.repeat(10) })).toEqual([]);
    expect(sentences({ tabs: [small], groups: [] }, { city: 'x'.repeat(11) })).toEqual([
      '“City” has room for 10 characters. Shorten the text.',
    ]);
  });

  it.each([
    ['select_at_least', 2, null, 'Select at least 2 of these 3 checkboxes.', [false, false, true, true]],
    ['select_at_most', null, 1, 'Select at most 1 of these 3 checkboxes.', [true, true, false, false]],
    ['select_exactly', 2, 2, 'Select exactly 2 of these 3 checkboxes.', [false, false, true, false]],
  ] as const)('applies the rule of a group: %s', (rule, minimum, maximum, sentence, allowed) => {
    const group = { uuid: 'g', rule, minimum, maximum };
    const tabs = ['a', 'b', 'c'].map((uuid) => tab(uuid, { type: 'checkbox', group: 'g' }));
    expect(groupInWords(group, 3)).toBe(sentence);
    for (const [count, isAllowed] of allowed.entries()) {
      const values = Object.fromEntries(tabs.slice(0, count).map(({ uuid }) => [uuid, FILLED]));
      expect(sentences({ tabs, groups: [group] }, values)).toEqual(isAllowed ? [] : [sentence]);
    }
  });

  it('never asks for more checkboxes than a group has, so that every sent page can be signed', () => {
    const group = { uuid: 'g', rule: 'select_at_least', minimum: 3, maximum: null } as const;
    const tabs = [tab('a', { type: 'checkbox', group: 'g' })];
    expect(sentences({ tabs, groups: [group] }, {})).toEqual(['Select this checkbox.']);
    expect(sentences({ tabs, groups: [group] }, { a: FILLED })).toEqual([]);
  });
});

it('keeps values trimmed, on one line, and without empty ones', () => {
  expect(tidyValues({ a: ' Vienna \n Austria\t', b: ' \u0000 ', c: '' })).toEqual({ a: 'Vienna Austria' });
});

it('orders fields from top to bottom, and from left to right in a line', () => {
  const tabs = [tab('low', { y: 500 }), tab('right', { x: 300, y: 12 }), tab('left', { y: 14 })];
  const order = inReadingOrder(tabs, { width: 612, height: 792 }).map(({ uuid }) => uuid);
  expect(order).toEqual(['left', 'right', 'low']);
});
