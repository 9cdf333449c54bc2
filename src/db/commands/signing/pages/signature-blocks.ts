import type { BlockDesign } from '../../../../contract/entities/signing/signature-page-design.ts';
import { camelize } from '../../../codec.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { Step } from '../../../outbox/command.ts';
import type { RowInDeal } from '../../collections/edit-row.ts';
import { createRow, updateRow } from '../../collections/standard-commands.ts';

/** Saves the look of a block under a name, for the pages of its deal. */
export async function saveBlockDesign(
  db: MirrorDatabase,
  { design, ...row }: RowInDeal & { name: string; design: BlockDesign },
): Promise<Step[]> {
  return createRow(db, 'signatureBlocks', { ...row, data: camelize(design) });
}

/** Renames a saved design, replaces it, or both. */
export async function updateBlockDesign(
  db: MirrorDatabase,
  { design, name, ...row }: RowInDeal & { name?: string; design?: BlockDesign },
): Promise<Step[]> {
  const edits = { ...(name !== undefined && { name }), ...(design && { data: camelize(design) }) };
  return updateRow(db, 'signatureBlocks', { ...row, edits });
}
