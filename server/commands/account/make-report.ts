import { v7 } from 'uuid';
import type { ReportAnswer } from '../../../src/contract/entities/transactions/report.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { buildReportKind } from '../../queue/job-kinds.ts';
import { Refusal } from '../../refusal.ts';
import { buildReport, countRows, inSnapshot, SHEET_TYPE } from '../../reports/build-report.ts';
import type { Services } from '../../services.ts';
import { reportKey } from '../../storage/object-keys.ts';
import type { Asked } from '../../store/account/account-tables.ts';
import { isSwitchedOn } from '../../store/account/features.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { presentReport } from '../../store/reports.ts';

/** The link to a file that is ready at once. */
const SIGNED_SECONDS = 300;

const DAY_MS = 86_400_000;

/**
 * All of the organization's transactions that were created in a period; the last day is included. @throws {Refusal}
 * also if reports are off (docs/product/reports.md, "Spreadsheets")
 */
export async function reportTransactions(
  services: Services,
  user: SignedInUser,
  {
    id,
    created_after: after,
    created_before: before,
  }: { id: string; created_after?: string | undefined; created_before?: string | undefined },
): Promise<ReportAnswer> {
  assertOrganizationAccess('organization_admin', id, user);
  // The access log is not such a report: it is always available to the people who oversee strict data access
  // (docs/product/reports.md, "Spreadsheets").
  if (!(await isSwitchedOn(services.db, 'SELF_SERVE_ADMIN_REPORT')))
    throw new Refusal(
      'not_allowed',
      'Reports are turned off. Ask your Counterpart operator to create one for you.',
    );
  const asked: Asked = {
    kind: 'transactions',
    from: after === undefined ? null : new Date(after).toISOString(),
    before: before === undefined ? null : endOf(before).toISOString(),
  };
  return makeReport(services, user, id, asked);
}

/** Reports who has viewed which of the organization's transactions. @throws {Refusal} */
export async function reportAccess(services: Services, user: SignedInUser): Promise<ReportAnswer> {
  return makeReport(services, user, user.organization, { kind: 'access_log' });
}

function endOf(time: string): Date {
  const isDay = time.length === 'YYYY-MM-DD'.length;
  return new Date(Date.parse(time) + (isDay ? DAY_MS : 0));
}

async function makeReport(
  services: Services,
  reader: SignedInUser,
  organization: string,
  asked: Asked,
): Promise<ReportAnswer> {
  assertOrganizationAccess('organization_admin', organization, reader);
  const report = { asked, organization, reader };
  const rows = await inSnapshot(services, async (tx) => countRows(tx, report));
  const uuid = v7();
  const now = services.now();
  const what = asked.kind === 'access_log' ? 'Access log' : 'Transactions';
  const fileName = `${what} of ${reader.organization_name} ${now.toISOString().slice(0, 10)}.xlsx`;
  if (rows > services.settings.reportRowsAtOnce) {
    const body = await services.db.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto('reports')
        .values({
          uuid,
          organization,
          user_uuid: reader.uuid,
          asked: JSON.stringify(asked),
          status: 'processing',
          rows_total: rows,
          file_name: fileName,
          created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await services.jobs.enqueue(tx, buildReportKind, { report: uuid });
      return presentReport(row);
    });
    return { status: 202, body };
  }
  await buildReport(services, uuid, report);
  const redirect_url = await services.objects.presignDownload(reportKey(uuid), {
    fileName,
    contentType: SHEET_TYPE,
    expiresIn: SIGNED_SECONDS,
  });
  return { status: 302, body: { redirect_url } };
}
