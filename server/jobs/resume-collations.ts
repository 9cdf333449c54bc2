import {
  ASSIGNMENT_STATUSES,
  countsAsSignature,
} from '../../src/contract/rules/signing/assignment-status.ts';
import { restartCollations, startCollation } from '../commands/closing/start-collation.ts';
import type { Services } from '../services.ts';
import { writeAsServer } from '../store/deals/deal-write.ts';

/** Longer than the attempts of the job itself, so that there are rarely two for one document. */
const GIVEN_UP_MS = 10 * 3_600_000;

/** Starts making executed documents that should be there and aren't. Those that somebody canceled stay canceled. */
export async function resumeCollations(services: Services): Promise<void> {
  await resumeFailed(services);
  await startOverdue(services);
}

/** What an executed document waits for. */
const OUTSTANDING = ASSIGNMENT_STATUSES.filter(
  (status) => countsAsSignature(status) && status !== 'released',
);

/**
 * Starts those that waited for a signature that isn't needed anymore, or for a file that came later: whatever ended the wait, no release
 * follows that would start them.
 */
async function startOverdue(services: Services): Promise<void> {
  const overdue = await services.db
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .select(['collations.item', 'collations.transaction', 'collations.release'])
    .where('collations.requested_at', 'is', null)
    .where('items.document', 'is not', null)
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
  for (const { item, transaction, release } of overdue)
    await writeAsServer(
      services,
      'items.collate',
      async () => transaction,
      async (scope) => {
        await startCollation(scope, { release, items: [item], effectiveDate: null });
      },
    );
}

async function resumeFailed(services: Services): Promise<void> {
  const waiting = await services.db
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .select(['collations.item', 'collations.transaction'])
    .where('collations.collated_at', 'is', null)
    .where('collations.requested_at', '<=', new Date(services.now().getTime() - GIVEN_UP_MS))
    .where((where) =>
      where.or([where('collations.problem', 'is', null), where('collations.problem', '!=', 'canceled')]),
    )
    .where('items.deleted_at', 'is', null)
    .execute();
  const byDeal = Map.groupBy(waiting, ({ transaction }) => transaction);
  for (const [deal, rows] of byDeal)
    await writeAsServer(
      services,
      'items.collate',
      async () => deal,
      async (scope) =>
        restartCollations(
          scope,
          rows.map(({ item }) => item),
        ),
    );
}
