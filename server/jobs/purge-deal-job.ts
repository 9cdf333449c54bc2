import { DAY_MS, RESTORABLE_DAYS } from '../../src/contract/retention.ts';
import { log } from '../log.ts';
import { listArchives, removeArchives, removeFiles } from '../purge/remove-files.ts';
import { filesOf, LostFile, writeArchive, type ArchivedFile } from '../purge/write-archive.ts';
import { purgeDealKind, type PurgeDealPayload } from '../queue/job-kinds.ts';
import type { Services } from '../services.ts';
import { archiveKey, pdfHash } from '../storage/object-keys.ts';
import { addNotification } from '../store/account/notifications.ts';
import { recordAct } from '../store/audit/audit-log.ts';
import { DealWrite, lockDealRow } from '../store/deals/deal-write.ts';
import { namesOfDocuments } from '../store/deals/document-names.ts';
import { listDocuments, listRestorable } from '../store/deals/documents.ts';
import type { TransactionRow, Tx } from '../store/tables.ts';

/** The message for an admin if the error would mean nothing to them. The log has the details. */
const FAILED = {
  archiving:
    'The files couldn’t be archived, even after many attempts, and none were removed. Try again; if it fails again, check the server’s log for the reason.',
  removing:
    'The files are archived, but some of them couldn’t be removed, even after many attempts. Try again; if it fails again, check the server’s log for the reason.',
};

// approved ──no conversion under way──▶ zip is written, read back ──▶ archived_at ──▶ files are removed ──▶ purged_at
//    │ nothing comes in any more            may be written again       the archive is        may be continued
//    │                                                                 what people get
//    ├──a file is lost──▶ purge_problem ──approved again──▶ approved
//    └──withdrawn, before archived_at──▶ as any other deal
// The purge of a deal that is deleted meanwhile continues: the rows that name its files still exist. A lost file does not stop it.

/** Starts the job that archives and removes the files of approved purges. */
export async function workOnPurges(services: Services): Promise<void> {
  await services.jobs.work(purgeDealKind, {
    run: (payload, { signal }) => purgeDeal(services, payload, signal),
    failed: (payload, reason) => notifyOfFailure(services, payload, reason),
  });
}

/**
 * Continues from where an earlier run stopped, however it ended. Nothing is removed before the archive is in the store,
 * complete and read back, or after the approval was withdrawn.
 *
 * @throws {LostFile} if the archive cannot be made. The reason is recorded with the deal, for its admins
 * @throws {Error} while a document of the deal is being converted: to be retried
 */
export async function purgeDeal(
  services: Services,
  { deal, asked_at: asked }: PurgeDealPayload,
  signal: AbortSignal,
): Promise<void> {
  const { db, objects } = services;
  const row = await dealOf(services, deal);
  if (!row || row.purged_at !== null) return;
  if (row.purge_approved_at === null) {
    await removeLeftArchives(services, deal);
    return;
  }
  if (row.archived_at === null) {
    // In a deleted deal, conversions never finish.
    if (row.deleted_at === null) await assertNothingIsConverting(services, deal);
    // This includes deleted files that can still be restored, because only the archive will be left of them.
    const since = new Date(services.now().getTime() - RESTORABLE_DAYS * DAY_MS);
    const { documents, names, executed } = await db.transaction().execute(async (tx) => {
      const found = [...(await listDocuments(tx, deal)), ...(await listRestorable(tx, deal, since))];
      const names = await namesOfDocuments(tx, found);
      return { documents: found, names, executed: await executedDocuments(tx, deal, since) };
    });
    const approval = { deal, at: row.purge_approved_at };
    const key = archiveKey(deal, approval.at);
    try {
      await archiveFiles(services, { deal, key, files: [...filesOf(documents, names), ...executed] }, signal);
    } catch (error) {
      if (!(error instanceof LostFile)) throw error;
      if (await noteProblem(services, { deal, asked }, error)) throw error;
      // The approval was withdrawn or renewed, or another run has archived the files and removes them.
      return;
    }
    if (!(await markArchived(services, approval, key))) {
      await objects.remove(key);
      return;
    }
  }
  await removeFiles(services, deal, signal);
  // Even if the deal was deleted in the meantime, because only the archive is left of its files.
  const { archive_key: kept } = await db
    .selectFrom('transactions')
    .select('archive_key')
    .where('uuid', '=', deal)
    .executeTakeFirstOrThrow();
  if (kept !== null) await removeArchives(services, deal, kept);
  await db.transaction().execute(async (tx) => markPurged(tx, deal, services.now()));
}

/**
 * The executed documents of a deal, also of items that can still be restored. Unlike other files, the store keeps them, as
 * evidence; the archive includes them so that the deal's people don't have to look for them.
 */
async function executedDocuments(tx: Tx, deal: string, since: Date): Promise<ArchivedFile[]> {
  const rows = await tx
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .select(['items.name', 'items.deleted_at', 'collations.document', 'collations.file_key'])
    .select('collations.collated_at')
    .where('collations.transaction', '=', deal)
    .where((where) =>
      where.or([where('items.deleted_at', 'is', null), where('items.deleted_at', '>', since)]),
    )
    .orderBy('items.name')
    .orderBy('items.uuid')
    .execute();
  return rows.flatMap(({ name, deleted_at, document, file_key: key, collated_at: at }) =>
    key === null || at === null || document === null
      ? []
      : {
          document,
          key,
          name,
          extension: 'pdf',
          sha256: pdfHash(key),
          at,
          deleted: deleted_at !== null,
          folder: 'Executed documents',
        },
  );
}

async function markPurged(tx: Tx, deal: string, now: Date): Promise<void> {
  const marked = await tx
    .updateTable('transactions')
    .set({ purged_at: now })
    .where('uuid', '=', deal)
    .where('purged_at', 'is', null)
    .returning('organization')
    .executeTakeFirst();
  if (marked) await recordAct(tx, now, { act: 'purge.finished', actor: null, ...marked, transaction: deal });
}

/**
 * Writes the archive of a deal's files. If a lost file can't be replaced anymore, because the deal or the document is
 * deleted, the others are archived.
 * @throws {LostFile} if neither is deleted
 */
async function archiveFiles(
  services: Services,
  { deal, key, files }: { deal: string; key: string; files: readonly ArchivedFile[] },
  signal: AbortSignal,
): Promise<void> {
  try {
    await writeArchive({ objects: services.objects, workDir: services.settings.workDir }, key, files, signal);
  } catch (error) {
    if (!(error instanceof LostFile)) throw error;
    if (!error.wasDeleted && (await dealOf(services, deal))?.deleted_at === null) throw error;
    log.error({ deal, key: error.key }, 'a lost file of a deleted document or deal is not in the archive');
    const others = files.filter((file) => file.key !== error.key);
    await archiveFiles(services, { deal, key, files: others }, signal);
  }
}

/** Returns the deal, deleted or not. */
async function dealOf({ db }: Services, deal: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('transactions').selectAll().where('uuid', '=', deal).executeTakeFirst();
}

/** Removes archives of a run that finished after the approval was withdrawn. */
async function removeLeftArchives(services: Services, deal: string): Promise<void> {
  // Listed before the approval is read, so that an archive of a later approval, which has its own name, is not in this list.
  const keys = await listArchives(services, deal);
  const row = await dealOf(services, deal);
  if (row?.purge_approved_at !== null) return;
  for (const key of keys) if (key !== row.archive_key) await services.objects.remove(key);
}

/** Checks deleted documents, too, because their conversion would otherwise leave a PDF behind. */
async function assertNothingIsConverting({ db }: Services, deal: string): Promise<void> {
  const converting = await db
    .selectFrom('documents')
    .select('uuid')
    .where('transaction', '=', deal)
    .where('conversion_status', '=', 'processing')
    .executeTakeFirst();
  if (converting) throw new Error('A document of this transaction is still being converted.');
}

/** An approval of a purge. It may be withdrawn and renewed while a job is running. */
type Approval = { deal: string; at: Date };

/** Makes the archive at the key replace the files from now on; false if the approval is no longer valid. */
async function markArchived(services: Services, { deal, at }: Approval, key: string): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    const row = await lockDealRow(tx, deal);
    if (row?.purge_approved_at?.getTime() !== at.getTime()) return false;
    if (row.archived_at !== null) return true;
    const scope = new DealWrite({ services, tx, deal: row, user: null, command: 'transactions.archive' });
    await tx
      .updateTable('transactions')
      .set({ archived_at: scope.now, archive_key: key })
      .where('uuid', '=', deal)
      .execute();
    const { organization } = row;
    await recordAct(tx, scope.now, { act: 'purge.archived', actor: null, organization, transaction: deal });
    // Nobody is notified about a deleted deal.
    if (row.deleted_at !== null) return true;
    scope.put('transactions', deal);
    await tellOf(tx, row, scope.now, {
      level: 'info',
      title: `The files of “${row.name}” were archived and removed. The archive can be downloaded from the transaction.`,
    });
    await scope.close();
    return true;
  });
}

/** A deal's purge with this approval or a later one. */
type Try = { deal: string; asked: string | null };

/** Records why a purge has stopped; false if it was withdrawn or approved again, or the archive exists. */
async function noteProblem(
  { db }: Services,
  { deal, asked }: Try,
  { message, document }: LostFile,
): Promise<boolean> {
  const noted = await db
    .updateTable('transactions')
    .set({ purge_problem: message, purge_problem_document: document })
    .where('uuid', '=', deal)
    .where('purge_approved_at', 'is not', null)
    .where('purge_asked_at', 'is not distinct from', instantOf(asked))
    .where('archived_at', 'is', null)
    .returning('uuid')
    .executeTakeFirst();
  return noted !== undefined;
}

function instantOf(asked: string | null): Date | null {
  return asked === null ? null : new Date(asked);
}

/** Notifies the deal's people that its purge has stopped, unless it was approved again or withdrawn. */
export async function notifyOfFailure(
  services: Services,
  { deal, asked_at: asked }: PurgeDealPayload,
  reason: string,
): Promise<void> {
  log.error({ deal, reason }, 'the files of a deal could not be archived and removed');
  const row = await dealOf(services, deal);
  if (!row || row.purge_approved_at === null || row.purged_at !== null || row.deleted_at !== null) return;
  const [outcome, problem] =
    row.archived_at === null
      ? ['could not be archived, and none were removed.', FAILED.archiving]
      : ['are archived, but some of them could not be removed.', FAILED.removing];
  await services.db.transaction().execute(async (tx) => {
    const noted = await tx
      .updateTable('transactions')
      // The run has already recorded the lost file.
      .set((was) => ({ purge_problem: was.fn.coalesce('purge_problem', was.val(problem)) }))
      .where('uuid', '=', deal)
      .where('purge_approved_at', 'is not', null)
      .where('purge_asked_at', 'is not distinct from', instantOf(asked))
      .returning('uuid')
      .executeTakeFirst();
    if (!noted) return;
    await tellOf(tx, row, services.now(), {
      level: 'error',
      title: `The files of “${row.name}” ${outcome} An administrator can see what to do under “Organization”.`,
    });
  });
}

/** Notifies the deal's participants and the person who approved its purge. */
async function tellOf(
  tx: Tx,
  deal: TransactionRow,
  now: Date,
  said: { level: 'info' | 'error'; title: string },
): Promise<void> {
  const people = await tx
    .selectFrom('participants')
    .select('user_uuid')
    .where('transaction', '=', deal.uuid)
    .where('deleted', '=', false)
    .execute();
  const told = new Set(people.map(({ user_uuid }) => user_uuid));
  if (deal.purge_approved_by !== null) told.add(deal.purge_approved_by);
  for (const user_uuid of told) {
    const about = { user_uuid, transaction: deal.uuid, document: null };
    await addNotification(tx, { ...said, ...about, notification_type: 'purge_notice' }, now);
  }
}
