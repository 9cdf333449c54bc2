import type { MirrorDatabase } from '../../db/database.ts';
import type { Mutation } from '../../db/outbox/command.ts';
import { replaceIds } from '../../db/outbox/replace-ids.ts';

/**
 * Replaces the requested ids with those that the server assigned, in waiting edits and in the tray. The deal must be folded
 * again after that. Inside a transaction over `outbox`, `rejected` and `sent`.
 * @param mutations the deal's edits
 */
export async function remapIds(
  db: MirrorDatabase,
  lane: string,
  ids: ReadonlyMap<string, string>,
  mutations: readonly Mutation[],
): Promise<void> {
  await dropDeletions(db, mutations, new Set(ids.keys()));
  const renamed = (value: unknown): unknown => replaceIds(value, ids);
  await db.outbox.where({ lane }).modify((row) => {
    row.args = renamed(row.args);
    // Including frozen ones, because the server never had the requested ids, so nothing can have been done with them under
    // this key.
    if (row.request) row.request = { ...row.request, input: renamed(row.request.input) };
    for (const list of [row.creates, row.refersTo, row.touches]) {
      list.splice(0, list.length, ...list.map((id) => ids.get(id) ?? id));
    }
  });
  await db.rejected.where({ lane }).modify((row) => {
    row.args = renamed(row.args);
  });
  await db.sent.where({ lane }).modify((row) => {
    row.args = renamed(row.args);
  });
}

/**
 * Drops waiting deletions of replaced rows, such as an undo, with their restores, because with the new ids they would delete
 * what somebody else has added (SPEC: PUSH11).
 */
async function dropDeletions(
  db: MirrorDatabase,
  mutations: readonly Mutation[],
  replaced: ReadonlySet<string>,
): Promise<void> {
  for (const mutation of mutations) {
    const { row } = mutation;
    if (row.seq === undefined || row.state === 'acked') continue;
    const left = mutation.without(replaced);
    if (left === null) await db.outbox.delete(row.seq);
    // A frozen request still names them.
    else if (left !== 'unchanged') await db.outbox.update(row.seq, { ...left, request: undefined });
  }
}
