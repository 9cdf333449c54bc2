import type { Table } from 'dexie';
import { TOP, type ChildLists } from '../../contract/rules/checklist/child-lists.ts';
import { filesOf } from '../../contract/rules/documents/document-names.ts';
import { lastCommit, type CommitMark } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { childListKey } from '../outbox/draft.ts';
import type { ChildListRow, DocumentRow, ElementRow, ItemRow, TaskRow } from '../rows.ts';

/** The rows that a deal's checklist is built from. */
export interface Rows {
  elements: Map<string, ElementRow>;
  items: Map<string, ItemRow>;
  documents: Map<string, DocumentRow>;
  tasks: Map<string, TaskRow>;
  /** Never changed in place, because edits build on them. */
  lists: ChildLists;
}

/** All rows, and their commit. */
export interface Loaded extends Rows, CommitMark {}

/** The number of entries that a screen starts with: more than a tall screen shows at once. */
const FIRST_ENTRIES = 80;

/** The number of rows that are deserialized in one task. The browser does that in one go for each request. */
const ROWS_AT_ONCE = 250;

/** The rows of the checklist's first entries, completely expanded, and their lists. */
export async function readBeginning(db: MirrorDatabase, transaction: string): Promise<Rows> {
  const read = [db.elements, db.items, db.documents, db.tasks, db.childLists];
  return db.transaction('r', read, async () => {
    const lists = await readFirstLists(db, transaction);
    const elements = await getAll(db.elements, firstOf(lists, FIRST_ENTRIES));
    const [items, tasks] = await Promise.all([
      getAll(
        db.items,
        elements.flatMap(({ item }) => item ?? []),
      ),
      getAll(
        db.tasks,
        elements.flatMap(({ task }) => task ?? []),
      ),
    ]);
    const documents = await getAll(db.documents, items.flatMap(filesOf));
    return {
      lists,
      elements: byUuid(elements),
      items: byUuid(items),
      documents: byUuid(documents),
      tasks: byUuid(tasks),
    };
  });
}

/**
 * The lists that determine which entries come first. Reading all of a large deal's lists takes longer than everything else
 * that a screen waits for.
 */
async function readFirstLists(db: MirrorDatabase, transaction: string): Promise<ChildLists> {
  const lists = new Map<string, readonly string[]>();
  let unread: string[] = [TOP];
  while (unread.length > 0) {
    const keys = unread.map((parent) => childListKey(transaction, parent));
    // Only a parent that has had entries has a row.
    for (const parent of unread) lists.set(parent, []);
    for (const { parent, children } of await getAll(db.childLists, keys)) lists.set(parent, children);
    unread = firstOf(lists, FIRST_ENTRIES).filter((id) => !lists.has(id));
  }
  return lists;
}

/** The ids that come first in reading order, at most this many. Terminates on lists with a cycle. */
function firstOf(lists: ChildLists, count: number): string[] {
  const found = new Set<string>();
  const open = [...(lists.get(TOP) ?? [])].toReversed();
  for (let id = open.pop(); id !== undefined && found.size < count; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...[...(lists.get(id) ?? [])].toReversed());
  }
  return [...found];
}

/** Returns those of these rows that exist. */
async function getAll<Row, Made>(table: Table<Row, string, Made>, keys: readonly string[]): Promise<Row[]> {
  return (await table.bulkGet([...keys])).filter((row) => row !== undefined);
}

/**
 * All rows of a deal in a table, in parts, because a task that deserializes thousands of them would delay every keystroke.
 * Uuids contain the time, so there are few rows of other deals between two of one deal. If there are many, each row is read
 * separately.
 */
export async function readInParts<Row extends { transaction: string }, Made>(
  table: Table<Row, string, Made>,
  transaction: string,
): Promise<Row[]> {
  const keys = await table.where({ transaction }).primaryKeys();
  const rows: Row[] = [];
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
    const part = keys.slice(from, from + ROWS_AT_ONCE);
    const between = table.where(':id').between(part[0], part.at(-1), true, true);
    const found = await between.limit(2 * ROWS_AT_ONCE).toArray();
    const own = found.filter((row) => row.transaction === transaction);
    rows.push(...(own.length === part.length ? own : await getAll(table, part)));
  }
  return rows;
}

/** All rows of the deal, from one snapshot of the mirror. */
export async function readDeal(db: MirrorDatabase, transaction: string): Promise<Loaded> {
  const read = [db.elements, db.items, db.documents, db.tasks, db.childLists, db.meta];
  return db.transaction('r', read, async () => {
    const [mark, elements, items, documents, tasks, lists] = await Promise.all([
      lastCommit(db, transaction),
      readInParts(db.elements, transaction),
      readInParts(db.items, transaction),
      readInParts(db.documents, transaction),
      readInParts(db.tasks, transaction),
      db.childLists.where({ transaction }).toArray(),
    ]);
    return {
      ...mark,
      elements: byUuid(elements),
      items: byUuid(items),
      documents: byUuid(documents),
      tasks: byUuid(tasks),
      lists: asLists(lists),
    };
  });
}

function asLists(rows: readonly ChildListRow[]): Rows['lists'] {
  return new Map(rows.map((row) => [row.parent, row.children]));
}

function byUuid<Row extends { uuid: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.uuid, row]));
}
