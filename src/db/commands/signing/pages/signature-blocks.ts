import { signatureBlockCollection } from '../../../../contract/collections/signature-blocks.ts';
import type { BlockDesign } from '../../../../contract/entities/signing/signature-page-design.ts';
import { camelize, snakify } from '../../../codec.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { Step } from '../../../outbox/command.ts';
import { mutate } from '../../../outbox/mutate.ts';
import type { CollectionRow } from '../../../rows.ts';
import { createdBy, defineCreate } from '../../collections/create-row.ts';
import { defineDelete, deleteWithDependents } from '../../collections/delete-row.ts';
import { defineEdit, inEdits, type RowInDeal } from '../../collections/edit-row.ts';

type DesignRow = CollectionRow<'signatureBlocks'>;

export interface CreateSignatureBlockArgs extends RowInDeal, Pick<DesignRow, 'name' | 'data'> {}

export interface UpdateSignatureBlockArgs extends RowInDeal {
  edits: { name?: string | undefined; data?: DesignRow['data'] | undefined };
}

export const { deletion: deleteSignatureBlockDefinition, restoring: restoreSignatureBlockDefinition } =
  defineDelete(signatureBlockCollection);

export const createSignatureBlockDefinition = defineCreate(signatureBlockCollection, {
  rowOf: (args: CreateSignatureBlockArgs, stamp) => ({
    ...args,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: (args) => ({ endpoint: 'signatureBlocks.create', input: snakify(args) }),
  deletion: deleteSignatureBlockDefinition,
});

export const updateSignatureBlockDefinition = defineEdit(
  signatureBlockCollection,
  inEdits<UpdateSignatureBlockArgs>(),
);

/** Saves the look of a block under a name, for the pages of its deal. */
export async function saveBlockDesign(
  db: MirrorDatabase,
  { design, ...row }: RowInDeal & { name: string; design: BlockDesign },
): Promise<Step[]> {
  return mutate(db, createSignatureBlockDefinition, { ...row, data: camelize(design) });
}

/** Renames a saved design, replaces it, or both. */
export async function updateBlockDesign(
  db: MirrorDatabase,
  { design, name, ...row }: RowInDeal & { name?: string; design?: BlockDesign },
): Promise<Step[]> {
  const edits = { ...(name !== undefined && { name }), ...(design && { data: camelize(design) }) };
  return mutate(db, updateSignatureBlockDefinition, { ...row, edits });
}

/** Deletes a saved design. Pages that have its look keep it. */
export async function deleteBlockDesign(db: MirrorDatabase, args: RowInDeal): Promise<Step[]> {
  return deleteWithDependents(db, deleteSignatureBlockDefinition, signatureBlockCollection, args);
}
