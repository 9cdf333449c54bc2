import { expect, it } from 'vitest';
import type { StoredBlock } from '../../../entities/signing/signature-page.ts';
import { changedParts, editBlocks, undoBlockEdits } from './edit-blocks.ts';

const text = (id: string, content = id) => ({ id, kind: 'text', content });
const block = (id: string, y: number, content = id): StoredBlock => ({ ...text(id, content), grid: { y } });
const before = [block('a', 0), block('b', 1), block('c', 2)];
const sorted = (blocks: readonly StoredBlock[]) =>
  blocks.toSorted((one, other) => one.id.localeCompare(other.id));
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

it('changes blocks in their places, adds new ones at the end, and leaves the others alone', () => {
  const edits = { put: [block('new', 3), block('b', 4, 'changed')], removed: ['a'] };
  expect(editBlocks(before, edits)).toEqual([block('b', 4, 'changed'), block('c', 2), block('new', 3)]);
});

it('keeps the edits that two people made to different blocks', () => {
  const one = editBlocks(before, { put: [block('a', 0, 'one')], removed: [] });
  expect(editBlocks(one, { put: [block('c', 2, 'two')], removed: [] })).toEqual([
    block('a', 0, 'one'),
    block('b', 1),
    block('c', 2, 'two'),
  ]);
});

it('keeps the text of a block that is moved, and the place of a block that is edited without one', () => {
  const moved = editBlocks(before, { put: [{ id: 'a', grid: { y: 5 } }], removed: [] });
  const both = editBlocks(moved, { put: [text('a', 'changed')], removed: [] });
  expect(both).toEqual([block('a', 5, 'changed'), block('b', 1), block('c', 2)]);
});

it('doesn’t add a block that is only moved, and puts a new one without a place at the top', () => {
  const put = [{ id: 'gone', grid: { y: 5 } }, text('new')];
  expect(editBlocks([], { put, removed: [] })).toEqual([
    { ...text('new'), grid: { x: 0, y: 0, w: 12, h: 1 } },
  ]);
});

it('undoes an edit, however it changed the blocks', () => {
  const edits = {
    put: [block('new', 3), text('b', 'changed'), { id: 'c', grid: { y: 9 } }],
    removed: ['a'],
  };
  const back = editBlocks(editBlocks(before, edits), undoBlockEdits(before, edits));
  expect(sorted(back)).toEqual(before);
});

it('restores only the place when it undoes a move, and only the text when it undoes an edit of the text', () => {
  const moved = { put: [{ id: 'a', grid: { y: 5 } }], removed: [] };
  const changed = { put: [text('b', 'changed')], removed: [] };
  const since = [block('a', 5, 'since'), block('b', 7, 'changed'), block('c', 2)];
  expect(editBlocks(since, undoBlockEdits(before, moved))[0]).toEqual(block('a', 0, 'since'));
  expect(editBlocks(since, undoBlockEdits(before, changed))[1]).toEqual(block('b', 7));
});

it('distinguishes a change of a block’s place from a change of the rest', () => {
  const after = [block('a', 5), block('b', 1, 'changed'), block('new', 3)];
  expect(changedParts(before, after, isSame)).toEqual(['grids.a', 'blocks.b', 'blocks.c', 'blocks.new']);
  expect(changedParts(before, [block('a', 5, 'changed')], isSame).slice(0, 2)).toEqual([
    'blocks.a',
    'grids.a',
  ]);
});
