import {
  COLLECTION_NAMED,
  DEAL_COLLECTIONS,
  type CollectionName,
  type DealCollection,
} from '../../../contract/collections/deal-collections.ts';
import { isUnsent } from '../../../contract/rules/signing/packets/packet-status.ts';
import { camelKey } from '../../codec.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CommandDefinition, Step } from '../../outbox/command.ts';
import type { Draft } from '../../outbox/draft.ts';
import { mutate, runSteps, step } from '../../outbox/mutate.ts';
import type { FrozenRequest, MirrorRows } from '../../rows.ts';
import { sameTexts } from './edits.ts';
import type { RowInDeal } from './edit-row.ts';

/** A dependent row of a deleted row. */
export interface DependentKey {
  table: CollectionName;
  key: string;
}

/** A row of any collection, with its table. */
export type DependentRow = {
  [Name in CollectionName]: { table: Name; row: MirrorRows[Name] };
}[CollectionName];

export interface DeleteArgs extends RowInDeal {
  /** The rows on this device that are deleted with it. */
  along?: DependentKey[] | undefined;
}

/** A deleted row as it was. */
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
  { name, command, nouns, restorable }: Facts,
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
    without: (args, replaced) => (replaced.has(args.uuid) ? null : args),
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
        table,
        { transaction, uuid: row.uuid, ...(along.length > 0 && { along: along.map(keyOf) }) },
        [asLeft(table, row), ...along],
      ),
    ],
    request: ({ transaction, row }) => ({
      endpoint: 'transactions.restore',
      input: { id: transaction, kind: restorable, uuid: row.uuid },
    }),
    without: (args, replaced) => (replaced.has(args.row.uuid) ? null : args),
    refreshes,
    failure: `There was a problem attempting to restore the ${nouns.one}`,
  };
  return { deletion, restoring };
}

/** Names a row that was deleted together with another. */
export function keyOf({ table, row }: DependentRow): DependentKey {
  return { table, key: row.uuid };
}

/** The rows that a deletion includes, as arguments of the command that restores them. Unsent packets aren't restored. */
export function rowsAlong(before: Draft, along: readonly DependentKey[]): { along?: DependentRow[] } {
  const rows = along
    .flatMap((each) => rowIn(before, each))
    .filter(({ table, row }) => table !== 'packets' || !isUnsent(row.status));
  return rows.length > 0 ? { along: rows } : {};
}

function rowIn(draft: Draft, { table, key }: DependentKey): DependentRow[];
function rowIn(draft: Draft, { table, key }: DependentKey): unknown[] {
  const row = draft.get(table, key);
  return row ? [{ table, row }] : [];
}

/** Puts a row into the draft, unless it exists. */
export function putBack<Name extends CollectionName>(
  draft: Draft,
  { table, row }: { table: Name; row: MirrorRows[Name] },
): void {
  if (!draft.get(table, row.uuid)) draft.put(table, row.uuid, row);
}

/** Names a row's table. */
export function asLeft<Name extends CollectionName>(table: Name, row: MirrorRows[Name]): DependentRow;
export function asLeft(table: CollectionName, row: object): object {
  return { table, row };
}

/**
 * Undoes creating or restoring rows, if nobody has changed them and nothing else depends on them (SPEC: UNDO2).
 * @param left the row of `args` and its dependent rows, as the act left them
 */
export function deleteStep(
  deletion: CommandDefinition<DeleteArgs>,
  table: CollectionName,
  args: DeleteArgs,
  left: readonly DependentRow[],
): Step {
  const { transaction, uuid, along } = args;
  const named = new Set((along ?? []).map(({ key }) => key));
  return step(
    deletion,
    { transaction, uuid, ...(along && { along }) },
    {
      shown: (shown) => left.every((each) => isAsLeft(shown, each)),
      stored: async (db) => {
        const dependents = await dependentsOf(db, table, [uuid]);
        return dependents.every(({ key }) => named.has(key));
      },
    },
  );
}

/** Returns whether a shown row has the same values in all fields that people edit. */
function isAsLeft(shown: Draft, { table, row }: DependentRow): boolean {
  const now = shown.get(table, row.uuid);
  return now !== null && sameTexts(now, row, COLLECTION_NAMED[table].fields.map(camelKey));
}

/** Deletes a row with its dependent rows. */
export async function deleteWithDependents(
  db: MirrorDatabase,
  deletion: CommandDefinition<DeleteArgs>,
  { name }: Pick<DealCollection, 'name'>,
  { transaction, uuid }: RowInDeal,
): Promise<Step[]> {
  return mutate(db, deletion, await withDependents(db, name, { transaction, uuid }));
}

/** Deletes several rows as one act. */
export async function deleteAllWithDependents(
  db: MirrorDatabase,
  deletion: CommandDefinition<DeleteArgs>,
  { name }: Restorable,
  { transaction, uuids }: { transaction: string; uuids: readonly string[] },
): Promise<Step[]> {
  const all = await Promise.all(uuids.map(async (uuid) => withDependents(db, name, { transaction, uuid })));
  return runSteps(
    db,
    all.map((args) => step(deletion, args)),
  );
}

async function withDependents(
  db: MirrorDatabase,
  name: CollectionName,
  { transaction, uuid }: RowInDeal,
): Promise<DeleteArgs> {
  const along = await dependentsOf(db, name, [uuid]);
  return { transaction, uuid, ...(along.length > 0 && { along }) };
}

/** Returns the dependent rows of these, at every level. */
export async function dependentsOf(
  db: MirrorDatabase,
  name: CollectionName,
  uuids: readonly string[],
): Promise<DependentKey[]> {
  const found = new Map<string, DependentKey>();
  const addThoseOf = async (parent: CollectionName, named: readonly string[]): Promise<void> => {
    for (const { name: table, parents } of DEAL_COLLECTIONS) {
      const added: string[] = [];
      for (const { field, collection, together } of parents) {
        if (!together || collection !== parent) continue;
        const rows = db.table<unknown, string>(table).where(camelKey(field)).anyOf(named);
        for (const key of await rows.primaryKeys()) {
          if (found.has(key) || uuids.includes(key)) continue;
          found.set(key, { table, key });
          added.push(key);
        }
      }
      if (added.length > 0) await addThoseOf(table, added);
    }
  };
  await addThoseOf(name, uuids);
  return [...found.values()];
}

/** Returns the collections whose rows depend on rows of this one, directly or not. */
function dependentTables(name: CollectionName, found: CollectionName[] = []): CollectionName[] {
  for (const { name: table, parents } of DEAL_COLLECTIONS) {
    const isOne = parents.some(({ collection, together }) => together && collection === name);
    if (!isOne || found.includes(table)) continue;
    found.push(table);
    dependentTables(table, found);
  }
  return found;
}
