import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';

export interface CreateNoteArgs {
  transaction: string;
  uuid: string;
  /** The line of the checklist that it stands beside; null = the deal. */
  element: string | null;
  note: string;
}

export const createNoteDefinition: CommandDefinition<CreateNoteArgs> = {
  name: 'note.create',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'notes', key: args.uuid }],
  structural: false,
  creates: (args) => [args.uuid],
  refersTo: (args) => [args.uuid, ...(args.element === null ? [] : [args.element])],
  touches: (args) => [args.uuid],
  wording: { of: (args) => args.note, with: (args, note) => ({ ...args, note }) },
  apply(draft, args, stamp) {
    if (draft.get('notes', args.uuid)) return;
    draft.put('notes', args.uuid, {
      uuid: args.uuid,
      transaction: args.transaction,
      element: args.element,
      note: args.note,
      createdAt: stamp.madeAt,
      createdBy: stamp.userId,
      version: 0,
      modifiedAt: stamp.madeAt,
      modifiedBy: stamp.userId,
    });
  },
  request: ({ transaction, uuid, element, note }) =>
    requestTo('notes', 'create', { transaction, uuid, element, note }),
  refreshes: ['notes'],
  failure: 'There was a problem attempting to create the note',
};

/** Writes a note about a line of the checklist, or about the deal. */
export async function createNote(db: MirrorDatabase, args: CreateNoteArgs): Promise<void> {
  await mutate(db, createNoteDefinition, args);
}
