import { log } from '../log.ts';
import { buildReportKind } from '../queue/job-kinds.ts';
import { FinalJobFailure, type JobContext } from '../queue/job-queue.ts';
import { askedSchema, buildReport } from '../reports/build-report.ts';
import type { Services } from '../services.ts';
import { addNotification } from '../store/account/notifications.ts';
import { accountById } from '../store/account/users.ts';
import { lockReport, reportPath, REPORT_KEPT_MS } from '../store/reports.ts';
import type { Tx } from '../store/tables.ts';

/** Starts the job that creates reports that take too long to wait for. */
export async function workOnReports(services: Services): Promise<void> {
  await services.jobs.work(buildReportKind, {
    run: (payload, job) => build(services, payload.report, job),
    failed: (payload, reason) => markFailed(services, payload.report, reason),
  });
}

async function build(services: Services, uuid: string, { signal }: JobContext): Promise<void> {
  const { db } = services;
  const row = await db.selectFrom('reports').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (row?.status !== 'processing') return;
  const { organization, user_uuid } = row;
  const reader = await db.transaction().execute((tx) => accountById(tx, user_uuid));
  // The person may have lost the right to it since the request.
  if (reader?.organization !== organization || reader.role !== 'admin') {
    throw new FinalJobFailure(
      'The person who requested it is no longer an administrator of the organization.',
    );
  }
  const saveProgress = async (rows_done: number) => {
    await db.updateTable('reports').set({ rows_done }).where('uuid', '=', uuid).execute();
  };
  let done = 0;
  await buildReport(
    services,
    uuid,
    { asked: askedSchema.parse(row.asked), organization, reader },
    async (rows) => {
      signal.throwIfAborted();
      done += rows;
      await saveProgress(done);
    },
  );
  await db.transaction().execute((tx) => markReady(services, tx, uuid, done));
}

/** Notifies the person once, however often the job runs. */
async function markReady(services: Services, tx: Tx, uuid: string, rows: number): Promise<void> {
  const row = await lockReport(tx, uuid);
  if (row?.status !== 'processing') return;
  const at = services.now();
  await tx
    .updateTable('reports')
    .set({
      status: 'ready',
      rows_done: rows,
      rows_total: rows,
      expires_at: new Date(at.getTime() + REPORT_KEPT_MS),
    })
    .where('uuid', '=', uuid)
    .execute();
  await addNotification(
    tx,
    {
      user_uuid: row.user_uuid,
      level: 'success',
      notification_type: 'download_ready',
      title: `“${row.file_name}” is ready to download.`,
      transaction: null,
      document: null,
      file: { urls: [reportPath(uuid)], until: new Date(at.getTime() + REPORT_KEPT_MS) },
    },
    at,
  );
}

async function markFailed(services: Services, uuid: string, reason: string): Promise<void> {
  log.error({ report: uuid, reason }, 'a report could not be made');
  await services.db.transaction().execute(async (tx) => {
    const row = await lockReport(tx, uuid);
    if (row?.status !== 'processing') return;
    await tx
      .updateTable('reports')
      .set({ status: 'failed', expires_at: new Date(services.now().getTime() + REPORT_KEPT_MS) })
      .where('uuid', '=', uuid)
      .execute();
    const about = { user_uuid: row.user_uuid, transaction: null, document: null };
    const title = `“${row.file_name}” couldn’t be created. Request it again.`;
    await addNotification(
      tx,
      { ...about, level: 'error', notification_type: 'document_failed', title },
      services.now(),
    );
  });
}
