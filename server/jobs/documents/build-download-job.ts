import * as z from 'zod';
import { DOWNLOAD_KINDS } from '../../../src/contract/rules/closing/download-plan.ts';
import { readDownload } from '../../commands/closing/read-download.ts';
import { log } from '../../log.ts';
import { seesDeal } from '../../policies/deal-access.ts';
import { buildDownloadKind } from '../../queue/job-kinds.ts';
import { FinalJobFailure, type JobContext } from '../../queue/job-queue.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { UnreadableDocument, writeDownload } from '../../signing/executed/write-download.ts';
import { addNotification } from '../../store/account/notifications.ts';
import { accountById } from '../../store/account/users.ts';
import { DOWNLOAD_KEPT_MS, downloadPath, lockDownload } from '../../store/downloads.ts';
import type { Tx } from '../../store/tables.ts';

const askedSchema = z.array(z.object({ item: z.uuid(), kind: z.enum(DOWNLOAD_KINDS) }));

/** Starts the job that creates downloads that take too long to wait for. */
export async function workOnDownloads(services: Services): Promise<void> {
  await services.jobs.work(buildDownloadKind, {
    run: async ({ download }, job) => build(services, download, job),
    failed: async ({ download }, reason) => markFailed(services, download, reason),
  });
}

async function build(services: Services, uuid: string, { signal }: JobContext): Promise<void> {
  const { db } = services;
  const row = await db.selectFrom('downloads').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (row?.status !== 'processing') return;
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const reader = await accountById(tx, row.user_uuid);
      const deal = await tx
        .selectFrom('transactions')
        .selectAll()
        .where('uuid', '=', row.transaction)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      // The person may have lost access since the request.
      if (!deal || !reader || !(await seesDeal(tx, deal, reader)))
        throw new FinalJobFailure('The person who requested it no longer sees the transaction.');
      const among = await existing(tx, deal.uuid, askedSchema.parse(row.asked));
      return readDownload(tx, deal, among).catch((error: unknown) => {
        throw error instanceof Refusal ? new FinalJobFailure(error.message) : error;
      });
    });
  const isZip = row.file_name.endsWith('.zip');
  await writeDownload(services, { ...read, uuid, isZip }, signal).catch((error: unknown) => {
    throw error instanceof UnreadableDocument ? new FinalJobFailure(error.message) : error;
  });
  await db.transaction().execute(async (tx) => markReady(services, tx, uuid));
}

/** Documents that were deleted since the request are left out. */
async function existing(tx: Tx, deal: string, asked: z.infer<typeof askedSchema>) {
  const rows = await tx
    .selectFrom('items')
    .select('uuid')
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Set(rows.map((each) => each.uuid));
  return asked.filter(({ item }) => known.has(item));
}

/** Notifies the person once, however often the job runs. */
async function markReady(services: Services, tx: Tx, uuid: string): Promise<void> {
  const row = await lockDownload(tx, uuid);
  if (row?.status !== 'processing') return;
  const now = services.now();
  const until = new Date(now.getTime() + DOWNLOAD_KEPT_MS);
  await tx
    .updateTable('downloads')
    .set({ status: 'ready', expires_at: until })
    .where('uuid', '=', uuid)
    .execute();
  await addNotification(
    tx,
    {
      user_uuid: row.user_uuid,
      level: 'success',
      notification_type: 'download_ready',
      title: `“${row.file_name}” is ready to download.`,
      transaction: row.transaction,
      document: null,
      file: { urls: [downloadPath(uuid)], until },
    },
    now,
  );
}

async function markFailed(services: Services, uuid: string, reason: string): Promise<void> {
  log.error({ download: uuid, reason }, 'a download could not be made');
  await services.db.transaction().execute(async (tx) => {
    const row = await lockDownload(tx, uuid);
    if (row?.status !== 'processing') return;
    const now = services.now();
    await tx
      .updateTable('downloads')
      .set({ status: 'failed', expires_at: new Date(now.getTime() + DOWNLOAD_KEPT_MS) })
      .where('uuid', '=', uuid)
      .execute();
    const about = { user_uuid: row.user_uuid, transaction: row.transaction, document: null };
    const title = `“${row.file_name}” couldn’t be created. Download it again.`;
    await addNotification(tx, { ...about, level: 'error', notification_type: 'document_failed', title }, now);
  });
}
