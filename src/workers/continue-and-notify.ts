import type { MirrorDatabase } from '../db/database.ts';
import { currentAccount } from '../db/device-database.ts';
import { deviceLock } from '../db/lock/device-lock.ts';
import { filesHere } from '../db/queries/documents/file-standing.ts';
import { showBadge } from '../db/views/show-badge.ts';
import { notifyOfUploads } from '../db/views/tell-of-uploads.ts';
import { watchUploadBatches } from '../db/views/upload-batches.ts';
import type { CarrierPorts } from '../sync/uploads/continue-uploads.ts';
import { isSeen, type AppWindow } from './is-seen.ts';

/** What the service worker needs to continue uploads. */
export interface CarryOnPorts {
  openDatabase: (userId: string) => MirrorDatabase;
  /** Continues the user's uploads, and returns whether files are left. */
  upload: (run: Pick<CarrierPorts, 'db' | 'signal' | 'isPageShown'>) => Promise<boolean>;
  /** The open windows of the app. */
  windows: () => Promise<readonly AppWindow[]>;
  registration: Parameters<typeof notifyOfUploads>[2];
}

/**
 * Continues the current user's uploads once no page does, and shows notifications of the results while no window is open.
 * Returns whether files are left.
 */
export async function continueAndNotify(signal: AbortSignal, ports: CarryOnPorts): Promise<boolean> {
  const { openDatabase, upload, windows } = ports;
  const account = await currentAccount();
  if (account?.session !== 'active') return false;
  const db = openDatabase(account.userId);
  // With a lock, files are sent only by a page, while it is unlocked. The service worker outlives the page, so it sends nothing
  // (SPEC: LOCK5).
  if (await deviceLock(db)) return false;
  const isPageShown = async () => isSeen(await windows());
  const telling: Promise<void>[] = [];
  const batches = watchUploadBatches(db, (ended) => telling.push(tell(db, ended, ports)));
  try {
    await batches.look();
    const left = await upload({ db, signal, isPageShown });
    batches.stop();
    await batches.look();
    // The browser may end this worker as soon as this function has returned.
    await Promise.all(telling);
    if ((await windows()).length === 0) await showBadge((await filesHere(db)).length);
    return left;
  } finally {
    batches.stop();
  }
}

/**
 * Reports a finished batch, unless a window is open: then its page reports it, or the user sees the result there. Never throws.
 */
async function tell(
  db: MirrorDatabase,
  ended: readonly string[],
  { windows, registration }: CarryOnPorts,
): Promise<void> {
  try {
    if ((await windows()).length > 0) return;
    const account = await currentAccount();
    // Another user may be using the device by now.
    if (account?.userId !== db.userId || account.session !== 'active') return;
    await notifyOfUploads(db, ended, registration);
  } catch (error) {
    console.error('Failed to notify the user about finished uploads.', error);
  }
}
