import { sql } from 'kysely';
import type { RestorableKind } from '../../../src/contract/collections/deal-collections.ts';
import type { RestoreRequest } from '../../../src/contract/entities/transactions/transaction.ts';
import { listKey, insertElement } from '../../../src/contract/rules/checklist/child-lists.ts';
import { loadTree, saveLists, type ChecklistTree } from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { nameOfDocument } from '../../store/deals/document-names.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import { assertTakesFiles } from '../account/approve-purge.ts';
import { clearForNewFile } from '../closing/clear-confirmations.ts';
import { followRestored } from '../signing/group-assignments.ts';
import { restorePagesOfFile } from '../signing/signature-pages.ts';
import { ALIVE, isDeleted, restoreAlong } from '../standard/restore-row.ts';
import { mayBePlacedIn } from './checklist-place.ts';

/** Restores a deleted row. */
export type Restore = (scope: DealWrite, uuid: string) => Promise<undefined>;

/**
 * Restores what was deleted at most 30 days ago (docs/product/checklist.md, "Deleting and restoring"): a header, an item or a
 * task with everything deleted with it, in its old place, or at the end of the top level if that is gone. Rows that somebody
 * has already restored stay as they are.
 * @param restores how each kind is restored. Every kind is listed unless its collection is standard on the server, so that
 * nobody can add a kind without deciding this.
 * @throws {Refusal} `not_found` if it does not exist, or no longer; `not_allowed` if it would bring files into a deal that
 * accepts none
 */
export function restoreBy(restores: Record<RestorableKind, Restore>) {
  return async (scope: DealWrite, { kind, uuid }: RestoreRequest & { id: string }): Promise<undefined> => {
    scope.record('rows.restored', { subject: uuid, detail: { kind } });
    await restores[kind](scope, uuid);
    await followRestored(scope);
  };
}

/** Restores a row of the checklist by its element, or by the item or task that it shows. */
export function restoreElementBy(column: 'uuid' | 'item' | 'task'): Restore {
  return async (scope, uuid) => restoreElement(scope, column, uuid);
}

async function restoreElement(
  scope: DealWrite,
  column: 'uuid' | 'item' | 'task',
  uuid: string,
): Promise<undefined> {
  const { tx, deal, stamp } = scope;
  const element = await tx
    .selectFrom('elements')
    .selectAll()
    .where(column, '=', uuid)
    .where('transaction', '=', deal.uuid)
    .executeTakeFirst();
  if (!isDeleted(scope, element, 'What you want to restore')) return;
  await placeAgain(scope, await loadTree(tx, deal.uuid), element);
  const alive = { ...ALIVE, ...stamp };
  if (element.task !== null) {
    await tx.updateTable('tasks').set(alive).where('uuid', '=', element.task).execute();
    scope.put('tasks', element.task);
  }
  if (element.item === null) return;
  await tx.updateTable('items').set(alive).where('uuid', '=', element.item).execute();
  scope.put('items', element.item);
  const documents = await tx
    .updateTable('documents')
    .set(alive)
    .where('item_id', '=', element.item)
    // Restore the rows that were deleted together with it, but none that had been deleted earlier.
    .where('version', '=', element.version)
    .where('deleted_at', 'is not', null)
    .returning('uuid')
    .execute();
  if (documents.length > 0) assertTakesFiles(deal);
  for (const document of documents) scope.put('documents', document.uuid);
  await restoreAlong(scope, 'items', [element.item], element.version);
}

/** Puts the element back into its old list at its old index; later rows shift. */
async function placeAgain(scope: DealWrite, tree: ChecklistTree, element: RowOf<'elements'>): Promise<void> {
  const { uuid, parent_element: before } = element;
  const parent = before !== null && mayBePlacedIn(tree, before, element) ? before : null;
  const order = parent === before ? element.order : undefined;
  const lists = insertElement(tree.lists, { id: uuid, parent: listKey(parent), order });
  const index = lists.get(listKey(parent))?.indexOf(uuid) ?? 0;
  await scope.tx
    .updateTable('elements')
    .set({ ...ALIVE, order: index, parent_element: parent, ...scope.stamp })
    .where('uuid', '=', uuid)
    .execute();
  scope.put('elements', uuid, { ...(element.label !== null && { name: element.label }) });
  scope.put('child_lists', parent ?? scope.deal.uuid);
  tree.elements.set(uuid, { ...element, order: index, parent_element: parent });
  await saveLists(scope, tree, lists);
}

/** Restores a file, as its item's current one if the item has none. */
export async function restoreDocument(scope: DealWrite, uuid: string): Promise<undefined> {
  const { tx, deal, stamp } = scope;
  const row = await tx
    .selectFrom('documents')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('transaction', '=', deal.uuid)
    // A file of the checklist is restored with its item.
    .where(sql<boolean>`(item_id is null or item_id in (select uuid from items where deleted_at is null))`)
    .executeTakeFirst();
  if (!isDeleted(scope, row, 'The file that you want to restore')) return;
  assertTakesFiles(deal);
  await tx
    .updateTable('documents')
    .set({ ...ALIVE, ...stamp })
    .where('uuid', '=', uuid)
    .execute();
  const { name } = await nameOfDocument(tx, row);
  scope.put('documents', uuid, { name });
  if (row.item_id === null) return;
  await restorePagesOfFile(scope, row);
  // It becomes the current file again, unless the item has another one.
  if (await becomesAgain(scope, row.item_id, { document: uuid })) {
    await clearForNewFile(scope, { item: row.item_id, name, document: uuid });
    return;
  }
  const waits = await waitedAs(scope, uuid, row.item_id);
  if (waits === null) return;
  // A version that was converted meanwhile does not become current on its own.
  const isConverted = row.conversion_status === 'complete';
  await becomesAgain(scope, row.item_id, {
    [isConverted ? 'pending_version_document' : waits]: uuid,
  });
}

type Waits = 'pending_version_document' | 'pending_conversion_document';

/**
 * The state in which a version was waiting when it was deleted; null = it wasn't waiting, as with current and earlier
 * versions.
 */
async function waitedAs({ tx, deal }: DealWrite, document: string, item: string): Promise<Waits | null> {
  const lost = await tx
    .selectFrom('change_log as line')
    .select('line.detail')
    .where('line.transaction', '=', deal.uuid)
    .where('line.collection', '=', 'items')
    .where('line.row', '=', item)
    .where('line.version', '=', (from) =>
      from
        .selectFrom('change_log as deletion')
        .select(({ fn }) => fn.max('deletion.version').as('version'))
        .where('deletion.transaction', '=', deal.uuid)
        .where('deletion.collection', '=', 'documents')
        .where('deletion.row', '=', document)
        .where('deletion.op', '=', 'delete'),
    )
    .execute();
  const fields = lost.flatMap(({ detail }) => detail.fields ?? []);
  const waits = ['pending_version_document', 'pending_conversion_document'] as const;
  return waits.find((field) => fields.includes(field)) ?? null;
}

/** Returns whether the item gets the file back in that role. It doesn't if it has another one there. */
async function becomesAgain(
  scope: DealWrite,
  item: string,
  files: Partial<Record<Waits | 'document', string>>,
): Promise<boolean> {
  const [field] = Object.keys(files);
  const taken = await scope.tx
    .updateTable('items')
    .set({ ...files, ...scope.stamp })
    .where('uuid', '=', item)
    .where(sql.ref(field ?? ''), 'is', null)
    .returning('uuid')
    .executeTakeFirst();
  if (taken && field !== undefined) scope.put('items', item, { fields: [field] });
  return taken !== undefined;
}
