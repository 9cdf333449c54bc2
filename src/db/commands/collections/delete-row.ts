import {
  DEAL_COLLECTIONS,
  type CollectionName,
  type DealCollection,
} from '../../../contract/collections/deal-collections.ts';
import { camelKey } from '../../codec.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CommandDefinition, Step } from '../../outbox/command.ts';
import type { Draft } from '../../outbox/draft.ts';
import { mutate, step } from '../../outbox/mutate.ts';
import type { FrozenRequest, MirrorRows } from '../../rows.ts';
import { textIn } from './edits.ts';
import type { RowInDeal } from './edit-row.ts';

/** A row that goes together with a deleted one. */
export interface DependentKey {
  table: CollectionName;
  key: string;
}

/** A row of any collection, with its table. */
export type DependentRow = {
  [Name in CollectionName]: { table: Name; row: MirrorRows[Name] };
}[CollectionName];

export interface DeleteArgs extends RowInDeal {
  /** The rows that are deleted along with it, on this device. */
  along?: DependentKey[] | undefined;
}

/** A deleted row, as it was. */
export interface DeletedRow<Name extends CollectionName> {
  transaction: string;
  row: MirrorRows[Name];
  along?: DependentRow[] | undefined;
}

/** A collection whose rows can be restored. */
type Restorable = Extract<DealCollection, { restorable: string }>;

/**
 * Defines the command that deletes a row of a collection, and the one that restores it.
 * @param requestOf the request of the deletion, if it isn't the collection's own `delete`
 */
export function defineDelete<Facts extends Restorable>(
  { name, command, nouns, title, restorable }: Facts,
  requestOf: (args: DeleteArgs, before: Draft) => FrozenRequest = ({ uuid }) => ({
    endpoint: `${name}.delete`,
    input: { id: uuid },
  }),
) {
  const table: Facts['name'] = name;
  const refreshes = [table, ...dependentTables(name)];
  const deletion: CommandDefinition<DeleteArgs> = {
    name: `${command}.delete`,
    lane: (args) => args.transaction,
    keys: ({ uuid, along = [] }) => [{ table, key: uuid }, ...along],
    structural: false,
    creates: () => [],
    refersTo: (args) => [args.uuid],
    touches: (args) => [args.uuid],
    apply(draft, { uuid, along = [] }) {
      draft.remove(table, uuid);
      for (const each of along) draft.remove(each.table, each.key);
    },
    inverse({ transaction, uuid, along = [] }, before) {
      const row = before.get(table, uuid);
      if (!row) return [];
      return [step(restoring, { transaction, row, ...rowsAlong(before, along) })];
    },
    request: requestOf,
    refreshes,
    failure: `There was a problem attempting to delete the ${nouns.one}`,
  };
  const restoring: CommandDefinition<DeletedRow<Facts['name']>> = {
    name: `${command}.restore`,
    lane: (args) => args.transaction,
    keys: ({ row, along = [] }) => [{ table, key: row.uuid }, ...along.map(keyOf)],
    structural: false,
    creates: () => [],
    refersTo: ({ row }) => [row.uuid],
    touches: ({ row }) => [row.uuid],
    apply(draft, { row, along = [] }) {
      if (draft.get(table, row.uuid)) return;
      draft.put(table, row.uuid, row);
      for (const each of along) putBack(draft, each);
    },
    inverse: ({ transaction, row, along = [] }) => [
      deleteStep(
        deletion,
        { table, title },
        { transaction, uuid: row.uuid, ...(along.length > 0 && { along: along.map(keyOf) }) },
        textIn(row, title),
      ),
    ],
    request: ({ transaction, row }) => ({
      endpoint: 'transactions.restore',
      input: { id: transaction, kind: restorable, uuid: row.uuid },
    }),
    refreshes,
    failure: `There was a problem attempting to restore the ${nouns.one}`,
  };
  return { deletion, restoring };
}

/** Names a row that was deleted along with another. */
export function keyOf({ table, row }: DependentRow): DependentKey {
  return { table, key: row.uuid };
}

/** The rows that a deletion takes along, for the arguments of the command that brings them back. */
export function rowsAlong(before: Draft, along: readonly DependentKey[]): { along?: DependentRow[] } {
  const rows = along.flatMap((each) => rowIn(before, each));
  return rows.length > 0 ? { along: rows } : {};
}

function rowIn(draft: Draft, { table, key }: DependentKey): DependentRow[];
function rowIn(draft: Draft, { table, key }: DependentKey): unknown[] {
  const row = draft.get(table, key);
  return row ? [{ table, row }] : [];
}

function putBack<Name extends CollectionName>(
  draft: Draft,
  { table, row }: { table: Name; row: MirrorRows[Name] },
): void {
  if (!draft.get(table, row.uuid)) draft.put(table, row.uuid, row);
}

/** Undoes that a row was created or restored, as long as it is still called the same. */
export function deleteStep(
  deletion: CommandDefinition<DeleteArgs>,
  { table, title }: { table: CollectionName; title: string | null },
  { transaction, uuid, along }: DeleteArgs,
  called: string | undefined,
): Step {
  return step(deletion, { transaction, uuid, ...(along && { along }) }, (shown) => {
    const row = shown.get(table, uuid);
    return row !== null && textIn(row, title) === called;
  });
}

/** Deletes a row, along with the rows that go together with it. */
export async function deleteWithDependents(
  db: MirrorDatabase,
  deletion: CommandDefinition<DeleteArgs>,
  { name }: Restorable,
  { transaction, uuid }: RowInDeal,
): Promise<Step[]> {
  const along = await dependentsOf(db, name, uuid);
  return mutate(db, deletion, { transaction, uuid, ...(along.length > 0 && { along }) });
}

/** Returns the rows that go together with this one, and theirs. */
export async function dependentsOf(
  db: MirrorDatabase,
  name: CollectionName,
  uuid: string,
  found: DependentKey[] = [],
): Promise<DependentKey[]> {
  for (const { name: table, parents } of DEAL_COLLECTIONS)
    for (const { field, collection, together } of parents) {
      if (!together || collection !== name) continue;
      const keys = await db.table<unknown, string>(table).where(camelKey(field)).equals(uuid).primaryKeys();
      for (const key of keys) {
        if (found.some((each) => each.key === key)) continue;
        found.push({ table, key });
        await dependentsOf(db, table, key, found);
      }
    }
  return found;
}

/** Returns the collections with rows that go together with rows of this one, directly or not. */
function dependentTables(name: CollectionName, found: CollectionName[] = []): CollectionName[] {
  for (const { name: table, parents } of DEAL_COLLECTIONS) {
    const isOne = parents.some(({ collection, together }) => together && collection === name);
    if (!isOne || found.includes(table)) continue;
    found.push(table);
    dependentTables(table, found);
  }
  return found;
}
