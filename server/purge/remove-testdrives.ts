import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../../src/contract/retention.ts';
import type { Services } from '../services.ts';
import { reportKey } from '../storage/object-keys.ts';
import type { Tables, Tx } from '../store/tables.ts';
import { removeArchives, removeFiles } from './remove-files.ts';

/** How long a test drive is kept after its last use. */
const TESTDRIVE_KEPT_DAYS = 7;

/** No mail can be delivered to this domain. Only addresses of test drives have it. */
export const TESTDRIVE_DOMAIN = 'testdrive.test';

/**
 * Deletes test drives that were not used for a week, with their organization, their deals and all objects of these. A test drive
 * that involves anybody else is kept. A partial deletion before a crash is no loss, because nobody can sign in to it anymore. One
 * that cannot be deleted does not delay the others.
 * @throws {AggregateError} why some could not be deleted
 */
export async function sweepTestdrives(services: Services): Promise<void> {
  const failures: unknown[] = [];
  for (const organization of await forsaken(services.db, services.now())) {
    await removeTestdrive(services, organization).catch((error: unknown) =>
      failures.push(new Error(`${organization}: ${String(error)}`, { cause: error })),
    );
  }
  if (failures.length > 0) {
    const reasons = failures.map(String).join('; ');
    throw new AggregateError(failures, `Could not be removed: ${reasons}`);
  }
}

async function removeTestdrive(services: Services, organization: string): Promise<void> {
  const { db, objects } = services;
  // Nothing is added anymore, and no two of its deals share a file.
  const closed = services.now();
  const deals = await db
    .updateTable('transactions')
    .set({ purge_approved_at: closed, archived_at: closed })
    .where('organization', '=', organization)
    .returning(['uuid', 'archive_key'])
    .execute();
  for (const { uuid, archive_key } of deals) {
    await removeFiles(services, uuid, AbortSignal.timeout(DAY_MS));
    await removeArchives(services, uuid, null);
    if (archive_key !== null) await objects.remove(archive_key);
  }
  const reports = await db
    .selectFrom('reports')
    .select('uuid')
    .where('organization', '=', organization)
    .execute();
  for (const { uuid } of reports) await objects.remove(reportKey(uuid));
  await db.transaction().execute(async (tx) => removeRows(tx, organization));
}

/**
 * The organizations of test drives without a live session, in which nothing happened for a week and nobody else took
 * part.
 */
async function forsaken(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - TESTDRIVE_KEPT_DAYS * DAY_MS);
  const isGuest = (user: string) =>
    sql<boolean>`(${sql.ref(`${user}.is_demo`)} and ${sql.ref(`${user}.email`)} like ${`guest-%@${TESTDRIVE_DOMAIN}`})`;
  const { rows } = await sql<{ organization: string }>`
    select firm.uuid as organization from organizations as firm
    where exists (select from users where users.organization = firm.uuid)
      and not exists (
        select from users where users.organization = firm.uuid and (
          not ${isGuest('users')}
          or users.created_at > ${before}
          or exists (select from sessions where sessions.user_uuid = users.uuid and sessions.expires_at > ${now})
          or exists (select from sign_ins where sign_ins.user_uuid = users.uuid and sign_ins.last_used_at > ${before})
          or exists (select from change_log where change_log.actor = users.uuid and change_log.at > ${before})
        )
      )
      and not exists (
        select from participants
          join users on users.uuid = participants.user_uuid
          join transactions on transactions.uuid = participants.transaction
        where (users.organization = firm.uuid) <> (transactions.organization = firm.uuid)
      )
  `.execute(db);
  return rows.map(({ organization }) => organization);
}

/**
 * Deletes all rows of an organization: its deals, which reference its people, and then everything that belongs to it or to
 * them.
 */
async function removeRows(tx: Tx, organization: string): Promise<void> {
  await tx.deleteFrom('transactions').where('organization', '=', organization).execute();
  await tx.deleteFrom('organizations').where('uuid', '=', organization).execute();
}
