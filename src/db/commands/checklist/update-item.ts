import { itemCollection } from '../../../contract/collections/items.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Step } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { defineEdit, inEdits } from '../collections/edit-row.ts';

export interface UpdateItemArgs {
  transaction: string;
  uuid: string;
  edits: {
    name?: string | undefined;
    description?: string | undefined;
    complete?: boolean | undefined;
    forSigning?: boolean | undefined;
    fullyExecuted?: boolean | undefined;
    isDeed?: boolean | undefined;
    isSupplemental?: boolean | undefined;
    isTemplate?: boolean | undefined;
    nameAlt?: string | undefined;
    nameAltEnabled?: boolean | undefined;
    requiresOriginalSignatures?: boolean | undefined;
  };
}

export const updateItemDefinition = defineEdit(itemCollection, inEdits<UpdateItemArgs>());

/** Changes an item, or marks it as done. */
export async function updateItem(db: MirrorDatabase, args: UpdateItemArgs): Promise<Step[]> {
  return mutate(db, updateItemDefinition, args);
}
