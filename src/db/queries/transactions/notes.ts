import type { MirrorDatabase } from '../../database.ts';
import type { NoteRow } from '../../rows.ts';

/** The notes of a deal by their checklist row (null = the deal), oldest first. */
export type NotesByElement = ReadonlyMap<string | null, readonly NoteRow[]>;

export async function notesOf(db: MirrorDatabase, transaction: string): Promise<NotesByElement> {
  const rows = await db.notes.where({ transaction }).toArray();
  const notes = new Map<string | null, NoteRow[]>();
  for (const row of rows.toSorted(byMaking)) {
    const beside = notes.get(row.element);
    if (beside) beside.push(row);
    else notes.set(row.element, [row]);
  }
  return notes;
}

function byMaking(one: NoteRow, other: NoteRow): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.uuid < other.uuid ? -1 : 1;
}
