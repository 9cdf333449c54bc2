import { expect, it } from 'vitest';
import { addSingleBlock } from './add-block.ts';
import { editBlocks } from './edit-blocks.ts';
import { newPageDesign } from './new-design.ts';

const { blocks } = newPageDesign();
const without = (kind: string) => blocks.filter((block) => block.kind !== kind);
const rowsOf = (added: typeof blocks, to: typeof blocks) =>
  Object.fromEntries(editBlocks(to, { put: added, removed: [] }).map(({ id, grid }) => [id, grid.y]));

it('puts a removed lead-in above everything else, as on a new page', () => {
  // The signature block is in row 1, so row 0 is free.
  const added = addSingleBlock(without('lead_in'), 'lead_in', 'new');
  expect(added).toEqual(blocks.filter(({ kind }) => kind === 'lead_in'));
});

it('moves the blocks of the first row down to make room for a lead-in', () => {
  const page = without('lead_in').map((block) => ({
    ...block,
    grid: { ...block.grid, y: block.grid.y - 1 },
  }));
  expect(rowsOf(addSingleBlock(page, 'lead_in', 'new'), page)).toEqual({
    'lead-in': 0,
    signature: 1,
    footer: 2,
  });
});

it('puts a witness clause below the signatures, and a footer below everything', () => {
  expect(rowsOf(addSingleBlock(blocks, 'witness', 'new'), blocks)).toMatchObject({
    signature: 1,
    witness: 2,
  });
  expect(addSingleBlock(without('footer'), 'footer', 'new')).toEqual(
    blocks.filter(({ kind }) => kind === 'footer'),
  );
});

it('gives the block another id if a block of another kind has it', () => {
  const page = [{ id: 'footer', kind: 'space', grid: { x: 0, y: 0, w: 12, h: 1 } }];
  expect(addSingleBlock(page, 'footer', 'new').map(({ id }) => id)).toEqual(['new']);
});
