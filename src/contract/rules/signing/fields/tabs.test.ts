import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  groupBounds,
  meetsGroupRule,
  refuseGroupRule,
  unmeetableRule,
  type GroupRule,
} from './tab-groups.ts';
import {
  askedTab,
  byReadingOrder,
  clampTabPlace,
  refuseSignatureSheet,
  refuseTabPlace,
  sheetOfTab,
} from './tabs.ts';

describe('the place of a field', () => {
  it('is on the page after clamping', () => {
    const number = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(number, number, number, number, (x, y, width, height) => {
        expect(refuseTabPlace(clampTabPlace({ x, y, width, height }))).toBeNull();
      }),
    );
  });

  it('is unchanged by clamping if it is on the page', () => {
    const place = { x: 0.1, y: 0.9, width: 0.3, height: 0.03 };
    expect(clampTabPlace(place)).toEqual(place);
  });

  it.each([
    [{ x: 0.8, y: 0.5, width: 0.3, height: 0.03 }, 'off the page'],
    [{ x: -0.01, y: 0.5, width: 0.3, height: 0.03 }, 'off the page'],
    [{ x: 0.1, y: 0.99, width: 0.3, height: 0.03 }, 'off the page'],
    [{ x: 0.1, y: 0.1, width: 0, height: 0.03 }, 'too small'],
  ])('is refused with an explanation: %o', (place, words) => {
    expect(refuseTabPlace(place)).toContain(words);
  });

  it('can end at the edge of the page', () => {
    expect(refuseTabPlace({ x: 0.7, y: 0.9, width: 0.3, height: 0.1 })).toBeNull();
  });
});

test('a field is on its sheet, or on the last one if that is gone', () => {
  expect([1, 2, 3].map((sheet) => sheetOfTab({ sheet }, 2))).toEqual([1, 2, 2]);
  expect(sheetOfTab({ sheet: 2 }, 0)).toBe(1);
  // As an earlier version of the app stored it.
  expect(sheetOfTab({}, 3)).toBe(1);
});

test('a signature field is refused on another sheet than the same signatory’s other ones', () => {
  const jane = { assignment: 'jane', type: 'signature' } as const;
  expect(refuseSignatureSheet({ ...jane, sheet: 2 }, [{ ...jane, sheet: 1 }])).toContain('one sheet');
  expect(refuseSignatureSheet({ ...jane, sheet: 2 }, [{ ...jane, sheet: 2 }])).toBeNull();
  // As an earlier version of the app stored it.
  expect(refuseSignatureSheet({ ...jane, sheet: 1 }, [jane])).toBeNull();
  expect(refuseSignatureSheet({ ...jane, sheet: 2 }, [{ ...jane, assignment: 'bo' }])).toBeNull();
  expect(refuseSignatureSheet({ ...jane, sheet: 2 }, [{ ...jane, type: 'initials' }])).toBeNull();
  expect(refuseSignatureSheet({ ...jane, type: 'initials', sheet: 2 }, [jane])).toBeNull();
});

test('fields are in reading order, even if a line’s fields are not quite level', () => {
  const [left, right, below] = [
    { x: 0.1, y: 0.502 },
    { x: 0.6, y: 0.5 },
    { x: 0.1, y: 0.7 },
  ];
  expect([below, right, left].toSorted(byReadingOrder)).toEqual([left, right, below]);
});

test('custom_opt is custom and never required', () => {
  expect(askedTab({ tab_type: 'custom_opt', required: true })).toEqual({
    tab_type: 'custom',
    required: false,
  });
  expect(askedTab({ tab_type: 'custom', required: true })).toEqual({ tab_type: 'custom', required: true });
  expect(askedTab({})).toEqual({});
});

describe('the rule of a checkbox group', () => {
  const atLeast = (minimum: number | null): GroupRule => ({
    rule: 'select_at_least',
    minimum,
    maximum: null,
  });
  const atMost = (maximum: number | null): GroupRule => ({ rule: 'select_at_most', minimum: null, maximum });
  const exactly = (minimum: number | null, maximum = minimum): GroupRule => ({
    rule: 'select_exactly',
    minimum,
    maximum,
  });

  it('raises an error if it is unknown', () => {
    const unknown = { rule: 'select_all', minimum: 1, maximum: 1 };
    expect(() => groupBounds(unknown)).toThrow('There is no group rule “select_all”.');
    expect(() => refuseGroupRule(unknown, 3)).toThrow(RangeError);
    expect(() => meetsGroupRule(unknown, 1)).toThrow(RangeError);
  });

  it('is met within its bounds', () => {
    expect([1, 2, 3].map((count) => meetsGroupRule(atLeast(2), count))).toEqual([false, true, true]);
    expect([1, 2, 3].map((count) => meetsGroupRule(atMost(2), count))).toEqual([true, true, false]);
    expect([1, 2, 3].map((count) => meetsGroupRule(exactly(2), count))).toEqual([false, true, false]);
  });

  it.each([
    [atLeast(3), 2, 'only 2 checkboxes'],
    [exactly(2), 1, 'only 1 checkbox,'],
    [exactly(3, 2), null, 'can’t be more than the maximum'],
    [exactly(1, 2), null, 'have to be the same'],
    [atLeast(null), null, 'at least 1'],
    [atMost(null), null, 'at least 1'],
    [atMost(0), null, 'at least 1'],
  ])('is refused with an explanation if it can’t be met: %o of %o', (rule, checkboxes, words) => {
    expect(refuseGroupRule(rule, checkboxes)).toContain(words);
  });

  it('is accepted if it can be met', () => {
    expect(refuseGroupRule(atLeast(2), 2)).toBeNull();
    expect(refuseGroupRule(atMost(5), 2)).toBeNull();
    expect(refuseGroupRule(exactly(1), null)).toBeNull();
  });

  it('reports that a group that lost checkboxes requires more than it has', () => {
    expect(unmeetableRule(atLeast(3), 2)).toBe('A checkbox group requires 3 checkboxes but has only 2.');
    expect(unmeetableRule(exactly(2), 1)).toBe('A checkbox group requires 2 checkboxes but has only 1.');
    expect(unmeetableRule(atLeast(2), 2)).toBeNull();
    expect(unmeetableRule(atMost(5), 2)).toBeNull();
    expect(unmeetableRule(atLeast(3), 0)).toBeNull();
  });
});
