import { announceChanges, announceWork, changeSeq, numberChanges, type ChangeSet } from '../change-sets.ts';
import {
  bindMutation,
  declared,
  OUTBOX_FORMAT,
  type CommandDefinition,
  type Made,
  type Mutation,
  type NewEdit,
  type Step,
} from './command.ts';
import type { MirrorDatabase } from '../database.ts';
import type { Draft, RowChange, RowKey } from './draft.ts';
import { equal } from '../equal.ts';
import {
  changesIn,
  foldedTables,
  keepBase,
  keysWithoutBase,
  listsIn,
  loadShown,
  writeChanges,
  writtenLists,
} from './fold.ts';
import { RowMap } from './row-map.ts';
import type { Batch, OutboxRow } from '../rows.ts';
import { newUuid } from '../uuid.ts';
import { isViewOnly, ViewOnlyError } from './view-only.ts';
import { showEdits } from '../views/uncommitted-edits.ts';

/**
 * Applies a command on the device: in one transaction it changes what is shown, keeps the previous state, and puts the edit
 * into the outbox. Views in this tab show it before that (SPEC: SHOW). Resolves when it is on disk, with the steps that undo
 * it. Any context may call it, and no worker is needed.
 */
export async function mutate<Args>(
  db: MirrorDatabase,
  definition: CommandDefinition<Args>,
  args: Args,
): Promise<Step[]> {
  return runSteps(db, [step(definition, args)]);
}

/** Applies several commands as one act, all or none, like `mutate`. Resolves with the steps that undo all of them. */
export async function runSteps(db: MirrorDatabase, steps: readonly Step[]): Promise<Step[]> {
  const edits = steps.map((each) => each.begin(db.userId));
  const endShowing = showEdits(db, edits);
  const made = await commit(db, edits).catch((error: unknown) => {
    endShowing(null);
    throw error;
  });
  const sets = made.map(({ set }) => set);
  endShowing(sets);
  announceChanges(db.userId, sets);
  announceWork(db.userId);
  return made.toReversed().flatMap(({ inverse }) => inverse);
}

async function commit(db: MirrorDatabase, edits: readonly NewEdit[]): Promise<Made[]> {
  return db.transaction('rw', foldedTables(db), async () => {
    const done: Made[] = [];
    for (const each of edits) done.push(await each.commitIn(db));
    return done;
  });
}

/** Checks whether what should be undone is unchanged. */
export interface Stands {
  /** In the rows that the command names. */
  shown: (shown: Draft) => boolean;
  /** In other rows of the mirror. Inside a transaction, so it may await nothing else. */
  stored: (db: MirrorDatabase) => Promise<boolean>;
}

/**
 * A command with its arguments. If it undoes something, `stands` returns whether that is unchanged. If it isn't, applying the
 * command throws `ChangedSinceError`.
 */
export function step<Args>(
  definition: CommandDefinition<Args>,
  args: Args,
  stands?: Stands | ((shown: Draft) => boolean),
): Step {
  const given = typeof stands === 'function' ? { stands } : { stands: stands?.shown, stored: stands?.stored };
  return { begin: (userId) => newEdit(definition, args, userId, given) };
}

/** The rows to undo or redo have changed since: somebody has edited them, or the server rejected the act. */
export class ChangedSinceError extends Error {}

/**
 * Makes an edit as part of a larger transaction over the folded tables. The caller announces the change set and the new work
 * after the commit. `upon` is the version that the edit is based on, if it is not the one shown. `batch` is its act. `id` is
 * its id, for callers that wait for its response, and only for commands that never merge into an earlier edit.
 */
export async function mutateIn<Args>(
  db: MirrorDatabase,
  definition: CommandDefinition<Args>,
  args: Args,
  options: Omit<MakeOptions, 'stands' | 'stored'> = {},
): Promise<ChangeSet> {
  return (await newEdit(definition, args, db.userId, options).commitIn(db)).set;
}

interface MakeOptions {
  upon?: number | undefined;
  /** The version that the edit is based on if the row is not on this device. */
  uponIfGone?: number | undefined;
  batch?: Batch;
  id?: string;
  stands?: Stands['shown'] | undefined;
  stored?: Stands['stored'] | undefined;
  /** The last known name of what it changes, for when that is not on this device. */
  called?: string | undefined;
}

function newEdit<Args>(
  definition: CommandDefinition<Args>,
  args: Args,
  userId: string,
  options: MakeOptions,
): NewEdit {
  const { batch, id = newUuid(), stands } = options;
  const row: OutboxRow = {
    id,
    lane: definition.lane(args),
    name: definition.name,
    format: OUTBOX_FORMAT,
    madeAt: new Date().toISOString(),
    state: 'pending',
    ...declared(definition, args),
    ...(batch && { batch }),
  };
  const mutation = bindMutation(definition, args, row, userId);
  return { mutation, stands, commitIn: async (db) => makeIn(db, definition, args, mutation, options) };
}

async function makeIn<Args>(
  db: MirrorDatabase,
  definition: CommandDefinition<Args>,
  args: Args,
  mutation: Mutation,
  { upon, uponIfGone, stands, stored, called: lastName }: MakeOptions,
): Promise<Made> {
  const { row } = mutation;
  const edited = definition.edits?.(args);
  // Reads in parallel before writing. One after another, each read would wait for the previous one, in every edit.
  const [draft, seq, keysToKeep, last, deal] = await Promise.all([
    loadShown(db, row.lane, [mutation]),
    changeSeq(db, row.lane),
    keysWithoutBase(db, mutation.keys),
    lastBefore(db, definition, row),
    definition.own ? undefined : db.transactions.get(row.lane),
  ]);
  if (isViewOnly(deal)) throw new ViewOnlyError();
  if ((stands && !stands(draft)) || (stored && !(await stored(db))))
    throw new ChangedSinceError(definition.name);
  const before = RowMap.of(draft.entities());
  const listsBefore = draft.lists;
  const inverse = definition.inverse?.(args, draft, { userId: db.userId, madeAt: row.madeAt }) ?? [];
  if (definition.baseVersion) row.baseVersion = upon ?? definition.baseVersion(args, draft);
  else if (edited) row.baseVersion = upon ?? draft.get(edited.table, edited.key)?.version ?? uponIfGone;
  const called = (await calledBefore(db, before, mutation.keys)) ?? lastName;
  if (called !== undefined) row.called = called;
  mutation.apply(draft);
  const lists = writtenLists(draft);
  const listsToKeep = lists.length > 0 ? await keysWithoutBase(db, lists) : [];

  const changes = changesIn(draft, row.lane, before);
  // A move that is skipped keeps an earlier one's effect.
  const isSkipped = definition.structural && lists.length === 0;
  const earlier = isSkipped ? null : coalescible(definition, args, row, last);
  const [set] = await Promise.all([
    numberChanges(db, row.lane, changes, seq),
    keepBase(db, row.lane, [
      ...keysToKeep.map((key) => before.get(key) ?? { ...key, row: null }),
      ...listsIn(listsBefore, row.lane, listsToKeep),
    ]),
    writeChanges(db, changes),
    // `madeAt` stays the first edit's time. Otherwise, each keystroke would make the edit young again, and it would never
    // count as late.
    earlier === null ? db.outbox.add(row) : db.outbox.update(earlier, declared(definition, args)),
  ]);
  return { set, inverse };
}

/**
 * The previous name of what an edit changes; null = it changes several rows, or has none. A document uses the name of its
 * item, which may change with it.
 */
async function calledBefore(
  db: MirrorDatabase,
  before: RowMap<RowChange>,
  keys: readonly RowKey[],
): Promise<string | null> {
  const [first, ...others] = keys;
  const isDocument = first?.table === 'documents' && others.every(({ table }) => table === 'items');
  const row: object | null = (first && (isDocument || others.length === 0) && before.get(first)?.row) || null;
  if (!row) return null;
  if (isDocument && 'itemId' in row && typeof row.itemId === 'string') {
    const item = await db.items.get(row.itemId);
    if (item) return item.name;
  }
  const names = ['name', 'label', 'key'].map((field): unknown => Reflect.get(row, field));
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}

/**
 * The previous edit that touches the same row or, for orders, any row of the deal, because positions after a move
 * depend on it. Null if the command's edits are never merged.
 */
async function lastBefore<Args>(
  db: MirrorDatabase,
  definition: CommandDefinition<Args>,
  { lane, touches }: OutboxRow,
): Promise<OutboxRow | null> {
  const [touched, ...others] = touches;
  if (!definition.replaces || touched === undefined || others.length > 0) return null;
  const last = await db.outbox.where(definition.structural ? { lane } : { touches: touched }).last();
  return last ?? null;
}

/**
 * The position in the outbox of an earlier edit that this one may replace: one of the same command that was never sent and is
 * based on the same version of the row (SPEC: PUSH6).
 */
function coalescible<Args>(
  definition: CommandDefinition<Args>,
  args: Args,
  row: OutboxRow,
  last: OutboxRow | null,
): number | null {
  const alike =
    last?.state === 'pending' &&
    last.name === definition.name &&
    last.format === OUTBOX_FORMAT &&
    last.baseVersion === row.baseVersion &&
    equal(last.touches, row.touches) &&
    definition.replaces?.(args, last.args);
  return alike ? (last.seq ?? null) : null;
}
