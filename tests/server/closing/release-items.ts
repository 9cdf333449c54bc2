import { v7 } from 'uuid';
import { startCollation } from '../../../server/commands/closing/start-collation.ts';
import { writeAsServer } from '../../../server/store/deals/deal-write.ts';
import type { TestServer } from '../support/test-server.ts';

/**
 * Releases everything executed in these items, as a release does, and starts collating them. Returns those
 * that are collated.
 */
export async function releaseItems(
  { services }: TestServer,
  deal: string,
  items: readonly string[],
  effectiveDate: string | null = null,
): Promise<string[]> {
  let started: string[] = [];
  await writeAsServer(
    services,
    'releases.release',
    async () => deal,
    async (scope) => {
      const released = await scope.tx
        .updateTable('assignments')
        .set({ status: 'released', ...scope.stamp })
        .where('item', 'in', items)
        .where('status', '=', 'executed')
        .returning('uuid')
        .execute();
      for (const { uuid } of released) scope.put('assignments', uuid, { fields: ['status'] });
      started = await startCollation(scope, { release: v7(), items, effectiveDate });
    },
  );
  return started;
}
