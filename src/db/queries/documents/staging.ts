import type { MirrorDatabase } from '../../database.ts';

/** The lock that everyone who stages files shares. While nobody holds it, bytes without a row are orphans. */
export function stagingLock(userId: string): string {
  return `counterpart-staging-${userId}`;
}

/** Returns whether any tab or worker of the browser profile is copying files to this device now. */
export async function isStaging(db: MirrorDatabase): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  // A sweep holds it exclusively, and copies nothing.
  return [...held, ...pending].some(({ name, mode }) => name === stagingLock(db.userId) && mode === 'shared');
}
