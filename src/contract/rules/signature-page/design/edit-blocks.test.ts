import { expect, it } from 'vitest';
import { editBlocks, undoBlockEdits } from './edit-blocks.ts';

const block = (id: string, text = id) => ({ id, text });
const before = [block('a'), block('b'), block('c')];

it('changes blocks in their places, adds new ones at the end, and leaves the others alone', () => {
  const edits = { put: [block('new'), block('b', 'changed')], removed: ['a'] };
  expect(editBlocks(before, edits)).toEqual([block('b', 'changed'), block('c'), block('new')]);
});

it('keeps the edits that two people made to different blocks', () => {
  const one = editBlocks(before, { put: [block('a', 'one')], removed: [] });
  expect(editBlocks(one, { put: [block('c', 'two')], removed: [] })).toEqual([
    block('a', 'one'),
    block('b'),
    block('c', 'two'),
  ]);
});

it('undoes an edit, however it changed the blocks', () => {
  const edits = { put: [block('new'), block('b', 'changed')], removed: ['a'] };
  const back = editBlocks(editBlocks(before, edits), undoBlockEdits(before, edits));
  expect(back.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual(before);
});
