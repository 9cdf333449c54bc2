import type { Config } from '../../contract/endpoints/account/auth.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { offlineDealRecords } from '../../db/offline/offline-deals.ts';
import { KEEP_OPENED_MS, openedSince } from '../../db/offline/opened-deals.ts';
import { ACCOUNT_LANE, WIPED_KEY, type PullSource, type TransactionRow } from '../../db/rows.ts';
import type { DocumentsUnderWay, UnderWay } from '../pull/documents-in-progress.ts';

/**
 * The part of the configuration that the engine uses: poll and stale times in milliseconds, and whether there is an event
 * stream.
 */
export type Offer = Pick<
  Config,
  'poll_documents_ms' | 'stale_transaction_ms' | 'stale_items_ms' | 'event_stream'
>;

/** The default times (docs/product/api.md, "Freshness"). They apply while the configuration can't be read (SPEC: FEED6). */
export const SPEC_OFFER: Offer = {
  poll_documents_ms: 3000,
  stale_transaction_ms: 30_000,
  stale_items_ms: 10_000,
  event_stream: false,
};

/** A deal counts as on the screen if its tab has reported that within this time. Tabs report it every minute. */
export const ON_SCREEN_MS = 150_000;

/** How often a deal is requested while a document with variables is processed (docs/product/api.md, "Freshness"). */
const VARIABLES_MS = 2500;

/** How often notifications are requested (docs/product/notifications.md, "Notifications"). */
const NOTIFICATIONS_MS = 10_000;

/** How often the people of the organization are requested. */
const MEMBERS_MS = 10 * 60_000;

/** How soon a new document is requested. */
const ARRIVED_MS = 200;

/** How often deals are pulled that are on the device but not on the screen. */
const BACKGROUND_MS = 5 * 60_000;

/** How often a deal on the screen is pulled while the event stream is open, in case a hint was lost. */
const HINTED_MS = 60_000;

/** How soon the activity of a changed deal is requested. */
const ACTIVITY_MS = 10_000;

/** How soon a deal is requested again if the deal list has a version other than its feed's. */
const MOVED_MS = 1000;

/** A source, and the maximum age of its data. */
export interface Wanted {
  lane: string;
  source: PullSource;
  staleMs: number;
  /** The earliest time, in epoch milliseconds. */
  notBefore?: number;
  /** Whether a document with variables is being processed. When that ends, the deal is pulled once more. */
  processing?: boolean;
}

/** The facts that determine how old data may be. */
export interface Freshness {
  offer: Offer;
  now: number;
  /** Whether the event stream is open. */
  hinted: boolean;
  documents: DocumentsUnderWay;
}

/** Returns every source that the device should follow, with its current maximum age. Recently opened deals come first. */
export async function wantedSources(db: MirrorDatabase, freshness: Freshness): Promise<Wanted[]> {
  const { offer, now, documents: known } = freshness;
  const wanted: Wanted[] = [
    { lane: ACCOUNT_LANE, source: 'transactions', staleMs: offer.stale_transaction_ms },
  ];
  const histories: Wanted[] = [];
  const kept = (await offlineDealRecords(db)).map(({ deal }) => [deal, 0] as const);
  const held = new Map([...kept, ...(await openedSince(db, now - KEEP_OPENED_MS))]);
  for (const [deal, openedAt] of [...held].toSorted(([, a], [, b]) => b - a)) {
    const row = await db.transactions.get(deal);
    // If strict data access hides a deal from the user, nothing else is sent.
    if (!row || row.restricted || (await isUnsent(db, deal))) continue;
    const underWay = now - openedAt < ON_SCREEN_MS ? await known.of(db, deal) : null;
    const processing = underWay?.processing === true;
    const least = processing ? VARIABLES_MS : Infinity;
    const staleMs = Math.min(least, await feedStaleMs(db, row, underWay, freshness));
    wanted.push({ lane: deal, source: 'changes', staleMs, processing });
    const told = await db.cursors.get(`${deal}/activity`);
    const hasMoved = told?.version !== row.version;
    // Even without a newer version, because a restored server may have reached the same version in a different way.
    histories.push({
      lane: deal,
      source: 'activity',
      staleMs: underWay && hasMoved ? ACTIVITY_MS : BACKGROUND_MS,
    });
  }
  // The activity comes after the content of every deal.
  wanted.push(...histories);
  wanted.push({ lane: ACCOUNT_LANE, source: 'notifications', staleMs: NOTIFICATIONS_MS });
  // The user's own row names their organization, and a sign-in fetches it, but a wipe during the sign-in has deleted it again
  // (AUTH11).
  if ((await db.users.get(db.userId)) ?? (await db.meta.get(WIPED_KEY)))
    wanted.push({ lane: ACCOUNT_LANE, source: 'members', staleMs: MEMBERS_MS });
  return wanted;
}

/** Returns whether the deal was opened on this device and the server doesn't know it yet. */
export async function isUnsent(db: MirrorDatabase, deal: string, uuid = deal): Promise<boolean> {
  const edits = await db.outbox.where({ lane: deal }).toArray();
  return edits.some((row) => row.state !== 'acked' && row.creates.includes(uuid));
}

/**
 * Returns how old a deal's feed may be. The deal's row has the server's version. If the feed's cursor differs, there is
 * something to request. `underWay` is null if the deal is not on the screen.
 */
async function feedStaleMs(
  db: MirrorDatabase,
  { uuid, version }: TransactionRow,
  underWay: UnderWay | null,
  { offer, hinted }: Freshness,
): Promise<number> {
  const cursor = await db.cursors.get(`${uuid}/changes`);
  if (cursor?.version === undefined) return 0;
  if (version !== cursor.version) return MOVED_MS;
  if (!underWay) return BACKGROUND_MS;
  const files = await db.files.where({ transaction: uuid }).toArray();
  const hasArrived = files.some(
    // If a response that was requested later doesn't contain it, somebody has deleted it.
    (row) => row.status === 'SUCCESS_CREATING_DOCUMENT' && (row.createdTick ?? 0) >= cursor.askedTick,
  );
  if (hasArrived) return ARRIVED_MS;
  // The server is fetching it from the DMS. Its document shows when that is done.
  const isAwaited = files.some((row) => row.status === 'WAITING_ON_DMS');
  if (isAwaited || underWay.converting) return offer.poll_documents_ms;
  return hinted ? HINTED_MS : offer.stale_items_ms;
}
