import type { StoredBlock } from '../../../entities/signing/signature-page.ts';

/** Blocks of a page that one edit adds or changes, and those that it removes. All others stay, so that two people can edit one page. */
export interface BlockEdits<Block> {
  readonly put: readonly Block[];
  readonly removed: readonly string[];
}

/** Returns the blocks after an edit. A new block comes last. */
export function editBlocks<Block extends Pick<StoredBlock, 'id'>>(
  blocks: readonly Block[],
  { put, removed }: BlockEdits<Block>,
): Block[] {
  const changed = new Map(put.map((block) => [block.id, block]));
  const kept = blocks
    .filter(({ id }) => !removed.includes(id))
    .map((block) => changed.get(block.id) ?? block);
  const known = new Set(kept.map(({ id }) => id));
  return [...kept, ...[...changed.values()].filter(({ id }) => !known.has(id))];
}

/** Returns the edit that undoes an edit of these blocks. */
export function undoBlockEdits<Block extends Pick<StoredBlock, 'id'>>(
  before: readonly Block[],
  { put, removed }: BlockEdits<Block>,
): BlockEdits<Block> {
  const touched = new Set([...put.map(({ id }) => id), ...removed]);
  const existing = before.filter(({ id }) => touched.has(id));
  const known = new Set(existing.map(({ id }) => id));
  return { put: existing, removed: [...touched].filter((id) => !known.has(id)) };
}
