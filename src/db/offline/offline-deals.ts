import type { MirrorDatabase } from '../database.ts';
import { dealsWithOfflineFiles, forgetOfflineFiles } from './file-caches.ts';

/**
 * The list of what is kept offline is in `meta`, because it concerns only this device: the deals that the user chose
 * (`kept/DEAL`), those that are kept automatically (`offline-auto/DEAL`, with their rank), those that the user removed and
 * that must not come back automatically (`offline-removed/DEAL`), the size of their documents (`kept-files/DEAL/DOCUMENT`),
 * the budget, and why fetching has stopped.
 */
export const KEPT_PREFIX = 'kept/';
export const AUTOMATIC_PREFIX = 'offline-auto/';
export const REMOVED_PREFIX = 'offline-removed/';
const FILES_PREFIX = 'kept-files/';
export const KEEP_BUDGET_KEY = 'keep-budget';
const STOP_KEY = 'keep-stop';

/** The default space for offline deals, bytes. */
const USUAL_BUDGET = 1_000_000_000;

const KEEP_STOPS = ['budget', 'no_room', 'spares_data', 'unreachable', 'trouble'] as const;

/**
 * Why not everything is downloaded: the budget is used up; the browser has no more space; data saver is on; no
 * response; or a response without the files.
 */
export type KeepStop = (typeof KEEP_STOPS)[number];

/** Records that the user keeps the deal on this device. Time in epoch milliseconds. */
export async function noteKept(db: MirrorDatabase, deal: string, now: number): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.bulkDelete([`${AUTOMATIC_PREFIX}${deal}`, `${REMOVED_PREFIX}${deal}`]);
    await db.meta.put({ key: `${KEPT_PREFIX}${deal}`, value: now });
  });
}

/** Records that the deal is no longer kept, and deletes the sizes of its documents. */
export async function noteReleased(db: MirrorDatabase, deal: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.bulkDelete([`${KEPT_PREFIX}${deal}`, `${AUTOMATIC_PREFIX}${deal}`]);
    await db.meta.where('key').startsWith(`${FILES_PREFIX}${deal}/`).delete();
  });
}

/** Records that the user has removed the offline copy: it is not added again automatically. */
export async function noteRemoved(db: MirrorDatabase, deal: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await noteReleased(db, deal);
    await db.meta.put({ key: `${REMOVED_PREFIX}${deal}`, value: true });
  });
}

/** A deal that is kept on this device. */
export interface OfflineDealRecord {
  deal: string;
  /** Whether it is kept automatically instead of by the user's choice. */
  automatic: boolean;
}

/**
 * Returns all offline deals: first those that the user chose, in that order, then the automatic ones, the most useful first.
 * It reads both in parallel, because in longer chains of async functions, Dexie loses its transaction, and a live query its
 * dependencies.
 */
export async function offlineDealRecords(db: MirrorDatabase): Promise<OfflineDealRecord[]> {
  const [chosen, automatic] = await Promise.all([
    db.meta.where('key').startsWith(KEPT_PREFIX).toArray(),
    db.meta.where('key').startsWith(AUTOMATIC_PREFIX).toArray(),
  ]);
  return [
    ...chosen.toSorted(byRank).map(({ key }) => ({ deal: key.slice(KEPT_PREFIX.length), automatic: false })),
    ...automatic
      .toSorted(byRank)
      .map(({ key }) => ({ deal: key.slice(AUTOMATIC_PREFIX.length), automatic: true })),
  ];
}

function byRank(one: { value: unknown }, other: { value: unknown }): number {
  const rank = (value: unknown) => (typeof value === 'number' ? value : 0);
  return rank(one.value) - rank(other.value);
}

/** Returns whether the deal is kept, automatically or by the user's choice. */
export async function isKept(db: MirrorDatabase, deal: string): Promise<boolean> {
  const keys = [`${KEPT_PREFIX}${deal}`, `${AUTOMATIC_PREFIX}${deal}`];
  return (await db.meta.where('key').anyOf(keys).count()) > 0;
}

/** The record of a document of which some or all files are here. */
export interface OfflineFiles {
  deal: string;
  document: string;
  /** The number of pictures, because counting thousands of them in the cache each time would take too long. */
  files: number;
  /** Their size. */
  bytes: number;
}

export async function noteFiles(db: MirrorDatabase, noted: OfflineFiles): Promise<void> {
  const { deal, document, files, bytes } = noted;
  await db.meta.put({ key: `${FILES_PREFIX}${deal}/${document}`, value: { files, bytes } });
}

export async function forgetNotedFiles(db: MirrorDatabase, files: readonly OfflineFiles[]): Promise<void> {
  await db.meta.bulkDelete(files.map(({ deal, document }) => `${FILES_PREFIX}${deal}/${document}`));
}

/** The records of all documents of offline deals. */
export async function notedFiles(db: MirrorDatabase): Promise<OfflineFiles[]> {
  const rows = await db.meta.where('key').startsWith(FILES_PREFIX).toArray();
  return rows.map(({ key, value }) => {
    const [deal = '', document = ''] = key.slice(FILES_PREFIX.length).split('/');
    const { files, bytes } = isSize(value) ? value : { files: 0, bytes: 0 };
    return { deal, document, files, bytes };
  });
}

function isSize(value: unknown): value is Pick<OfflineFiles, 'files' | 'bytes'> {
  if (typeof value !== 'object' || value === null || !('files' in value) || !('bytes' in value)) return false;
  return typeof value.files === 'number' && typeof value.bytes === 'number';
}

/** The user's space limit for offline deals, bytes. */
export async function offlineBudget(db: MirrorDatabase): Promise<number> {
  const value = (await db.meta.get(KEEP_BUDGET_KEY))?.value;
  return typeof value === 'number' ? value : USUAL_BUDGET;
}

export async function noteBudget(db: MirrorDatabase, bytes: number): Promise<void> {
  await db.meta.put({ key: KEEP_BUDGET_KEY, value: bytes });
}

/** Why downloading has stopped; null = it has not. */
export async function offlineStop(db: MirrorDatabase): Promise<KeepStop | null> {
  const value = (await db.meta.get(STOP_KEY))?.value;
  return KEEP_STOPS.find((stop) => stop === value) ?? null;
}

export async function noteStop(db: MirrorDatabase, stop: KeepStop | null): Promise<void> {
  if ((await offlineStop(db)) !== stop) await db.meta.put({ key: STOP_KEY, value: stop });
}

/** Deletes the files of deals that are no longer kept. */
export async function deleteUnneeded(db: MirrorDatabase): Promise<void> {
  const kept = new Set((await offlineDealRecords(db)).map(({ deal }) => deal));
  const held = await dealsWithOfflineFiles(db.userId);
  const unkept = held.filter((deal) => !kept.has(deal));
  await forgetOfflineFiles(db.userId, unkept);
}
