import type { Config } from '../contract/endpoints/auth.ts';
import { documentStatus } from '../contract/rules/document-status.ts';
import { conversionFacts } from '../db/conversion-facts.ts';
import type { MirrorDatabase } from '../db/database.ts';
import { KEEP_OPENED_MS, openedSince } from '../db/opened-deals.ts';
import { ACCOUNT_LANE, type Collection } from '../db/rows.ts';

/** Stale and poll times in milliseconds; the spec's where the server does not say (core spec 9, upload spec 9). */
export type Times = Pick<
  Config,
  'poll_documents_ms' | 'stale_transaction_ms' | 'stale_items_ms' | 'stale_documents_ms'
>;
export const SPEC_TIMES: Times = {
  poll_documents_ms: 3000,
  stale_transaction_ms: 30_000,
  stale_items_ms: 10_000,
  stale_documents_ms: 20_000,
};

/** A deal counts as on a screen while its tab has said so within this time; tabs say so every minute. */
const ON_SCREEN_MS = 150_000;

/** How soon a document that was just made is asked for. */
const ARRIVED_MS = 200;

/** How often deals that are on the device but on no screen are pulled. */
const BACKGROUND_MS = 5 * 60_000;

/** A collection and how old it may be. */
export interface Wanted {
  lane: string;
  collection: Collection;
  staleMs: number;
}

/**
 * Everything that is to be kept on the device, with the age that each collection may have now; the deals opened last
 * come first.
 */
export async function wantedCollections(db: MirrorDatabase, times: Times, now: number): Promise<Wanted[]> {
  const wanted: Wanted[] = [
    { lane: ACCOUNT_LANE, collection: 'transactions', staleMs: times.stale_transaction_ms },
  ];
  const opened = [...(await openedSince(db, now - KEEP_OPENED_MS))].toSorted(([, a], [, b]) => b - a);
  for (const [deal, openedAt] of opened) {
    if (!(await db.transactions.get(deal)) || (await isUnsent(db, deal))) continue;
    const onScreen = now - openedAt < ON_SCREEN_MS;
    wanted.push(
      { lane: deal, collection: 'elements', staleMs: onScreen ? times.stale_items_ms : BACKGROUND_MS },
      { lane: deal, collection: 'items', staleMs: onScreen ? times.stale_items_ms : BACKGROUND_MS },
      {
        lane: deal,
        collection: 'documents',
        staleMs: onScreen ? await documentsStaleMs(db, deal, times) : BACKGROUND_MS,
      },
    );
  }
  return wanted;
}

/** Whether the deal was opened on this device and the server does not know of it yet. */
export async function isUnsent(db: MirrorDatabase, deal: string): Promise<boolean> {
  const edits = await db.outbox.where({ lane: deal }).toArray();
  return edits.some((row) => row.state !== 'acked' && row.creates.includes(deal));
}

/** A file that became a document is looked for at once; documents that are being converted are polled. */
async function documentsStaleMs(db: MirrorDatabase, deal: string, times: Times): Promise<number> {
  const cursor = await db.cursors.get(`${deal}/documents`);
  const arrived = await db.files
    .where({ transaction: deal })
    // Once a list asked for afterwards has come without it, someone has deleted it.
    .filter(
      (row) =>
        row.status === 'SUCCESS_CREATING_DOCUMENT' && (row.createdTick ?? 0) >= (cursor?.askedTick ?? 0),
    )
    .count();
  if (arrived > 0) return ARRIVED_MS;
  return (await isConverting(db, deal)) ? times.poll_documents_ms : times.stale_documents_ms;
}

async function isConverting(db: MirrorDatabase, deal: string): Promise<boolean> {
  const converting = await db.documents
    .where({ transaction: deal })
    .filter((row) => unfinished.has(documentStatus(conversionFacts(row))))
    .count();
  return converting > 0;
}

const unfinished: ReadonlySet<string> = new Set([
  'IN_PROGRESS',
  'SUCCESS_CREATING_DOCUMENT',
  'SUCCESS_CONVERTING_DOCUMENT',
]);
