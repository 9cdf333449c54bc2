import { sql } from 'kysely';
import {
  ASSIGNMENT_STATUSES,
  countsAsSignature,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { restartCollations, startCollation } from '../../commands/closing/start-collation.ts';
import { log } from '../../log.ts';
import { collateItemKind } from '../../queue/job-kinds.ts';
import { pendingJobs } from '../../queue/pending-jobs.ts';
import type { Services } from '../../services.ts';
import { writeAsServer, type DealWrite } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';

/** A job starts within a second or two. */
const GRACE_MS = 20_000;

/** How long after its request a failed document is retried. The first attempts take almost this long. */
const GIVEN_UP_MS = 10 * 3_600_000;

/**
 * Starts making executed documents that no job is making: those whose job was lost, and those that no longer wait for a signature. Those that
 * failed, or that somebody canceled, are left alone until a person restarts them.
 */
export async function resumeCollations(services: Services): Promise<void> {
  await forEachDeal(services, await findLost(services), enqueueLost);
  await forEachDeal(services, await findOverdue(services), async (scope, items) => {
    for (const item of items) await startWaiting(scope, item);
  });
}

/** Retries executed documents that failed because something was unavailable for hours. */
export async function retryGivenUp(services: Services): Promise<void> {
  await forEachDeal(services, await findGivenUp(services), restartCollations);
}

interface Found {
  readonly item: string;
  readonly transaction: string;
}

/** A busy or broken deal must not keep others from their documents. */
async function forEachDeal(
  services: Services,
  found: readonly Found[],
  work: (scope: DealWrite, items: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const [deal, rows] of Map.groupBy(found, ({ transaction }) => transaction)) {
    const items = rows.map(({ item }) => item);
    const writing = writeAsServer(
      services,
      'items.collate',
      async () => deal,
      async (scope) => work(scope, items),
    );
    await writing.catch((error: unknown) =>
      log.error({ err: error, transaction: deal }, 'executed documents could not be started'),
    );
  }
}

/** Executed documents that haven't been made yet: requested, or waiting for a signature. */
function unmade(tx: Pick<Tx, 'selectFrom'>) {
  return tx
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .select(['collations.item', 'collations.transaction', 'collations.requested_at'])
    .where('collations.collated_at', 'is', null)
    .where('items.deleted_at', 'is', null);
}

async function findGivenUp(services: Services): Promise<Found[]> {
  return unmade(services.db)
    .where('collations.requested_at', '<=', new Date(services.now().getTime() - GIVEN_UP_MS))
    .where('collations.problem', '=', 'unavailable')
    .execute();
}

async function findLost(services: Services): Promise<Found[]> {
  const rows = await unmade(services.db)
    .where('collations.requested_at', '<=', new Date(services.now().getTime() - GRACE_MS))
    .where('collations.problem', 'is', null)
    .execute();
  return rows.length === 0 ? [] : services.db.transaction().execute(async (tx) => withoutJob(tx, rows));
}

/** Returns the requests that no job is waiting for or working on. */
async function withoutJob<Row extends { item: string; requested_at: Date | null }>(
  tx: Tx,
  rows: readonly Row[],
): Promise<Row[]> {
  const jobs = Map.groupBy(await pendingJobs(tx, collateItemKind), ({ item }) => item);
  const hasJob = ({ item, requested_at: at }: Row) =>
    (jobs.get(item) ?? []).some(
      (job) => job.requested_at === null || Date.parse(job.requested_at) === at?.getTime(),
    );
  return rows.filter((row) => !hasJob(row));
}

/**
 * Enqueues requests again. A job writes its result under the deal's lock before it ends, so a request that is still open
 * under this lock and has no job has been lost: there are never two jobs for one request.
 */
async function enqueueLost({ tx, services }: DealWrite, items: readonly string[]): Promise<void> {
  const open = await unmade(tx)
    .where('collations.item', 'in', items)
    .where('collations.requested_at', 'is not', null)
    .where('collations.problem', 'is', null)
    .execute();
  for (const { item, requested_at: at } of await withoutJob(tx, open))
    await services.jobs.enqueue(tx, collateItemKind, { item, requested_at: at?.toISOString() ?? null });
}

/** The statuses of signatures that an executed document waits for. */
const OUTSTANDING = ASSIGNMENT_STATUSES.filter(
  (status) => countsAsSignature(status) && status !== 'released',
);

/**
 * Finds documents that waited for a signature that is no longer needed, so no release will start them. All of their
 * signatures were released with the current version. A file that was added later wasn't shown to the signatories.
 */
async function findOverdue({ db }: Services): Promise<Found[]> {
  return db
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .innerJoin('documents', 'documents.uuid', 'items.document')
    .select(['collations.item', 'collations.transaction'])
    .where('collations.requested_at', 'is', null)
    .where('documents.pdf_file_key', 'is not', null)
    .where('items.deleted_at', 'is', null)
    .where((is) => {
      const signatures = is
        .selectFrom('assignments')
        .leftJoin('signed_versions', 'signed_versions.assignment', 'assignments.uuid')
        .select('assignments.uuid')
        .whereRef('assignments.item', '=', 'items.uuid')
        .where('assignments.deleted_at', 'is', null);
      const released = signatures.where('assignments.status', '=', 'released');
      const isOther = sql<boolean>`signed_versions.document is distinct from items.document`;
      return is
        .exists(released)
        .and(is.not(is.exists(released.where(isOther))))
        .and(is.not(is.exists(signatures.where('assignments.status', 'in', OUTSTANDING))));
    })
    .execute();
}

async function startWaiting(scope: DealWrite, item: string): Promise<void> {
  const waiting = await scope.tx
    .selectFrom('collations')
    .select('release')
    .where('item', '=', item)
    .where('requested_at', 'is', null)
    .executeTakeFirst();
  // Another process may have started it in the meantime.
  if (waiting) await startCollation(scope, { release: waiting.release, items: [item], effectiveDate: null });
}
