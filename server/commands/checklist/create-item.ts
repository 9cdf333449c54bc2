import { v7 } from 'uuid';
import type * as z from 'zod';
import type { Item, newItemSchema } from '../../../src/contract/entities/checklist/item.ts';
import { readRow } from '../../present/read-rows.ts';
import { loadTree, type ChecklistTree } from '../../store/deals/checklist-tree.ts';
import { findRow } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertElementIsFree, assertOwnRow, uuidTaken } from '../own-row.ts';
import { addAutomaticPage } from '../signing/new-signature-pages.ts';
import { assertMayLieUnder } from './checklist-place.ts';
import { assertHasPages } from './embedded-pages.ts';
import { insertInto } from './create-element.ts';

type NewItem = z.output<typeof newItemSchema>;

/** Creates a document to be drafted, at its place or at the end of the top level. */
export async function createItem(scope: DealWrite, input: NewItem): Promise<Item> {
  const { tx, deal } = scope;
  const existing = input.uuid === undefined ? undefined : await findRow(tx, 'items', input.uuid);
  if (existing) {
    assertOwnRow(scope, existing);
    return readRow(tx, 'items', deal.uuid, existing.uuid);
  }
  const tree = await loadTree(tx, deal.uuid);
  const { uuid } = await insertItem(scope, tree, { ...input, document: null });
  return readRow(tx, 'items', deal.uuid, uuid);
}

/**
 * Inserts an item and its element, and returns their ids.
 * @throws {Refusal} `uuid_taken` if one of its ids belongs to another row
 */
export async function insertItem(
  scope: DealWrite,
  tree: ChecklistTree,
  input: Omit<NewItem, 'transaction'> & { document: string | null },
): Promise<{ uuid: string; element: string }> {
  const uuid = input.uuid ?? v7();
  const element = input.element_uuid ?? v7();
  await assertElementIsFree(scope, element);
  await assertHasPages(scope, uuid, input.pages_embedded_in);
  const inserted = await scope.tx
    .insertInto('items')
    .values({
      uuid,
      transaction: scope.deal.uuid,
      name: input.name,
      description: input.description ?? '',
      document: input.document,
      complete: input.complete ?? false,
      for_signing: input.for_signing ?? false,
      fully_executed: input.fully_executed ?? false,
      is_deed: input.is_deed ?? false,
      is_supplemental: input.is_supplemental ?? false,
      is_template: input.is_template ?? false,
      name_alt: input.name_alt ?? '',
      name_alt_enabled: input.name_alt_enabled ?? false,
      requires_original_signatures: input.requires_original_signatures ?? false,
      pages_embedded_in: input.pages_embedded_in ?? null,
      ...scope.birth,
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('uuid')
    .executeTakeFirst();
  if (!inserted) throw uuidTaken('uuid');
  scope.put('items', uuid, { name: input.name });
  const { element_parent: parent = null, element_order: order } = input;
  assertMayLieUnder(tree, parent, [{ item: uuid, task: null }]);
  await insertInto(scope, tree, { uuid: element, item: uuid, parent, order });
  if (input.for_signing === true && input.pages_embedded_in == null) await addAutomaticPage(scope, uuid);
  return { uuid, element };
}
