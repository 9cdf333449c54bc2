import type { MirrorDatabase } from '../../database.ts';

/** Identifies the latest notification of an invitation, so that a newer one can be detected; null = none. */
export async function lastInvited(db: MirrorDatabase): Promise<string | null> {
  const told = await db.notifications
    .filter(({ notificationType }) => notificationType === 'invitation')
    .toArray();
  return told.reduce<string | null>((last, { uuid }) => (last === null || uuid > last ? uuid : last), null);
}
