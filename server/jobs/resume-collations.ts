import { restartCollations } from '../commands/closing/start-collation.ts';
import type { Services } from '../services.ts';
import { writeAsServer } from '../store/deals/deal-write.ts';

/** Longer than the attempts of the job itself, so that there are rarely two for one document. */
const GIVEN_UP_MS = 10 * 3_600_000;

/** Starts making executed documents again where no attempt has succeeded. Those that somebody canceled stay canceled. */
export async function resumeCollations(services: Services): Promise<void> {
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
