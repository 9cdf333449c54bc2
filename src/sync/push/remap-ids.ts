import type { MirrorDatabase } from '../../db/database.ts';
import { replaceIds } from '../../db/outbox/replace-ids.ts';

/**
 * Replaces the requested ids by those that the server gave, in waiting edits and in the tray. The deal must be folded again
 * afterwards. Inside a transaction over `outbox`, `rejected` and `sent`.
 */
export async function remapIds(
  db: MirrorDatabase,
  lane: string,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const renamed = (value: unknown): unknown => replaceIds(value, ids);
  await db.outbox.where({ lane }).modify((row) => {
    row.args = renamed(row.args);
    // Frozen ones, too: the server never had the requested ids, so nothing can have been done with them under this
    // key.
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
