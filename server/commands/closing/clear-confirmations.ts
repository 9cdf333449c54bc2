import { releaseCollection } from '../../../src/contract/collections/releases.ts';
import { changeRow, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Drops the confirmations of all open releases of a deal. Returns the releases that had some. */
export async function clearConfirmations(scope: DealWrite): Promise<string[]> {
  const { tx, deal, stamp } = scope;
  const rows = await selectRows(tx, releaseCollection, { deal: deal.uuid });
  const confirmed = rows.filter(({ status, confirmations }) => status === 'open' && confirmations.length > 0);
  for (const { uuid } of confirmed) {
    await changeRow(tx, 'releases', uuid, { confirmations: '[]', signatures: [], ...stamp });
    scope.put('releases', uuid, { fields: ['confirmations'] });
  }
  return confirmed.map(({ uuid }) => uuid);
}
