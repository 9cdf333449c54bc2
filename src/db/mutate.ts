import { announceChanges, announceWork, numberChanges, type ChangeSet } from './change-sets.ts';
import { bindMutation, OUTBOX_FORMAT, type CommandDefinition, type Mutation } from './command.ts';
import type { MirrorDatabase } from './database.ts';
import type { MirrorKey, RowChange } from './draft.ts';
import { equal } from './equal.ts';
import { foldedTables, keepBase, loadShown, writeChanges } from './fold.ts';
import type { OutboxRow } from './rows.ts';
import { newUuid } from './uuid.ts';

/**
 * Carries out a command on the device: in one transaction it changes what is shown, keeps what stood before, and puts
 * the edit into the outbox. Resolves when that is on disk; any context may call it, no worker is needed.
 */
export async function mutate<Args>(
  db: MirrorDatabase,
  definition: CommandDefinition<Args>,
  args: Args,
): Promise<void> {
  const set = await db.transaction('rw', foldedTables(db), async () => mutateIn(db, definition, args));
  announceChanges(db.userId, [set]);
  announceWork(db.userId);
}

/**
 * The same as part of a larger transaction over the folded tables. The caller announces the change set, and the work,
 * once that is committed. `upon` is the version that the edit is made upon where it is not the one shown.
 */
export async function mutateIn<Args>(
  db: MirrorDatabase,
  definition: CommandDefinition<Args>,
  args: Args,
  upon?: number,
): Promise<ChangeSet> {
  const row: OutboxRow = {
    id: newUuid(),
    lane: definition.lane(args),
    name: definition.name,
    format: OUTBOX_FORMAT,
    madeAt: new Date().toISOString(),
    state: 'pending',
    ...declared(definition, args),
  };
  const mutation = bindMutation(definition, args, row, db.userId);
  const edited = definition.edits?.(args);
  const draft = await loadShown(db, row.lane, [mutation]);
  const before = new Map([...draft.rows()].map((change) => [`${change.table}:${change.key}`, change]));
  if (edited) row.baseVersion = upon ?? draft.get(edited.table, edited.key)?.version;
  mutation.apply(draft);
  // A move that is skipped leaves standing what an earlier one did.
  const isSkipped = definition.structural && draft.writtenLists.size === 0;
  // All at once: one after another, each would wait for the answer to the one before, in every edit.
  const [set] = await Promise.all([
    commit(db, mutation, [...draft.rows()], before, draft.writtenLists),
    isSkipped ? db.outbox.add(row) : appendOrCoalesce(db, definition, args, row),
  ]);
  return set;
}

/** What an outbox row says of its command. */
export type Declared = Pick<OutboxRow, 'args' | 'creates' | 'refersTo' | 'touches'>;

export function declared<Args>(definition: CommandDefinition<Args>, args: Args): Declared {
  return {
    args,
    creates: definition.creates(args),
    refersTo: definition.refersTo(args),
    touches: definition.touches(args),
  };
}

/**
 * Appends the edit, or lets it go into an earlier one of the same command that was never sent and was made upon the
 * same version of the row (SPEC: PUSH6).
 */
async function appendOrCoalesce<Args>(
  db: MirrorDatabase,
  definition: CommandDefinition<Args>,
  args: Args,
  row: OutboxRow,
): Promise<void> {
  const earlier = await coalescible(db, definition, row);
  if (!earlier?.seq || !definition.replaces?.(args, earlier.args)) await db.outbox.add(row);
  // `madeAt` stays the first's: at each key stroke the edit would be young again, and never said to be late.
  else await db.outbox.update(earlier.seq, declared(definition, args));
}

/**
 * The unsent edit that may take this one in: the last that touches the same row or, where order is concerned, the last
 * of the deal, since whatever came after a move was placed by it.
 */
async function coalescible<Args>(
  db: MirrorDatabase,
  definition: CommandDefinition<Args>,
  { lane, touches, baseVersion }: OutboxRow,
): Promise<OutboxRow | null> {
  const [touched, ...others] = touches;
  if (!definition.replaces || touched === undefined || others.length > 0) return null;
  const index = definition.structural ? { lane } : { touches: touched };
  const last = await db.outbox.where(index).last();
  const alike =
    last?.state === 'pending' &&
    last.name === definition.name &&
    last.format === OUTBOX_FORMAT &&
    last.baseVersion === baseVersion &&
    equal(last.touches, touches);
  return alike ? last : null;
}

async function commit(
  db: MirrorDatabase,
  { row, keys }: Mutation,
  after: readonly RowChange[],
  before: ReadonlyMap<string, RowChange>,
  writtenLists: ReadonlySet<string>,
): Promise<ChangeSet> {
  const touched: MirrorKey[] = [
    ...keys,
    ...[...writtenLists].map((key) => ({ table: 'childLists' as const, key })),
  ];
  const stood = touched.map((key) => before.get(`${key.table}:${key.key}`) ?? { ...key, row: null });
  const touchedIds = new Set(touched.map((key) => `${key.table}:${key.key}`));
  const changes = after.filter((change) => touchedIds.has(`${change.table}:${change.key}`));
  const [set] = await Promise.all([
    numberChanges(db, row.lane, changes),
    keepBase(db, row.lane, stood),
    writeChanges(db, changes),
  ]);
  return set;
}
