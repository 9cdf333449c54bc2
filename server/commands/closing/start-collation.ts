import { sql } from 'kysely';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { countsAsSignature } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { collateItemKind } from '../../queue/job-kinds.ts';
import { changeRows, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { selectItems } from '../../store/deals/items.ts';

/** Without a date, the one from an earlier release stays. */
const GIVEN_DATE = sql<string | null>`coalesce(excluded.effective_date, collations.effective_date)`;

interface Released {
  release: string | null;
  /** The items with released signatures. Duplicate ids are harmless. */
  items: readonly string[];
  /** `YYYY-MM-DD`; null keeps the date of the item's earlier release. */
  effectiveDate: string | null;
}

/**
 * Starts creating the executed documents of items whose signatures are now all released. Call it after the assignments have
 * changed, in the same database transaction. Items that still wait for a signature keep the effective date for later. An item
 * that already has an executed document gets a new one.
 * @returns the items that are being collated
 */
export async function startCollation(
  scope: DealWrite,
  { release, items: ids, effectiveDate }: Released,
): Promise<string[]> {
  const { tx, deal, now, stamp, services } = scope;
  const items = await selectItems(tx, { deal: deal.uuid, among: [...new Set(ids)] });
  if (items.length === 0) return [];
  const all = await selectRows(tx, assignmentCollection, {
    deal: deal.uuid,
    naming: { field: 'item', rows: items.map(({ uuid }) => uuid) },
  });
  const counted = Map.groupBy(
    all.filter(({ status }) => countsAsSignature(status)),
    ({ item }) => item,
  );
  const isComplete = (item: string) => {
    const rows = counted.get(item) ?? [];
    return rows.length > 0 && rows.every(({ status }) => status === 'released');
  };
  const ready = items.filter(({ uuid, document }) => document !== null && isComplete(uuid));
  const row = { transaction: deal.uuid, release, effective_date: effectiveDate };
  const waiting = items.filter((item) => !ready.includes(item));
  if (waiting.length > 0)
    await tx
      .insertInto('collations')
      .values(waiting.map(({ uuid: item }) => ({ ...row, item })))
      .onConflict((conflict) => conflict.column('item').doUpdateSet({ effective_date: GIVEN_DATE }))
      .execute();
  if (ready.length > 0)
    await tx
      .insertInto('collations')
      .values(ready.map(({ uuid: item, document }) => ({ ...row, item, document, requested_at: now })))
      .onConflict((conflict) =>
        conflict.column('item').doUpdateSet((is) => ({
          document: is.ref('excluded.document'),
          release: is.ref('excluded.release'),
          effective_date: GIVEN_DATE,
          requested_at: is.ref('excluded.requested_at'),
          // The earlier file stays until the new one replaces it.
          collated_at: null,
          timestamp_due: false,
          problem: null,
        })),
      )
      .execute();
  const started = ready.map(({ uuid }) => uuid);
  await changeRows(tx, 'items', started, stamp);
  for (const item of started) {
    scope.put('items', item);
    await services.jobs.enqueue(tx, collateItemKind, { item, requested_at: now.toISOString() });
  }
  return started;
}

/** Restarts the creation of executed documents that were requested before and don't exist. */
export async function restartCollations(scope: DealWrite, items: readonly string[]): Promise<void> {
  const { tx, deal, now, stamp, services } = scope;
  const rows = await tx
    .updateTable('collations')
    .set({ requested_at: now, problem: null })
    .where('transaction', '=', deal.uuid)
    .where('item', 'in', items)
    .where('requested_at', 'is not', null)
    .where('collated_at', 'is', null)
    .returning('item')
    .execute();
  const started = rows.map(({ item }) => item);
  await changeRows(tx, 'items', started, stamp);
  for (const item of started) {
    scope.put('items', item, { fields: ['collation'] });
    await services.jobs.enqueue(tx, collateItemKind, { item, requested_at: now.toISOString() });
  }
}
