import { noteCollection } from '../../../contract/collections/notes.ts';
import type { MirrorDatabase } from '../../database.ts';
import { requestTo } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { defineCreate, createdBy } from '../collections/create-row.ts';
import type { RowInDeal } from '../collections/edit-row.ts';

export interface CreateNoteArgs extends RowInDeal {
  /** The checklist row that it is about; null = the deal. */
  element: string | null;
  note: string;
}

export const createNoteDefinition = defineCreate(noteCollection, {
  rowOf: ({ uuid, transaction, element, note }: CreateNoteArgs, stamp) => ({
    uuid,
    transaction,
    element,
    note,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ transaction, uuid, element, note }) =>
    requestTo('notes', 'create', { transaction, uuid, element, note }),
});

/** Adds a note about a checklist row or about the deal. */
export async function createNote(db: MirrorDatabase, args: CreateNoteArgs): Promise<void> {
  await mutate(db, createNoteDefinition, args);
}
