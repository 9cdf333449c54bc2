import { DAY_MS, KEPT_DAYS } from '../../contract/retention.ts';
import type { MirrorDatabase } from '../database.ts';
import { SETTLED_KEY } from '../rows.ts';

/** How long a settled edit is remembered, in milliseconds: as long as its key may be on the server. */
const SETTLED_KEPT_MS = KEPT_DAYS * DAY_MS;

interface SettledEdit {
  id: string;
  /** When the user settled it, ISO. */
  at: string;
}

/**
 * Records that the user has discarded these edits or files, or retried them as new ones: an older file of unsent work
 * must not bring them back (SPEC: FILE4). Inside a transaction over `meta`.
 */
export async function noteSettled(db: MirrorDatabase, ids: readonly string[], now: Date): Promise<void> {
  const settled = asSettled((await db.meta.get(SETTLED_KEY))?.value);
  const since = new Date(now.getTime() - SETTLED_KEPT_MS).toISOString();
  const at = now.toISOString();
  const value = [...settled.filter((edit) => edit.at > since), ...ids.map((id) => ({ id, at }))];
  await db.meta.put({ key: SETTLED_KEY, value });
}

/** Ids of the edits and files that the user has recently settled here. */
export async function settledIds(db: MirrorDatabase): Promise<ReadonlySet<string>> {
  return new Set(asSettled((await db.meta.get(SETTLED_KEY))?.value).map(({ id }) => id));
}

function asSettled(value: unknown): SettledEdit[] {
  return Array.isArray(value) ? value.filter(isSettled) : [];
}

function isSettled(value: unknown): value is SettledEdit {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'at' in value &&
    typeof value.at === 'string'
  );
}
