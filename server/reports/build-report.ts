import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { makeWorkFolder } from '../convert/confinement/work-folder.ts';
import type { Services } from '../services.ts';
import { reportKey } from '../storage/object-keys.ts';
import type { Asked } from '../store/account/account-tables.ts';
import type { SignedInUser } from '../store/account/users.ts';
import { noteAccess } from '../store/audit/access-log.ts';
import { recordAct } from '../store/audit/audit-log.ts';
import type { Tx } from '../store/tables.ts';
import { accessSheet, countAccess } from './access-rows.ts';
import { countDeals, dealSheet, type DealLine, type Period } from './deal-rows.ts';
import { writeSheet, type Sheet } from './write-sheet.ts';

export const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const askedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transactions'), from: z.string().nullable(), before: z.string().nullable() }),
  z.object({ kind: z.literal('access_log') }),
]) satisfies z.ZodType<Asked>;

/** A report about an organization, for one of its admins. */
type ReportOf = { asked: Asked; organization: string; reader: SignedInUser };

export async function countRows(tx: Tx, { asked, organization }: ReportOf): Promise<number> {
  return asked.kind === 'access_log'
    ? countAccess(tx, organization)
    : countDeals(tx, periodOf(organization, asked));
}

/**
 * Writes the report to the store, from one snapshot; repeating the `uuid` overwrites it. `told` gets the number of
 * rows.
 */
export async function buildReport(
  services: Services,
  uuid: string,
  report: ReportOf,
  told: (rows: number) => Promise<void> = async () => {},
): Promise<void> {
  const folder = await makeWorkFolder(services.settings.workDir);
  try {
    const path = join(folder, 'report.xlsx');
    const exported: DealLine[] = [];
    await inSnapshot(services, async (tx) => writeSheet(path, sheetOf(tx, report, exported, told)));
    await noteExport(services, uuid, report, exported);
    const { size } = await stat(path);
    await services.objects.put(reportKey(uuid), { path, size }, SHEET_TYPE);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function inSnapshot<Result>(
  { db }: Services,
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => read(tx));
}

function sheetOf(
  tx: Tx,
  { asked, organization, reader }: ReportOf,
  exported: DealLine[],
  told: (rows: number) => Promise<void>,
): Sheet {
  if (asked.kind === 'access_log') return accessSheet(tx, organization, told);
  return dealSheet(tx, periodOf(organization, asked), reader, async (deals) => {
    exported.push(...deals.filter(({ strict }) => strict));
    await told(deals.length);
  });
}

/**
 * Recorded before anyone has the file, and after the snapshot, because concurrent reports must not wait for each other's
 * connections.
 */
async function noteExport(
  services: Services,
  uuid: string,
  { asked, organization, reader }: ReportOf,
  deals: readonly DealLine[],
): Promise<void> {
  const noted = deals.map(({ uuid, mine }) => ({
    organization,
    transaction: uuid,
    user_uuid: reader.uuid,
    acting_as: mine === true ? ('participant' as const) : ('admin' as const),
    act: 'exported' as const,
  }));
  await noteAccess(services.db, noted, services.now());
  const detail = { kind: asked.kind };
  const act = { act: 'report.exported', actor: reader.uuid, organization, subject: uuid, detail } as const;
  await recordAct(services.db, services.now(), act);
}

function periodOf(organization: string, { from, before }: Extract<Asked, { kind: 'transactions' }>): Period {
  return {
    organization,
    from: from === null ? null : new Date(from),
    before: before === null ? null : new Date(before),
  };
}
