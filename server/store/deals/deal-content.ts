import { listKey } from '../../../src/contract/rules/checklist/child-lists.ts';
import {
  DEAL_COLLECTIONS,
  type CollectionName,
  type WireName,
} from '../../../src/contract/collections/deal-collections.ts';
import type { DealContent, Versioned } from '../../../src/contract/rules/transactions/deal-checksum.ts';
import type { Tx } from '../tables.ts';
import { listsOf } from './elements.ts';

/** Returns the ids, versions and order of everything in a deal, which its checksum covers. */
export async function readDealContent(tx: Tx, deal: string): Promise<DealContent> {
  const rows: Partial<Record<CollectionName, Versioned[]>> = {};
  for (const { name, wire } of DEAL_COLLECTIONS) rows[name] = await versionsOf(tx, wire, deal);
  const elements = await tx
    .selectFrom('elements')
    .select(['uuid', 'parent_element'])
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .orderBy('order')
    .orderBy('uuid')
    .execute();
  return {
    rows,
    lists: [...listsOf(elements)].map(([parent, children]) => [listKey(parent), children] as const),
  };
}

function versionsOf(tx: Tx, wire: WireName, deal: string): Promise<Versioned[]> {
  return tx
    .selectFrom(wire)
    .select(['uuid', 'version'])
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .execute();
}
