import { v7 } from 'uuid';
import type * as z from 'zod';
import type { newNoteSchema, Note } from '../../../src/contract/entities/note.ts';
import { presentNote } from '../../present/present-note.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { elementById } from '../../store/deals/elements.ts';
import { assertOwnRow } from '../own-row.ts';

/** Writes a note about a line of the checklist, or about the deal. */
export async function createNote(scope: DealWrite, input: z.output<typeof newNoteSchema>): Promise<Note> {
  const { tx, deal } = scope;
  const uuid = input.uuid ?? v7();
  const existing = await tx.selectFrom('notes').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (existing) {
    assertOwnRow(scope, existing);
    return presentNote(existing);
  }
  const element = input.element ?? null;
  if (element !== null) await elementById(tx, deal.uuid, element);
  const note = await tx
    .insertInto('notes')
    .values({ uuid, transaction: deal.uuid, element, note: input.note, ...scope.birth })
    .returningAll()
    .executeTakeFirstOrThrow();
  scope.put('notes', uuid, { name: input.note.slice(0, 200) });
  return presentNote(note);
}
