import type { MirrorDatabase } from './database.ts';
import { dealsWithKeptFiles, forgetKeptFiles } from './file-caches.ts';

/**
 * What the person keeps on this device stands in `meta`, since it is this device's alone: which deals (`kept/DEAL`), what
 * their documents take (`kept-files/DEAL/DOCUMENT`), the room for all of them, and why the fetching stands.
 */
export const KEPT_PREFIX = 'kept/';
const FILES_PREFIX = 'kept-files/';
export const KEEP_BUDGET_KEY = 'keep-budget';
const STOP_KEY = 'keep-stop';

/** The room that kept deals have until the person says otherwise, bytes. */
const USUAL_BUDGET = 1_000_000_000;

const KEEP_STOPS = ['budget', 'no_room', 'spares_data', 'unreachable', 'trouble'] as const;

/**
 * Why not everything is fetched: the budget is used up; the browser gives no more room; the device is to spare data; nothing
 * answers; something answers, and does not give the files.
 */
export type KeepStop = (typeof KEEP_STOPS)[number];

/** Notes that all of a deal is to be on this device. Time in epoch milliseconds. */
export async function noteKept(db: MirrorDatabase, deal: string, now: number): Promise<void> {
  await db.meta.put({ key: `${KEPT_PREFIX}${deal}`, value: now });
}

/** Forgets that, and what its documents took. */
export async function noteReleased(db: MirrorDatabase, deal: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.delete(`${KEPT_PREFIX}${deal}`);
    await db.meta.where('key').startsWith(`${FILES_PREFIX}${deal}/`).delete();
  });
}

/** The deals that are kept; those that were chosen first come first. */
export async function keptDeals(db: MirrorDatabase): Promise<string[]> {
  const rows = await db.meta.where('key').startsWith(KEPT_PREFIX).toArray();
  const since = ({ value }: { value: unknown }) => (typeof value === 'number' ? value : 0);
  return rows
    .toSorted((one, other) => since(one) - since(other))
    .map(({ key }) => key.slice(KEPT_PREFIX.length));
}

export async function isKept(db: MirrorDatabase, deal: string): Promise<boolean> {
  return (await db.meta.get(`${KEPT_PREFIX}${deal}`)) !== undefined;
}

/** What is noted of a document whose files are here, all or some. */
export interface KeptFiles {
  deal: string;
  document: string;
  /** How many there are: to count thousands of pictures in the cache each time would take too long. */
  files: number;
  /** The room that they take. */
  bytes: number;
}

export async function noteFiles(db: MirrorDatabase, noted: KeptFiles): Promise<void> {
  const { deal, document, files, bytes } = noted;
  await db.meta.put({ key: `${FILES_PREFIX}${deal}/${document}`, value: { files, bytes } });
}

export async function forgetNotedFiles(db: MirrorDatabase, files: readonly KeptFiles[]): Promise<void> {
  await db.meta.bulkDelete(files.map(({ deal, document }) => `${FILES_PREFIX}${deal}/${document}`));
}

/** What is noted of all documents of kept deals. */
export async function notedFiles(db: MirrorDatabase): Promise<KeptFiles[]> {
  const rows = await db.meta.where('key').startsWith(FILES_PREFIX).toArray();
  return rows.map(({ key, value }) => {
    const [deal = '', document = ''] = key.slice(FILES_PREFIX.length).split('/');
    const { files, bytes } = isSize(value) ? value : { files: 0, bytes: 0 };
    return { deal, document, files, bytes };
  });
}

function isSize(value: unknown): value is Pick<KeptFiles, 'files' | 'bytes'> {
  if (typeof value !== 'object' || value === null || !('files' in value) || !('bytes' in value)) return false;
  return typeof value.files === 'number' && typeof value.bytes === 'number';
}

/** The room that the person gives to kept deals, bytes. */
export async function keepBudget(db: MirrorDatabase): Promise<number> {
  const value = (await db.meta.get(KEEP_BUDGET_KEY))?.value;
  return typeof value === 'number' ? value : USUAL_BUDGET;
}

export async function noteBudget(db: MirrorDatabase, bytes: number): Promise<void> {
  await db.meta.put({ key: KEEP_BUDGET_KEY, value: bytes });
}

/** Why the fetching stands; null = nothing holds it up. */
export async function keepStop(db: MirrorDatabase): Promise<KeepStop | null> {
  const value = (await db.meta.get(STOP_KEY))?.value;
  return KEEP_STOPS.find((stop) => stop === value) ?? null;
}

export async function noteStop(db: MirrorDatabase, stop: KeepStop | null): Promise<void> {
  if ((await keepStop(db)) !== stop) await db.meta.put({ key: STOP_KEY, value: stop });
}

/** Lets go of the files of deals that are not kept any more. */
export async function freeUnkept(db: MirrorDatabase): Promise<void> {
  const kept = new Set(await keptDeals(db));
  const held = await dealsWithKeptFiles(db.userId);
  const unkept = held.filter((deal) => !kept.has(deal));
  await forgetKeptFiles(db.userId, unkept);
}
