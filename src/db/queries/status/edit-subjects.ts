import {
  COLLECTION_NAMES,
  DEAL_COLLECTIONS,
  type CollectionName,
} from '../../../contract/collections/deal-collections.ts';
import { documentLabel } from '../../../contract/rules/documents/document-names.ts';
import { textIn } from '../../commands/collections/edits.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { ElementRow } from '../../rows.ts';

/** The part of an edit that identifies its subject. */
interface AboutOneRow {
  args: unknown;
}

/** The current state of an edit's subject on this device. */
export interface EditSubject {
  /** Null if it has no name, or is not on this device. */
  name: string | null;
  /** Whether its row is on this device. */
  isHere: boolean;
}

/** The tables that `editSubjects` reads. */
export function subjectTables(db: MirrorDatabase) {
  return [db.transactions, ...COLLECTION_NAMES.map((name) => db[name])];
}

/**
 * Returns the subject of each edit. Inside a transaction over `subjectTables`. Each table is read once for all edits, because
 * Dexie ends a transaction that pauses between reads.
 */
export async function editSubjects(
  db: MirrorDatabase,
  edits: readonly AboutOneRow[],
): Promise<EditSubject[]> {
  const uuids = edits.map((edit) => uuidOf(edit) ?? '');
  const deals = await db.transactions.bulkGet(uuids);
  const subjects = deals.map((deal): EditSubject => ({
    name: deal?.name ?? null,
    isHere: deal !== undefined,
  }));
  const elements = await db.elements.bulkGet(uuids);
  const documents = await db.documents.bulkGet(uuids);
  const items = await db.items.bulkGet(documents.map((row) => row?.itemId ?? ''));
  for (const { name: table, title } of DEAL_COLLECTIONS) {
    // An element has the name of its document or task.
    const keys = uuids.map((uuid, index) => standsFor(elements[index], table) ?? uuid);
    const rows: readonly (object | undefined)[] = await db[table].bulkGet(keys);
    rows.forEach((row, index) => {
      if (row) subjects[index] = { name: textIn(row, title) ?? subjects[index]?.name ?? null, isHere: true };
    });
  }
  documents.forEach((row, index) => {
    if (row) subjects[index] = { name: documentLabel(row, items[index]), isHere: true };
  });
  return subjects;
}

function standsFor(element: ElementRow | undefined, table: CollectionName): string | null {
  if (table === 'items') return element?.item ?? null;
  return table === 'tasks' ? (element?.task ?? null) : null;
}

/** The single row that an edit is about, according to its arguments. */
export function uuidOf({ args }: AboutOneRow): string | null {
  if (typeof args !== 'object' || args === null) return null;
  if ('ids' in args && Array.isArray(args.ids) && args.ids.length === 1) return asId(args.ids[0]);
  return 'uuid' in args ? asId(args.uuid) : null;
}

function asId(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
