import * as z from 'zod';
import { writeAsServer } from '../commands/deal-scope.ts';
import { removeFiles } from '../purge/remove-files.ts';
import { filesOf, writeArchive } from '../purge/write-archive.ts';
import type { Services } from '../services.ts';
import { listDocuments } from '../store/documents.ts';
import { addNotification } from '../store/notifications.ts';
import { archiveKey } from '../store/object-keys.ts';
import type { TransactionRow, Tx } from '../store/tables.ts';
import type { JobKind } from './job-queue.ts';

const payloadSchema = z.object({ deal: z.uuid() });
type PurgeDealPayload = z.infer<typeof payloadSchema>;

export const purgeDealKind: JobKind<PurgeDealPayload> = {
  name: 'purge-deal',
  payload: payloadSchema,
  timeLimit: 4 * 3600,
  // A conversion that is waited for takes minutes, a store that is away perhaps a day.
  retries: { limit: 500, delaySeconds: 2, mostSeconds: 300 },
};

// approved ──no conversion under way──▶ zip is written, read back ──▶ archived_at ──▶ files are removed ──▶ purged_at
//    nothing comes in any more              may be written again       the archive is        may be gone on with
//                                                                      what people get

/** Starts archiving and removing the files of deals whose purge was approved. */
export async function workOnPurges(services: Services): Promise<void> {
  await services.jobs.work(purgeDealKind, {
    run: ({ deal }, { signal }) => purgeDeal(services, deal, signal),
    failed: ({ deal }, reason) => tellOfFailure(services, deal, reason),
  });
}

/**
 * Goes on from where an earlier run has come to, however that ended. Nothing is removed before the archive lies at the store, whole and
 * read back.
 *
 * @throws {Error} while a document of the deal is being converted: to be tried again
 */
export async function purgeDeal(services: Services, deal: string, signal: AbortSignal): Promise<void> {
  const { db, objects } = services;
  const row = await dealOf(services, deal);
  if (!row || row.purge_approved_at === null || row.purged_at !== null) return;
  if (row.archived_at === null) {
    await assertNothingIsConverting(services, deal);
    const documents = await db.transaction().execute(async (tx) => listDocuments(tx, deal));
    await writeArchive(objects, archiveKey(deal), filesOf(documents), signal);
    await markArchived(services, deal);
  }
  await removeFiles(services, deal, signal);
  await db.updateTable('transactions').set({ purged_at: services.now() }).where('uuid', '=', deal).execute();
}

async function dealOf({ db }: Services, deal: string): Promise<TransactionRow | undefined> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('uuid', '=', deal)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Of a deleted document too: it would leave its PDF behind. */
async function assertNothingIsConverting({ db }: Services, deal: string): Promise<void> {
  const converting = await db
    .selectFrom('documents')
    .select('uuid')
    .where('transaction', '=', deal)
    .where('conversion_status', '=', 'processing')
    .executeTakeFirst();
  if (converting) throw new Error('A document of this transaction is still being converted.');
}

async function markArchived(services: Services, deal: string): Promise<void> {
  await writeAsServer(
    services,
    'transactions.archive',
    async () => deal,
    async (scope) => {
      const { tx, now } = scope;
      await tx.updateTable('transactions').set({ archived_at: now }).where('uuid', '=', deal).execute();
      scope.put('transactions', deal);
      await tellOf(tx, scope.deal, now, {
        level: 'info',
        title: `The files of “${scope.deal.name}” were archived and removed. The archive can be downloaded from the transaction.`,
      });
    },
  );
}

async function tellOfFailure(services: Services, deal: string, reason: string): Promise<void> {
  process.stderr.write(`The files of ${deal} could not be archived and removed: ${reason}\n`);
  const row = await dealOf(services, deal);
  if (!row || row.purged_at !== null) return;
  const outcome =
    row.archived_at === null
      ? 'could not be archived. None was removed.'
      : 'are archived, but not all could be removed.';
  await services.db.transaction().execute(async (tx) =>
    tellOf(tx, row, services.now(), {
      level: 'error',
      title: `The files of “${row.name}” ${outcome} An administrator can approve its purge again.`,
    }),
  );
}

/** Tells those who work on the deal, and who approved its purge. */
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
