import type { MirrorDatabase } from '../database.ts';
import { BIRTHMARK_KEY } from '../rows.ts';

/**
 * The id by which the server distinguishes this user's edits on this device from those on another (SPEC: PUSH10): the
 * mirror's birthmark, because the outbox lives and ends with it. Undefined until the mirror has one.
 */
export async function originOf(db: MirrorDatabase): Promise<string | undefined> {
  const value: unknown = (await db.meta.get(BIRTHMARK_KEY))?.value;
  return typeof value === 'string' ? value : undefined;
}
