import { sql } from 'kysely';
import { DAY_MS } from '../../src/contract/retention.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Tx } from '../store/tables.ts';

const GIGABYTE = 1024 * 1024 * 1024;

/** A deleted file can be restored for this long, and takes up space during that time. */
const RESTORABLE_DAYS = 30;

/**
 * Checks whether a deal's organization can upload another file. It is called before bytes are sent and again before a
 * document is created; simultaneous uploads may together exceed a quota by a few files.
 * @throws {Refusal} `too_large` with a sentence that names the quota
 */
export async function assertUploadQuota(
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  tx: Tx,
  organization: string,
): Promise<void> {
  const { organizationStorageGb: gigabytes, organizationUploadsPerDay: uploads } = settings;
  if (uploads > 0 && (await uploadsSince(tx, organization, daysAgo(now(), 1))) >= uploads) {
    throw new Refusal(
      'too_large',
      `This transaction’s organization has uploaded ${uploads.toLocaleString('en-US')} files in 24 hours, which is its limit. Try again tomorrow.`,
    );
  }
  if (gigabytes > 0 && (await storedBytes(tx, organization, now())) >= gigabytes * GIGABYTE) {
    throw new Refusal(
      'too_large',
      `This transaction’s organization has used all of its ${gigabytes.toLocaleString('en-US')} GB for files. Delete files or ask your administrator for more space; deleted files count for ${RESTORABLE_DAYS} days.`,
    );
  }
}

async function uploadsSince(tx: Tx, organization: string, since: Date): Promise<number> {
  const files = tx
    .selectFrom('documents')
    .select(['transaction', 'created_at'])
    .unionAll(tx.selectFrom('executed_documents').select(['transaction', 'created_at']));
  const { uploads } = await tx
    .selectFrom(files.as('file'))
    .innerJoin('transactions', 'transactions.uuid', 'file.transaction')
    .where('file.created_at', '>', since)
    .where('transactions.organization', '=', organization)
    .select(sql<number>`count(*)::int`.as('uploads'))
    .executeTakeFirstOrThrow();
  return uploads;
}

/** Counts only uploaded files, not those derived from them. */
async function storedBytes(tx: Tx, organization: string, now: Date): Promise<number> {
  const files = tx
    .selectFrom('documents')
    .select(['transaction', 'size', 'deleted_at'])
    .unionAll(tx.selectFrom('executed_documents').select(['transaction', 'size', 'deleted_at']));
  const { bytes } = await tx
    .selectFrom(files.as('file'))
    .innerJoin('transactions', 'transactions.uuid', 'file.transaction')
    .where('transactions.organization', '=', organization)
    .where('transactions.purged_at', 'is', null)
    .where((where) =>
      where.or([
        where('file.deleted_at', 'is', null),
        where('file.deleted_at', '>', daysAgo(now, RESTORABLE_DAYS)),
      ]),
    )
    .select(sql<string>`coalesce(sum(file.size), 0)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
