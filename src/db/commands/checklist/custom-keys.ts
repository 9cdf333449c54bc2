import { customKeyCollection } from '../../../contract/collections/custom-keys.ts';
import type { MirrorDatabase } from '../../database.ts';
import { requestTo, type Step } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { defineCreate, createdBy } from '../collections/create-row.ts';
import { defineDelete, deleteWithDependents } from '../collections/delete-row.ts';
import { defineEdit, type RowInDeal } from '../collections/edit-row.ts';
import { defineMove, otherRows, type MoveRowArgs } from '../collections/move-row.ts';

export interface CreateCustomKeyArgs extends RowInDeal {
  key: string;
  /** The number of fields before it, on this device. */
  order: number;
}

export interface RenameCustomKeyArgs extends RowInDeal {
  key: string;
}

export const { deletion: deleteCustomKeyDefinition, restoring: restoreCustomKeyDefinition } =
  defineDelete(customKeyCollection);

export const createCustomKeyDefinition = defineCreate(customKeyCollection, {
  rowOf: ({ uuid, transaction, key, order }: CreateCustomKeyArgs, stamp) => ({
    uuid,
    transaction,
    key,
    order,
    ...createdBy(stamp),
  }),
  request: ({ transaction, uuid, key }) =>
    requestTo('customKeys', 'bulkCreate', { transaction, custom_keys: [{ uuid, key }] }),
  deletion: deleteCustomKeyDefinition,
});

export const renameCustomKeyDefinition = defineEdit(customKeyCollection, {
  verb: 'rename',
  editsOf: ({ key }: RenameCustomKeyArgs) => ({ key }),
  withEdits: (args, { key }) => ({ ...args, key }),
});

export const moveCustomKeyDefinition = defineMove(customKeyCollection);

/** Adds a field after the deal's others. */
export async function createCustomKey(
  db: MirrorDatabase,
  args: Omit<CreateCustomKeyArgs, 'order'>,
): Promise<Step[]> {
  const order = await db.customKeys.where({ transaction: args.transaction }).count();
  return mutate(db, createCustomKeyDefinition, { ...args, order });
}

/** Renames a field. */
export async function renameCustomKey(db: MirrorDatabase, args: RenameCustomKeyArgs): Promise<Step[]> {
  return mutate(db, renameCustomKeyDefinition, args);
}

/** Moves a field among the others. */
export async function moveCustomKey(db: MirrorDatabase, args: Omit<MoveRowArgs, 'others'>): Promise<Step[]> {
  const others = await otherRows(db, customKeyCollection, args);
  return mutate(db, moveCustomKeyDefinition, { ...args, others });
}

/** Deletes a field of the deal. */
export async function deleteCustomKey(db: MirrorDatabase, args: RowInDeal): Promise<Step[]> {
  return deleteWithDependents(db, deleteCustomKeyDefinition, customKeyCollection, args);
}
