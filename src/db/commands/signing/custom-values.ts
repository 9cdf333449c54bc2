import { customValueCollection } from '../../../contract/collections/custom-values.ts';
import type { MirrorDatabase } from '../../database.ts';
import { requestTo, type Step } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { createdBy, defineCreate } from '../collections/create-row.ts';
import { defineDelete } from '../collections/delete-row.ts';
import { defineEdit, type RowInDeal } from '../collections/edit-row.ts';

export interface CreateCustomValueArgs extends RowInDeal {
  signatory: string;
  customKey: string;
  value: string;
}

export interface UpdateCustomValueArgs extends RowInDeal {
  value: string;
}

export const { deletion: deleteCustomValueDefinition, restoring: restoreCustomValueDefinition } =
  defineDelete(customValueCollection);

export const createCustomValueDefinition = defineCreate(customValueCollection, {
  rowOf: (args: CreateCustomValueArgs, stamp) => ({
    ...args,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ transaction, uuid, signatory, customKey, value }) =>
    requestTo('customValues', 'create', { transaction, uuid, signatory, custom_key: customKey, value }),
  deletion: deleteCustomValueDefinition,
});

export const updateCustomValueDefinition = defineEdit(customValueCollection, {
  editsOf: ({ value }: UpdateCustomValueArgs) => ({ value }),
  withEdits: (args, { value }) => ({ ...args, value }),
});

/** Gives a signatory a value for a field for the first time. */
export async function createCustomValue(db: MirrorDatabase, args: CreateCustomValueArgs): Promise<Step[]> {
  return mutate(db, createCustomValueDefinition, args);
}

export async function updateCustomValue(db: MirrorDatabase, args: UpdateCustomValueArgs): Promise<Step[]> {
  return mutate(db, updateCustomValueDefinition, args);
}

export async function deleteCustomValue(db: MirrorDatabase, args: RowInDeal): Promise<Step[]> {
  return mutate(db, deleteCustomValueDefinition, args);
}
