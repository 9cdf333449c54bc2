import type { MirrorDatabase } from '../../database.ts';

/** An edit, as far as it says what it is about. */
interface AboutOneRow {
  args: unknown;
}

/** What an edit is about, as this device has it now. */
export interface EditSubject {
  /** Null where it has no name, or is not on this device. */
  name: string | null;
  /** Whether its row is on this device. */
  isHere: boolean;
}

/** The tables that `editSubjects` reads. */
export function subjectTables(db: MirrorDatabase) {
  return [db.transactions, db.elements, db.items, db.documents, db.tasks, db.customKeys];
}

/**
 * What each edit is about. Inside a transaction over `subjectTables`: each table is read once, whatever the edits, since Dexie
 * ends a transaction whose reads come now and then.
 */
export async function editSubjects(
  db: MirrorDatabase,
  edits: readonly AboutOneRow[],
): Promise<EditSubject[]> {
  const uuids = edits.map((edit) => uuidOf(edit) ?? '');
  const transactions = await db.transactions.bulkGet(uuids);
  const elements = await db.elements.bulkGet(uuids);
  const items = await db.items.bulkGet(uuids.map((uuid, index) => elements[index]?.item ?? uuid));
  const documents = await db.documents.bulkGet(uuids);
  const tasks = await db.tasks.bulkGet(uuids.map((uuid, index) => elements[index]?.task ?? uuid));
  const customKeys = await db.customKeys.bulkGet(uuids);
  return edits.map((_edit, index) => {
    const named = items[index] ?? tasks[index] ?? documents[index] ?? transactions[index];
    const name = elements[index]?.label ?? customKeys[index]?.key ?? named?.name ?? null;
    return { name, isHere: Boolean(elements[index] ?? customKeys[index] ?? named) };
  });
}

/** The one row that an edit is about, as its arguments name it. */
export function uuidOf({ args }: AboutOneRow): string | null {
  if (typeof args !== 'object' || args === null) return null;
  if ('ids' in args && Array.isArray(args.ids) && args.ids.length === 1) return asId(args.ids[0]);
  return 'uuid' in args ? asId(args.uuid) : null;
}

function asId(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
