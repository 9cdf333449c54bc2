import { TOP } from '../../../src/contract/rules/checklist/child-lists.ts';
import type { DealRows } from '../../../src/contract/entities/changes.ts';
import type { DealContent } from '../../../src/contract/rules/transactions/deal-checksum.ts';
import { listsOf } from './elements.ts';
import type { Tx } from '../tables.ts';

/** Ids, versions and order of all that a deal has: what its checksum is made of. */
export async function readDealContent(tx: Tx, deal: string): Promise<DealContent> {
  const elements = await tx
    .selectFrom('elements')
    .select(['uuid', 'version', 'parent_element'])
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .orderBy('order')
    .orderBy('uuid')
    .execute();
  return {
    rows: {
      elements,
      items: await versionsOf(tx, 'items', deal),
      documents: await versionsOf(tx, 'documents', deal),
      tasks: await versionsOf(tx, 'tasks', deal),
      notes: await versionsOf(tx, 'notes', deal),
      customKeys: await versionsOf(tx, 'custom_keys', deal),
    },
    lists: [...listsOf(elements)].map(([parent, children]) => [parent ?? TOP, children] as const),
  };
}

function versionsOf(tx: Tx, collection: Exclude<keyof DealRows, 'elements'>, deal: string) {
  return tx
    .selectFrom(collection)
    .select(['uuid', 'version'])
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .execute();
}
