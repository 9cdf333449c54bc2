import { documentStatus } from '../../../contract/rules/documents/document-status.ts';
import { conversionFacts } from '../../files/conversion-facts.ts';
import type { MirrorDatabase } from '../../database.ts';
import { executedDocuments } from '../../files/executed-document.ts';
import { documentPaths } from '../../files/document-paths.ts';
import { appFilesMissing, offlinePdfPaths } from '../../offline/file-caches.ts';
import {
  offlineBudget,
  offlineStop,
  offlineDealRecords,
  notedFiles,
  type KeepStop,
  type OfflineDealRecord,
  type OfflineFiles,
} from '../../offline/offline-deals.ts';
import { openedSince } from '../../offline/opened-deals.ts';
import type { DocumentRow } from '../../rows.ts';
import { readInParts } from '../../views/read-checklist.ts';

/** How much of an offline deal is on this device. */
export interface OfflineProgress {
  /** Whether its content has arrived: before that, the number of documents is unknown. */
  pulled: boolean;
  /** Whether its files were archived and removed, so that only the archive is left. */
  purged: boolean;
  /** Documents that can be read. */
  total: number;
  /**
   * Documents that are here: their PDF is in the cache, which is checked each time, and their pictures were when they were
   * last counted.
   */
  here: number;
  /** Their size, bytes. */
  bytes: number;
  /** Documents that are being converted, and those that could not be converted. */
  preparing: number;
  failed: number;
  /** Whether the viewer is here. */
  viewer: boolean;
  /** Whether it is kept automatically instead of by the user's choice. */
  automatic: boolean;
  /** Why the rest is not being downloaded; null = nothing prevents it. */
  stop: KeepStop | null;
}

/**
 * A deal that the user keeps on this device, without its documents. Every edit and pull writes to the tables that this reads,
 * but few change the result. It is a separate query, so that thousands of documents are not read again each time.
 */
export interface KeptDeal extends OfflineDealRecord {
  pulled: boolean;
  purged: boolean;
}

/** The deals that the user keeps on this device, in download order. */
export async function keptDeals(db: MirrorDatabase): Promise<readonly KeptDeal[]> {
  return db.transaction('r', db.meta, db.transactions, db.cursors, async () => {
    const records = await offlineDealRecords(db);
    if (records.length === 0) return [];
    const [rows, cursors] = await Promise.all([
      db.transactions.bulkGet(records.map(({ deal }) => deal)),
      db.cursors.bulkGet(records.map(({ deal }) => `${deal}/changes`)),
    ]);
    return records.map((record, index) => ({
      ...record,
      pulled: cursors[index] !== undefined,
      purged: (rows[index]?.archivedFilesUrl ?? null) !== null,
    }));
  });
}

/** The progress of each of these deals. */
export async function offlineProgresses(
  db: MirrorDatabase,
  kept: readonly KeptDeal[],
): Promise<ReadonlyMap<string, OfflineProgress>> {
  const { deals, noted, stop } = await contentOf(db, kept);
  // The database must not be read after this, because a live query does not track reads after a cache access.
  const viewer = deals.length > 0 && (await appFilesMissing()).length === 0;
  const progresses = await Promise.all(
    deals.map(async ({ deal, automatic, pulled, purged, documents }) => {
      const paths = await offlinePdfPaths(db.userId, deal);
      return [deal, { pulled, purged, ...count(documents, paths, noted), viewer, automatic, stop }] as const;
    }),
  );
  return new Map(progresses);
}

function count(
  documents: readonly DocumentRow[],
  paths: ReadonlySet<string>,
  noted: ReadonlyMap<string, OfflineFiles>,
): Pick<OfflineProgress, 'total' | 'here' | 'bytes' | 'preparing' | 'failed'> {
  const counted = { total: 0, here: 0, bytes: 0, preparing: 0, failed: 0 };
  for (const row of documents) {
    const own = documentPaths(row);
    if (own.length === 0) {
      counted[documentStatus(conversionFacts(row)).startsWith('FAILED') ? 'failed' : 'preparing'] += 1;
      continue;
    }
    counted.total += 1;
    const files = noted.get(row.uuid);
    if (files?.files !== own.length || !own.some((path) => paths.has(path))) continue;
    counted.here += 1;
    counted.bytes += files.bytes;
  }
  return counted;
}

/** The documents of offline deals, and the records of their files, from one snapshot of the mirror. */
async function contentOf(db: MirrorDatabase, kept: readonly KeptDeal[]) {
  return db.transaction('r', db.meta, db.documents, db.items, async () => {
    const [files, stop, ...documents] = await Promise.all([
      notedFiles(db),
      offlineStop(db),
      ...kept.map(async ({ deal, purged }) => (purged ? [] : readDocuments(db, deal))),
    ]);
    const deals = kept.map((each, index) => ({ ...each, documents: documents[index] ?? [] }));
    return { deals, noted: new Map(files.map((each) => [each.document, each])), stop };
  });
}

/** A deal's documents, and its executed documents. */
async function readDocuments(db: MirrorDatabase, deal: string): Promise<DocumentRow[]> {
  const documents = await readInParts(db.documents, deal);
  return [...documents, ...executedDocuments(await readInParts(db.items, deal), documents)];
}

/** The used and the allowed space for offline deals. */
export interface OfflineRoom {
  deals: number;
  /** Bytes. */
  used: number;
  /** Bytes. */
  budget: number;
}

export async function offlineRoom(db: MirrorDatabase): Promise<OfflineRoom> {
  return db.transaction('r', db.meta, async () => {
    const noted = await notedFiles(db);
    return {
      deals: (await offlineDealRecords(db)).length,
      used: noted.reduce((sum, { bytes }) => sum + bytes, 0),
      budget: await offlineBudget(db),
    };
  });
}

/** What should be kept, for the downloading worker. */
export interface KeepingWork {
  /** A new object whenever there may be something else to download or delete; empty = nothing is kept. */
  wish: string;
  /** Whether the user chose any of these deals. Their downloads start immediately, others when the app is idle. */
  chosen: boolean;
  /** Whether, according to the records, something still has to be downloaded and can be. */
  pending: boolean;
}

export async function keepingWork(db: MirrorDatabase, kept: readonly KeptDeal[]): Promise<KeepingWork> {
  const opened = await openedSince(db, 0);
  const { deals, noted, stop } = await contentOf(db, kept);
  // Without the viewer, the first document could not be opened offline (KEEP8).
  if (deals.length === 0) return { wish: opened.size > 0 ? 'viewer' : '', chosen: false, pending: false };
  const rows = deals.flatMap(({ documents }) => documents);
  const readable = rows.filter((row) => documentPaths(row).length > 0);
  const files = readable.map((row) => `${row.pdfUrl} ${documentPaths(row).length}`);
  const names = deals.map(({ deal }) => deal);
  const isFull = stop === 'budget' || stop === 'no_room';
  return {
    wish: [await offlineBudget(db), ...names, ...files].join('\n'),
    chosen: deals.some(({ automatic }) => !automatic),
    pending:
      !isFull &&
      (stop !== null || readable.some((row) => noted.get(row.uuid)?.files !== documentPaths(row).length)),
  };
}
