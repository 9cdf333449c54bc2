import { expect, it } from 'vitest';
import { addableBlocks, addBlock, type AddedBlock } from './add-block.ts';
import { editBlocks } from './edit-blocks.ts';
import { newPageDesign } from './new-design.ts';

const { blocks } = newPageDesign();
const without = (kind: string) => blocks.filter((block) => block.kind !== kind);
const add = (page: typeof blocks, kind: AddedBlock, below: string | null = null) =>
  addBlock(page, { kind, id: 'new', below, text: 'New text' });
const rowsOf = (added: typeof blocks, to: typeof blocks) =>
  Object.fromEntries(editBlocks(to, { put: added, removed: [] }).map(({ id, grid }) => [id, grid.y]));

it('offers texts and spaces always, and other blocks only if they are missing', () => {
  expect(addableBlocks(blocks)).toEqual(['text', 'spacer', 'witness']);
  expect(addableBlocks([])).toEqual(['text', 'spacer', 'lead_in', 'signature', 'witness', 'footer']);
});

it('puts a removed lead-in above everything else, as on a new page', () => {
  // The signature block is in row 1, so row 0 is free.
  const added = add(without('lead_in'), 'lead_in');
  expect(added).toEqual(blocks.filter(({ kind }) => kind === 'lead_in'));
});

it('moves the blocks of the first row down to make room for a lead-in', () => {
  const page = without('lead_in').map((block) => ({
    ...block,
    grid: { ...block.grid, y: block.grid.y - 1 },
  }));
  expect(rowsOf(add(page, 'lead_in'), page)).toEqual({ 'lead-in': 0, signature: 1, footer: 2 });
});

it('puts a witness clause below the signatures, and a footer below everything', () => {
  expect(rowsOf(add(blocks, 'witness', 'lead-in'), blocks)).toMatchObject({ signature: 1, witness: 2 });
  expect(add(without('footer'), 'footer')).toEqual(blocks.filter(({ kind }) => kind === 'footer'));
});

it('puts a text or a space below the selected block, and moves the blocks below it down', () => {
  expect(rowsOf(add(blocks, 'text', 'lead-in'), blocks)).toMatchObject({
    'lead-in': 0,
    new: 1,
    signature: 2,
  });
  expect(rowsOf(add(blocks, 'spacer', 'lead-in'), blocks)).toMatchObject({
    'lead-in': 0,
    new: 1,
    signature: 5,
  });
  expect(rowsOf(add(blocks, 'text'), blocks)).toMatchObject({ signature: 1, new: 2 });
});

it('adds back a signature block that was removed', () => {
  expect(add(without('signature'), 'signature')).toMatchObject([{ id: 'signature', kind: 'signature' }]);
});

it('gives the block another id if a block of another kind has it', () => {
  const page = [{ id: 'footer', kind: 'space', grid: { x: 0, y: 0, w: 12, h: 1 } }];
  expect(add(page, 'footer').map(({ id }) => id)).toEqual(['new']);
});
