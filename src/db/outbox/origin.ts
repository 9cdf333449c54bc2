import type { MirrorDatabase } from '../database.ts';
import { BIRTHMARK_KEY } from '../rows.ts';

/**
 * By which id the server tells this person's edits on this device from those on another (SPEC: PUSH10): the mirror's
 * birthmark, since the outbox that they go in order in lives and ends with it. Undefined until the mirror has one.
 */
export async function originOf(db: MirrorDatabase): Promise<string | undefined> {
  const value: unknown = (await db.meta.get(BIRTHMARK_KEY))?.value;
  return typeof value === 'string' ? value : undefined;
}
