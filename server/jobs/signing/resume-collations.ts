import {
  ASSIGNMENT_STATUSES,
  countsAsSignature,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { restartCollations, startCollation } from '../../commands/closing/start-collation.ts';
import { log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { writeAsServer, type DealWrite } from '../../store/deals/deal-write.ts';
import { signaturesOfVersion } from '../../store/deals/packets/signed-versions.ts';

/** Longer than the attempts of the job itself, so that there are rarely two for one document. */
const GIVEN_UP_MS = 10 * 3_600_000;

/** Starts making executed documents that should be there and aren't. Those that can't be made, or that somebody canceled, wait for a person. */
export async function resumeCollations(services: Services): Promise<void> {
  await forEachDeal(services, await findFailed(services), async (scope, items) => {
    await restartCollations(scope, items);
  });
  await forEachDeal(services, await findOverdue(services), async (scope, items) => {
    for (const item of items) if (await isAsSigned(scope, item)) await startWaiting(scope, item);
  });
}

interface Found {
  readonly item: string;
  readonly transaction: string;
}

/** A deal that is busy or broken must not keep others from their documents. */
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

async function findFailed(services: Services): Promise<Found[]> {
  return services.db
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .select(['collations.item', 'collations.transaction'])
    .where('collations.collated_at', 'is', null)
    .where('collations.requested_at', '<=', new Date(services.now().getTime() - GIVEN_UP_MS))
    .where((is) =>
      is.or([is('collations.problem', 'is', null), is('collations.problem', '=', 'unavailable')]),
    )
    .where('items.deleted_at', 'is', null)
    .execute();
}

/** What an executed document waits for. */
const OUTSTANDING = ASSIGNMENT_STATUSES.filter(
  (status) => countsAsSignature(status) && status !== 'released',
);

/** Those that waited for a signature that isn't needed anymore: no release follows that would start them. */
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
        .select('assignments.uuid')
        .whereRef('assignments.item', '=', 'items.uuid')
        .where('assignments.deleted_at', 'is', null);
      return is
        .exists(signatures.where('status', '=', 'released'))
        .and(is.not(is.exists(signatures.where('status', 'in', OUTSTANDING))));
    })
    .execute();
}

/** Whether all released signatures are for the current version. A file that came after them was seen by nobody who signed. */
async function isAsSigned({ tx, deal }: DealWrite, item: string): Promise<boolean> {
  const { document } = await tx
    .selectFrom('items')
    .select('document')
    .where('uuid', '=', item)
    .executeTakeFirstOrThrow();
  if (document === null) return false;
  const released = await tx
    .selectFrom('assignments')
    .select('uuid')
    .where('item', '=', item)
    .where('status', '=', 'released')
    .where('deleted_at', 'is', null)
    .execute();
  const asSigned = new Set(await signaturesOfVersion(tx, deal.uuid, document));
  return released.every(({ uuid }) => asSigned.has(uuid));
}

async function startWaiting(scope: DealWrite, item: string): Promise<void> {
  const { release } = await scope.tx
    .selectFrom('collations')
    .select('release')
    .where('item', '=', item)
    .executeTakeFirstOrThrow();
  await startCollation(scope, { release, items: [item], effectiveDate: null });
}
