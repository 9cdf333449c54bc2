import type { PageBlock } from '../../../entities/signing/signature-page-design.ts';
import { newPageDesign, newSignatureBlock } from './new-design.ts';
import { insertBlock, rowsOf } from './place-block.ts';

/** The blocks that a page has at most once, so that they can be added when they are missing. */
const SINGLE_BLOCKS = ['lead_in', 'signature', 'witness', 'footer'] as const;
export type AddedBlock = (typeof SINGLE_BLOCKS)[number] | 'text' | 'spacer';

const WITNESS = [
  'Signed in the presence of:',
  '',
  'Witness: ______________________',
  'Name: ______________________',
];
/** The height of a new spacer, in rows of 12 points. */
const SPACER_ROWS = 4;

/** Returns the kinds of blocks that can be added to a page. */
export function addableBlocks(blocks: readonly PageBlock[]): AddedBlock[] {
  const missing = SINGLE_BLOCKS.filter((kind) => !blocks.some((each) => each.kind === kind));
  return ['text', 'spacer', ...missing];
}

interface NewBlock {
  readonly kind: AddedBlock;
  readonly id: string;
  /** The block below which a text or a space goes; null = below everything. */
  readonly below: string | null;
  /** The content of a new text block. */
  readonly text: string;
}

/**
 * Returns a new block with its default settings, and the blocks that it moves. A lead-in goes above everything else; a
 * witness clause, signatures and a footer go below.
 */
export function addBlock(blocks: readonly PageBlock[], added: NewBlock): PageBlock[] {
  const { kind, below } = added;
  const block = newBlock(blocks, added);
  if (kind === 'lead_in') return [block, ...rowsBelow(blocks, block)];
  if (kind === 'footer') return [{ ...block, grid: { ...block.grid, y: heightOf(blocks) } }];
  return insertBlock(blocks, block, kind === 'text' || kind === 'spacer' ? below : null);
}

function newBlock(blocks: readonly PageBlock[], { kind, id: newId, text }: NewBlock): PageBlock {
  const grid = { x: 0, y: 0, w: 12, h: 1 };
  const known = newPageDesign().blocks.find((block) => block.kind === kind);
  const idOf = (usual: string) => (blocks.some((each) => each.id === usual) ? newId : usual);
  if (kind === 'spacer') return { id: newId, kind, grid: { ...grid, h: SPACER_ROWS } };
  if (kind === 'text') return { id: newId, kind, grid, content: [text], text_align: 'left' };
  if (kind === 'witness') return { id: idOf(kind), kind, grid, content: WITNESS, text_align: 'left' };
  if (kind === 'signature') return newSignatureBlock(idOf(kind), 0);
  return { ...(known ?? { kind, grid }), id: idOf(known?.id ?? kind) };
}

/** Moves all rows down if the first one is taken. */
function rowsBelow(blocks: readonly PageBlock[], { grid: { h } }: PageBlock): PageBlock[] {
  const isTopTaken = rowsOf(blocks)[0]?.some(({ grid }) => grid.y < h) ?? false;
  return isTopTaken
    ? blocks.map((block) => ({ ...block, grid: { ...block.grid, y: block.grid.y + h } }))
    : [];
}

function heightOf(blocks: readonly PageBlock[]): number {
  return Math.max(0, ...rowsOf(blocks).flatMap((row) => row.map(({ grid }) => grid.y + grid.h)));
}
