import { expect, it } from 'vitest';
import { elementKind, mayLieUnder, type RowKind } from './containment.ts';

it.each<[child: RowKind, parent: RowKind | null, allowed: boolean]>([
  ['header', null, true],
  ['item', null, true],
  ['task', null, true],
  ['header', 'header', true],
  ['item', 'header', true],
  ['task', 'header', true],
  ['header', 'item', false],
  ['item', 'item', true],
  ['task', 'item', false],
  ['header', 'task', false],
  ['item', 'task', false],
  ['task', 'task', false],
])('says whether a %s may be below %s: %s', (child, parent, allowed) => {
  expect(mayLieUnder(child, parent)).toBe(allowed);
});

it('treats an element without a document and a task as a header', () => {
  expect(elementKind({ item: 'a', task: null })).toBe('item');
  expect(elementKind({ item: null, task: 'a' })).toBe('task');
  expect(elementKind({ item: null, task: null })).toBe('header');
});
