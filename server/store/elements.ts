import { notFound } from '../refusal.ts';
import type { ElementRow, Tx } from './tables.ts';

/** The live elements of a deal, parents' lists in order. */
export async function listElements(tx: Tx, deal: string): Promise<ElementRow[]> {
  return tx
    .selectFrom('elements')
    .selectAll()
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .orderBy('parent_element', (order) => order.asc().nullsFirst())
    .orderBy('order')
    .orderBy('uuid')
    .execute();
}

/** Elements in the order of their ids. @throws {Refusal} `not_found` when one is not in the deal */
export async function elementsByIds(tx: Tx, deal: string, uuids: readonly string[]): Promise<ElementRow[]> {
  if (uuids.length === 0) return [];
  const rows = await tx
    .selectFrom('elements')
    .selectAll()
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .where('uuid', 'in', uuids)
    .execute();
  const byId = new Map(rows.map((row) => [row.uuid, row]));
  return uuids.map((uuid) => {
    const row = byId.get(uuid);
    if (!row) throw notFound('This line of the checklist');
    return row;
  });
}

export async function elementById(tx: Tx, deal: string, uuid: string): Promise<ElementRow> {
  const [row] = await elementsByIds(tx, deal, [uuid]);
  if (!row) throw notFound('This line of the checklist');
  return row;
}
