import type { PageBlock } from '../../entities/signing/signature-page-design.ts';
import { newPageDesign } from './new-design.ts';

/** The blocks that a page has at most once, so that they can be added when they are missing. */
export const SINGLE_BLOCKS = ['lead_in', 'witness', 'footer'] as const;
export type SingleBlock = (typeof SINGLE_BLOCKS)[number];

const WITNESS = [
  'Signed in the presence of:',
  '',
  'Witness: ______________________',
  'Name: ______________________',
];

/** Returns a block as on a new page, and the blocks that it moves: a lead-in is above everything else, the others are below. */
export function addSingleBlock(blocks: readonly PageBlock[], kind: SingleBlock, newId: string): PageBlock[] {
  const rows = blocks.filter((block) => block.kind !== 'footer').map(({ grid }) => grid.y);
  const below = Math.max(-1, ...rows) + 1;
  const known = newPageDesign().blocks.find((block) => block.kind === kind);
  const added: PageBlock = known ?? {
    id: 'witness',
    kind: 'witness',
    grid: { x: 0, y: below, w: 12, h: 1 },
    content: WITNESS,
    text_align: 'left',
  };
  const id = blocks.some((block) => block.id === added.id) ? newId : added.id;
  if (kind !== 'lead_in') return [{ ...added, id, grid: { ...added.grid, y: below } }];
  const isTopTaken = rows.includes(0);
  return [
    { ...added, id },
    ...(isTopTaken
      ? blocks.map((block) => ({ ...block, grid: { ...block.grid, y: block.grid.y + 1 } }))
      : []),
  ];
}
