import type { MirrorDatabase } from '../../database.ts';

/** The lock that all share who stage files: as long as nobody has it, bytes without a row are nobody's. */
export function stagingLock(userId: string): string {
  return `counterpart-staging-${userId}`;
}

/** Whether files are being copied to this device now, from any tab and by any worker of the browser profile. */
export async function isStaging(db: MirrorDatabase): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  // A sweep holds it exclusively, and copies nothing.
  return [...held, ...pending].some(({ name, mode }) => name === stagingLock(db.userId) && mode === 'shared');
}
