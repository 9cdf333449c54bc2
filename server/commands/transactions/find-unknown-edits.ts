import type { Services } from '../../services.ts';

type Asked = { edits: readonly { key: string; at: string }[] };

/** The lowest HTTP status of a refusal. */
const REFUSED_FROM = 400;

/**
 * Finds a user's acknowledged edits without a stored success under their Idempotency-Key. Responses are stored in the
 * transaction of their effect, and for weeks longer than devices ask about, so an unknown edit was undone by a restore. A
 * refusal doesn't count: it was stored after the restore, when a copy of the request arrived late. `restored_to` is the last
 * write in the database from before the first unknown edit.
 */
export async function findUnknownEdits(
  { db }: Pick<Services, 'db'>,
  user: string,
  { edits }: Asked,
): Promise<{ unknown: string[]; restored_to: string | null }> {
  if (edits.length === 0) return { unknown: [], restored_to: null };
  const keys = edits.map(({ key }) => key);
  const rows = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('user_uuid', '=', user)
    .where('key', 'in', keys)
    .where('status', '<', REFUSED_FROM)
    .execute();
  const known = new Set(rows.map(({ key }) => key));
  const lost = edits.filter(({ key }) => !known.has(key));
  const [first] = lost.map(({ at }) => at).toSorted();
  if (first === undefined) return { unknown: [], restored_to: null };
  const last = await db
    .selectFrom('idempotency_keys')
    .select('created_at')
    .where('created_at', '<', new Date(first))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { unknown: lost.map(({ key }) => key), restored_to: last?.created_at.toISOString() ?? null };
}
