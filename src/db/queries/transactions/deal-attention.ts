import { isUnresolvedFailure } from '../../../contract/rules/documents/failed-documents.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { TransactionRow } from '../../rows.ts';
import { fileStatus, type FileStatus } from '../documents/file-standing.ts';
import { standsAlone } from '../status/rejected.ts';

/** The number of things in a deal that wait for this user. Includes only what they can resolve. */
export interface DealAttention {
  /** Pending invitations of the user to the deal. */
  invitations: number;
  /** Signatures that were given, and that the user can accept. */
  signaturesToAccept: number;
  /** Documents that could not be converted, except versions that a newer one has replaced. */
  failedDocuments: number;
  /** Changes made on this device that the server has rejected. */
  refusedChanges: number;
  /** Files of this device that were not uploaded. */
  failedFiles: number;
  /** Files of this device whose content the deal already has. */
  undecidedFiles: number;
}

/**
 * The deals that need this user's attention, and why. The list of deals and a deal's header both show what this returns.
 * Failed documents are counted from the documents on this device, or taken from the server if these are not here. Its
 * transaction awaits two reads and nothing else, because with other awaits between them, Chromium ended the transaction
 * before the function was done (Dexie's PrematureCommitError).
 */
export async function dealsAttention(
  db: MirrorDatabase,
  deals: readonly TransactionRow[],
): Promise<ReadonlyMap<string, DealAttention>> {
  // The server is the first to know of any failure, and reports none to people who can't resolve it, so other deals need not
  // be read.
  const withFailures = deals.filter(({ numFailedDocuments = 0 }) => numFailedDocuments > 0);
  const tables = [db.rejected, db.files, db.documents, db.items, db.cursors];
  const read = await db.transaction('r', tables, async () => {
    const [rejected, files, cursors, failed] = await Promise.all([
      db.rejected.toArray(),
      db.files.toArray(),
      db.cursors.bulkGet(withFailures.map(({ uuid }) => `${uuid}/changes`)),
      db.documents
        .where('transaction')
        .anyOf(withFailures.map(({ uuid }) => uuid))
        .filter(({ conversionStatus }) => conversionStatus === 'error')
        .toArray(),
    ]);
    const items = failed.length > 0 ? await db.items.bulkGet(failed.map(({ itemId }) => itemId ?? '')) : [];
    return { rejected, files, cursors, failed, items };
  });
  const { rejected, files, cursors } = read;
  const refused = rejected.filter((row) => standsAlone(row, rejected));
  const unresolved = read.failed.filter((row, index) => isUnresolvedFailure(row, read.items[index]));
  const here = new Set(withFailures.filter((_deal, index) => cursors[index]).map(({ uuid }) => uuid));
  const attention = new Map<string, DealAttention>();
  for (const deal of deals) {
    const own = files.filter((file) => file.transaction === deal.uuid);
    const count = (...wanted: (FileStatus | null)[]) =>
      own.filter((file) => wanted.includes(fileStatus(file))).length;
    const reasons: DealAttention = {
      invitations: deal.numOwnInvitations ?? 0,
      signaturesToAccept: deal.numSignaturesToAccept ?? 0,
      failedDocuments: here.has(deal.uuid)
        ? unresolved.filter(({ transaction }) => transaction === deal.uuid).length
        : (deal.numFailedDocuments ?? 0),
      refusedChanges: refused.filter(({ lane }) => lane === deal.uuid).length,
      failedFiles: count('failed', 'not_here'),
      undecidedFiles: count('undecided'),
    };
    // A row from an older server says that something is waiting, but not what.
    const isUnexplained = deal.actionRequired && deal.numFailedDocuments === undefined;
    if (isUnexplained || Object.values(reasons).some((number) => number > 0))
      attention.set(deal.uuid, reasons);
  }
  return attention;
}
