import type { StoredBlock } from '../../../entities/signing/signature-page.ts';

/** An edit that only moves a block. */
export interface MovedBlock {
  readonly id: string;
  readonly grid: unknown;
  readonly kind?: undefined;
}

/**
 * Blocks of a page that one edit adds, changes or moves, and those that it removes. All others stay as they are, and an
 * existing block that is edited without its `grid` stays where it is, so that two people can edit one page.
 */
export interface BlockEdits<Block> {
  readonly put: readonly (Block | MovedBlock)[];
  readonly removed: readonly string[];
}

/** Where a new block goes if its edit doesn't say. */
const FIRST_ROW = { x: 0, y: 0, w: 12, h: 1 };

/** Returns the blocks after an edit. A new block comes last. */
export function editBlocks<Block extends StoredBlock>(
  blocks: readonly Block[],
  { put, removed }: BlockEdits<Block>,
): Block[] {
  const edits = new Map(put.map((edit) => [edit.id, edit]));
  const kept = blocks
    .filter(({ id }) => !removed.includes(id))
    .map((block) => edited(block, edits.get(block.id)));
  const known = new Set(kept.map(({ id }) => id));
  const added = [...edits.values()].flatMap((edit) =>
    isMove(edit) || known.has(edit.id) ? [] : [{ grid: FIRST_ROW, ...edit }],
  );
  return [...kept, ...added];
}

/** Returns the edit that undoes an edit of these blocks. It restores only what was edited in each block: its place, the rest, or both. */
export function undoBlockEdits(
  before: readonly StoredBlock[],
  { put, removed }: BlockEdits<StoredBlock>,
): BlockEdits<StoredBlock> {
  const edits = new Map(put.map((edit) => [edit.id, edit]));
  const known = new Set(before.map(({ id }) => id));
  return {
    put: before.flatMap((block) => {
      if (removed.includes(block.id)) return [block];
      const edit = edits.get(block.id);
      return edit ? [samePart(block, edit)] : [];
    }),
    removed: put.flatMap((edit) => (isMove(edit) || known.has(edit.id) ? [] : [edit.id])),
  };
}

/**
 * Returns the differences between the blocks of two versions of a page, as the change log names them: `grids.` with a block's
 * id for its place, `blocks.` for anything else.
 */
export function changedParts(
  before: readonly StoredBlock[],
  after: readonly StoredBlock[],
  isSame: (one: unknown, other: unknown) => boolean,
): string[] {
  const had = new Map(before.map((block) => [block.id, block]));
  const has = new Map(after.map((block) => [block.id, block]));
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((id) => {
    const [one, other] = [had.get(id), has.get(id)];
    if (!one || !other) return [`blocks.${id}`];
    return [
      ...(isSame(withoutPlace(one), withoutPlace(other)) ? [] : [`blocks.${id}`]),
      ...(isSame(one['grid'], other['grid']) ? [] : [`grids.${id}`]),
    ];
  });
}

/** Returns a block without its place, so that an edit with it doesn't move the block. */
export function withoutPlace({ grid: _, ...block }: StoredBlock): StoredBlock {
  return block;
}

/** Returns whether an edit only moves its block. */
export function isMove(edit: StoredBlock | MovedBlock): edit is MovedBlock {
  return edit.kind === undefined;
}

function edited<Block extends StoredBlock>(block: Block, edit: Block | MovedBlock | undefined): Block {
  if (!edit) return block;
  return isMove(edit) ? { ...block, grid: edit.grid } : { grid: block['grid'], ...edit };
}

function samePart(block: StoredBlock, edit: StoredBlock | MovedBlock): StoredBlock | MovedBlock {
  if (isMove(edit)) return { id: block.id, grid: block['grid'] };
  return edit['grid'] === undefined ? withoutPlace(block) : block;
}
