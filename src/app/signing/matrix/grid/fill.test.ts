import { describe, expect, it } from 'vitest';
import {
  assignmentRow,
  column,
  dynamicAssignmentRow,
} from '../../../../../tests/support/signing/signing-rows.ts';
import type { AssignedTo } from '../../../../db/commands/signing/assignments/assignments.ts';
import { cellsOf, type RowCells } from './cells.ts';
import { planFill, rangeOf, sizeOf, toggleOf } from './fill.ts';

const jane = column('jane');
const alpha = column('alpha', ['president', 'treasurer']);

const page = (uuid: string, isAssigned: boolean, source: 'generated' | 'file' = 'generated') => ({
  uuid,
  source,
  isAssigned,
  consolidates: false,
  onlySigner: null,
});
const FOUR_PAGES = ['a', 'b', 'c', 'd'].map((uuid) => page(uuid, true));

let made = 0;
const context = (cells: Record<string, RowCells>) => ({
  read: (item: string) => cells[item] ?? new Map(),
  pagesOf: (item: string) => (item === 'spa' ? FOUR_PAGES : []),
  assignedTo: (): AssignedTo[] => [],
  signerOf: (signatory: string) => (signatory === 'alpha' ? 'jane' : signatory),
  newPagesConsolidate: () => false,
  newUuid: () => `new-${(made += 1)}`,
});

describe('a range of cells', () => {
  it('is the same whichever corner the drag starts from', () => {
    const range = { lines: [1, 4], columns: [0, 2] };
    expect(rangeOf({ line: 4, column: 0 }, { line: 1, column: 2 })).toEqual(range);
    expect(rangeOf({ line: 1, column: 2 }, { line: 4, column: 0 })).toEqual(range);
    expect(sizeOf(rangeOf({ line: 1, column: 0 }, { line: 4, column: 2 }))).toBe(12);
  });
});

describe('assigning cells', () => {
  it('gives each signatory their own page, in their first capacity', () => {
    const places = [jane, alpha].map((each) => ({ item: 'spa', column: each }));
    const { pages, changed, refused } = planFill(places, 'assign', context({}));
    expect(pages.map(({ signatory, authRep, pageOrder }) => [signatory, authRep, pageOrder])).toEqual([
      ['jane', null, 4],
      ['alpha', 'president', 5],
    ]);
    expect(new Set(pages.flatMap(({ uuid, page }) => [uuid, page])).size).toBe(4);
    expect([changed.length, refused.length]).toEqual([2, 0]);
  });

  it('uses an existing page that nobody signs yet, and generates more if needed', () => {
    const places = [jane, alpha].map((each) => ({ item: 'spa', column: each }));
    const free = page('free', false);
    const { pages } = planFill(places, 'assign', { ...context({}), pagesOf: () => [free] });
    expect(pages.map(({ page, pageOrder }) => [page === 'free', pageOrder])).toEqual([
      [true, 1],
      [false, 1],
    ]);
  });

  it('gives a person one page for everything that they sign in a document if its pages consolidate', () => {
    const places = [jane, alpha, column('kim')].map((each) => ({ item: 'spa', column: each }));
    const { pages } = planFill(places, 'assign', { ...context({}), newPagesConsolidate: () => true });
    const [own, forAlpha, ofKim] = pages.map(({ page }) => page);
    expect(forAlpha).toBe(own);
    expect(ofKim).not.toBe(own);
    expect(pages.map(({ newConsolidates }) => newConsolidates)).toEqual([true, undefined, true]);
  });

  it('uses the only marked page of the file for everyone', () => {
    const places = [jane, alpha].map((each) => ({ item: 'spa', column: each }));
    const marked = page('marked', true, 'file');
    const { pages } = planFill(places, 'assign', { ...context({}), pagesOf: () => [marked] });
    expect(pages.map(({ page }) => page)).toEqual(['marked', 'marked']);
  });

  it('assigns nothing if several pages of the file are marked, because the choice is the user’s', () => {
    const marked = ['one', 'two'].map((uuid) => page(uuid, false, 'file'));
    const place = { item: 'spa', column: jane };
    const plan = planFill([place], 'assign', { ...context({}), pagesOf: () => marked });
    expect(plan).toMatchObject({ pages: [], changed: [], refused: [{ ...place, why: 'several_pages' }] });
    const chosenPages = new Map([['spa', 'two']]);
    const again = planFill([place], 'assign', { ...context({}), pagesOf: () => marked, chosenPages });
    expect(again).toMatchObject({ pages: [{ item: 'spa', page: 'two' }], changed: [place], refused: [] });
  });

  it('skips signatures that are already assigned', () => {
    const spa = cellsOf([assignmentRow({ item: 'spa', signatory: 'jane' })], [], noGroups);
    const places = ['spa', 'note'].map((item) => ({ item, column: jane }));
    expect(planFill(places, 'assign', context({ spa })).changed).toEqual([{ item: 'note', column: jane }]);
  });

  it('adds another capacity next to an existing one, but the same capacity only once', () => {
    const spa = cellsOf(
      [assignmentRow({ item: 'spa', signatory: 'alpha', authRep: 'president' })],
      [],
      noGroups,
    );
    const place = [{ item: 'spa', column: alpha }];
    expect(planFill(place, 'assign', context({ spa }), 'president').pages).toEqual([]);
    expect(planFill(place, 'assign', context({ spa }), 'treasurer').pages[0]?.authRep).toBe('treasurer');
  });
});

describe('unassigning cells', () => {
  it('removes every capacity, but keeps sent pages and group assignments', () => {
    const both = ['president', 'treasurer'].map((authRep) =>
      assignmentRow({ item: 'spa', signatory: 'alpha', authRep }),
    );
    const spa = cellsOf(both, [], noGroups);
    const note = cellsOf([assignmentRow({ item: 'note', signatory: 'alpha', status: 'sent' })], [], noGroups);
    const lease = cellsOf([], [dynamicAssignmentRow('lease', 'buyers')], {
      members: new Map([['buyers', ['alpha']]]),
      nameOf: () => 'Buyers',
      follows: true,
    });
    const places = ['spa', 'note', 'lease', 'deed'].map((item) => ({ item, column: alpha }));
    const plan = planFill(places, 'unassign', context({ spa, note, lease }));
    expect(plan.pages.map(({ uuid }) => uuid)).toEqual(both.map(({ uuid }) => uuid));
    expect(plan.changed.map(({ item }) => item)).toEqual(['spa']);
    expect(plan.refused.map(({ item, why }) => [item, why])).toEqual([
      ['note', 'went_out'],
      ['lease', 'group'],
    ]);
  });

  it('keeps a page that someone else also signs', () => {
    const [own, other] = ['jane', 'alpha'].map((signatory) =>
      assignmentRow({ item: 'spa', signatory, itemPageUuid: 'shared' }),
    );
    const spa = cellsOf(own ? [own] : [], [], noGroups);
    const plan = (assigned: readonly AssignedTo[]) =>
      planFill([{ item: 'spa', column: jane }], 'unassign', {
        ...context({ spa }),
        assignedTo: () => assigned,
      }).pages.map(({ pageStays }) => pageStays ?? false);
    expect(plan([own, other].flatMap((row) => row ?? []))).toEqual([true]);
    expect(plan(own ? [own] : [])).toEqual([false]);
  });
});

describe('Space on a selection', () => {
  it('assigns all of it unless all of it is already assigned', () => {
    const spa = cellsOf([assignmentRow({ item: 'spa', signatory: 'jane' })], [], noGroups);
    const { read } = context({ spa });
    expect(toggleOf([{ item: 'spa', column: jane }], read)).toBe('unassign');
    expect(
      toggleOf(
        [jane, alpha].map((each) => ({ item: 'spa', column: each })),
        read,
      ),
    ).toBe('assign');
  });
});

const noGroups = { members: new Map<string, string[]>(), nameOf: () => '', follows: true };
