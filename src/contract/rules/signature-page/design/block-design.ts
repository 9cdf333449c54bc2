import {
  blockDesignSchema,
  type BlockDesign,
  type SignatureBlock,
} from '../../../entities/signing/signature-page-design.ts';

/** Returns the look of a block, without its place on the page. */
export function designOfBlock({ id: _id, grid: _grid, ...design }: SignatureBlock): BlockDesign {
  return design;
}

/** Returns the block with the look of a design, at its own place. */
export function withDesign({ id, grid }: SignatureBlock, design: BlockDesign): SignatureBlock {
  return { ...design, id, grid };
}

/** Returns a stored design, or why it can't be read: it is from a newer version, or it is damaged. */
export function readBlockDesign(data: unknown): { design: BlockDesign } | { problem: string } {
  const { data: design, error } = blockDesignSchema.safeParse(data);
  if (design) return { design };
  return { problem: error.issues[0]?.message ?? 'This design can’t be read.' };
}
