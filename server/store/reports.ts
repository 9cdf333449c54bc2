import { sql } from 'kysely';
import type { Report } from '../../src/contract/entities/transactions/report.ts';
import { DAY_MS } from '../../src/contract/retention.ts';
import { notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import { REPORTS } from '../storage/object-keys.ts';
import type { SignedInUser } from './account/users.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import type { ReportRow, Tx } from './tables.ts';

/** How long a report that a job created is available (docs/product/reports.md, "Spreadsheets"). */
export const REPORT_KEPT_MS = 7 * DAY_MS;

/** The address of a report; below `/api`, authorized by the cookie. */
export function reportPath(uuid: string): string {
  return `/api/reports/${uuid}/file`;
}

export function presentReport(row: ReportRow): Report {
  return {
    id: row.uuid,
    kind: row.asked.kind,
    status: row.status,
    file_name: row.file_name,
    rows_done: row.rows_done,
    rows_total: row.rows_total,
    download_url: row.status === 'ready' ? reportPath(row.uuid) : null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at && row.expires_at.toISOString(),
  };
}

/** The user's own reports of the last week, newest first; none of an organization that they no longer administer. */
export async function listReports(services: Services, user: SignedInUser): Promise<Report[]> {
  if (user.role !== 'admin') return [];
  const rows = await services.db
    .selectFrom('reports')
    .selectAll()
    .where('user_uuid', '=', user.uuid)
    .where('organization', '=', user.organization)
    .where('created_at', '>', new Date(services.now().getTime() - REPORT_KEPT_MS))
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .execute();
  return rows.map(presentReport);
}

/**
 * Returns a report that the user made, or that another admin of the organization shared with them.
 * @throws {Refusal} `not_found`, also for somebody who is no longer an admin, and after the report has expired
 */
export async function readableReport(
  services: Services,
  user: Pick<SignedInUser, 'uuid' | 'organization' | 'role'>,
  uuid: string,
): Promise<ReportRow> {
  const row = await services.db
    .selectFrom('reports')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('organization', '=', user.organization)
    .executeTakeFirst();
  const isOver = row?.expires_at != null && row.expires_at <= services.now();
  if (!row || user.role !== 'admin' || isOver) throw notFound('This report');
  if (row.user_uuid !== user.uuid && !(await isShared(services, user, uuid))) throw notFound('This report');
  return row;
}

async function isShared({ db }: Services, user: Pick<SignedInUser, 'uuid'>, uuid: string): Promise<boolean> {
  const shared = await db
    .selectFrom('notifications')
    .select('uuid')
    .where('user_uuid', '=', user.uuid)
    .where('shared_from', 'is not', null)
    .where(sql<boolean>`download_urls @> ${JSON.stringify([reportPath(uuid)])}::jsonb`)
    .executeTakeFirst();
  return shared !== undefined;
}

/** Locked until the transaction ends. */
export async function lockReport(tx: Tx, uuid: string): Promise<ReportRow | undefined> {
  return tx.selectFrom('reports').selectAll().where('uuid', '=', uuid).forUpdate().executeTakeFirst();
}

/** Removes reports a week after they were created, including those that were downloaded at once. */
export async function sweepReports(services: Services): Promise<void> {
  const { db, objects } = services;
  const before = new Date(services.now().getTime() - REPORT_KEPT_MS);
  for await (const { key, modified } of objects.list(REPORTS)) {
    if (modified < before) await objects.remove(key);
  }
  await deleteInBatches(db, 'reports', sql`expires_at < ${before}`);
}
