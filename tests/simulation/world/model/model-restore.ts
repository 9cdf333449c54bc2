import { DEAL_COLLECTIONS } from '../../../../src/contract/collections/deal-collections.ts';
import { elementKind, mayLieUnder } from '../../../../src/contract/rules/checklist/containment.ts';
import type { RestoreRequest } from '../../../../src/contract/entities/transactions/transaction.ts';
import { insertElement, TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';
import { restoreDocument, restoreFilesOf } from './model-documents.ts';
import { restoreAlong, restoreRow } from './model-collection.ts';
import { followRestored, restoreGroupAssignment, restoreMember } from './model-groups.ts';
import { deleteRestoredPackets } from './model-packets.ts';
import { restoreAssignment } from './model-signing.ts';
import { AT_THE_END, Refusal, type DealWrite } from './model-write.ts';

/**
 * Restores a deleted row. A row that isn't deleted stays as it is (as server/commands/checklist/restore.ts).
 */
export function restore(write: DealWrite, request: RestoreRequest): void {
  restoreOne(write, request);
  followRestored(write);
}

function restoreOne(write: DealWrite, { kind, uuid }: RestoreRequest): void {
  switch (kind) {
    case 'element':
      return restoreElement(write, 'uuid', uuid);
    case 'item':
    case 'task':
      return restoreElement(write, kind, uuid);
    case 'document':
      return restoreDocument(write, uuid);
    case 'assignment':
      return restoreAssignment(write, uuid);
    case 'dynamic_assignment':
      return restoreGroupAssignment(write, uuid);
    case 'signing_group_member':
      return restoreMember(write, uuid);
    default: {
      const collection = DEAL_COLLECTIONS.find(({ restorable }) => restorable === kind);
      if (collection) restoreRow(write, collection.name, uuid);
      deleteRestoredPackets(write);
    }
  }
}

function restoreElement(write: DealWrite, column: 'uuid' | 'item' | 'task', named: string): void {
  const { deal } = write;
  if ([...deal.elements.values()].some((each) => each[column] === named)) return;
  const binned = [...deal.bin.values()].find((each) => 'element' in each && each.element[column] === named);
  if (!binned || !('element' in binned)) throw new Refusal('not_found', 'There is nothing to restore.');
  const { element, item, task, parent, order, version } = binned;
  const { uuid } = element;
  deal.elements.set(uuid, { ...element, ...write.stamp() });
  write.log('elements', uuid);
  if (item) {
    deal.items.set(item.uuid, { ...item, ...write.stamp() });
    write.log('items', item.uuid);
    restoreFilesOf(write, item.uuid, version);
    restoreAlong(write, 'items', item.uuid, version);
  }
  if (task) {
    deal.tasks.set(task.uuid, { ...task, ...write.stamp() });
    write.log('tasks', task.uuid);
  }
  const above = parent === TOP ? null : deal.elements.get(parent);
  const isAllowed = above !== undefined && mayLieUnder(elementKind(element), above && elementKind(above));
  const place = isAllowed ? { parent, order } : AT_THE_END;
  write.setLists(insertElement(deal.lists, { id: uuid, ...place }));
}
