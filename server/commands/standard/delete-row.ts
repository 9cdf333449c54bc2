import type { WireName } from '../../../src/contract/collections/deal-collections.ts';
import { changeRow, rowOf, type Declared } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { titleOf, type Titled } from '../edit-detail.ts';
import { closeGap } from './put-in-order.ts';

/** The command that deletes a row, so that it can be restored. If rows have an order of their own, those behind it close the gap. */
export function deleteRow<Wire extends WireName>(collection: Declared<Wire> & Titled) {
  const { wire, ordered } = collection;
  return async (scope: DealWrite, { id }: { id: string }): Promise<undefined> => {
    const { tx, deal, now, actor, stamp } = scope;
    const row = await rowOf(tx, collection, deal.uuid, id);
    await changeRow(tx, wire, id, { deleted_at: now, deleted_by: actor, ...stamp });
    scope.remove(wire, id, titleOf(collection, row));
    if (ordered) await closeGap(scope, wire);
  };
}
