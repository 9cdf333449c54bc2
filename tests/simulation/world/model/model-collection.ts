import {
  COLLECTION_NAMED,
  type CollectionName,
  type DealCollection,
} from '../../../../src/contract/collections/deal-collections.ts';
import { ROW_SCHEMAS } from '../../../../src/contract/entities/changes.ts';
import { byOrder } from '../../../../src/contract/rules/checklist/order.ts';
import { isMember, type DealState, type ModelRow } from './model-deal.ts';
import { changedFields, Refusal, type DealWrite } from './model-write.ts';

/** What the server checks and adds for a collection beyond what its declaration says. */
interface Extras {
  /** Checks a row that is about to be written; `changed` = the fields that differ. @throws {Refusal} */
  assertMayBe?(write: DealWrite, row: ModelRow, changed: readonly string[]): void;
  /** What follows from the changed fields for others. */
  also?(write: DealWrite, row: ModelRow, changed: readonly string[]): object;
}

const EXTRAS: Partial<Record<CollectionName, Extras>> = {
  customKeys: {
    assertMayBe({ deal }, { uuid, key }) {
      const others = rowsOf(deal, 'customKeys').filter((each) => each.uuid !== uuid);
      if (others.some((other) => other['key'] === key))
        throw new Refusal('invalid', 'There is such a field already.');
    },
  },
  tasks: {
    assertMayBe({ deal }, { assignee }, changed) {
      if (typeof assignee === 'string' && changed.includes('assignee') && !isMember(deal, assignee))
        throw new Refusal('invalid', 'You can assign a task only to a participant of this transaction.');
    },
    also({ by }, { is_complete }, changed) {
      if (!changed.includes('is_complete')) return {};
      return is_complete === true
        ? { completed_at: by.at, completed_by: by.user }
        : { completed_at: null, completed_by: null };
    },
  },
};

/** Creates a row with these fields; `order`, who and when come by themselves. */
export function createRow(
  write: DealWrite,
  name: CollectionName,
  fields: Readonly<Record<string, unknown>> & { uuid: string },
): void {
  const collection = COLLECTION_NAMED[name];
  const { deal, by } = write;
  const { uuid } = fields;
  if (write.isOwn(collection.wire, uuid)) return;
  assertParent(deal, collection, fields);
  const rows = tableOf(deal, collection);
  const row: ModelRow = {
    transaction: deal.row.uuid,
    order: rows.size,
    created_at: by.at,
    created_by: by.user,
    ...fields,
    ...write.stamp(),
  };
  EXTRAS[name]?.assertMayBe?.(write, row, Object.keys(fields));
  // Of these fields, the collection has what its schema says.
  rows.set(uuid, ROW_SCHEMAS[collection.wire].parse(row) as unknown as ModelRow);
  deal.makers.set(uuid, by.user);
  write.log(collection.wire, uuid);
}

/** Changes the declared fields of a row, and its place among the others. */
export function updateRow(
  write: DealWrite,
  name: CollectionName,
  uuid: string,
  edits: Readonly<Record<string, unknown>>,
): void {
  const collection = COLLECTION_NAMED[name];
  const row = rowOf(write, collection, uuid);
  const fields = changedFields<string>(row, edits, collection.fields);
  write.assertUnchanged(uuid, fields, row);
  if (fields.length > 0) {
    const changed = { ...row, ...Object.fromEntries(fields.map((field) => [field, edits[field]])) };
    EXTRAS[name]?.assertMayBe?.(write, changed, fields);
    const also = EXTRAS[name]?.also?.(write, changed, fields) ?? {};
    tableOf(write.deal, collection).set(uuid, { ...changed, ...also, ...write.stamp() });
    write.log(collection.wire, uuid, fields);
  }
  const { order } = edits;
  if (!collection.ordered || typeof order !== 'number') return;
  const others = rowsOf(write.deal, name).filter((each) => each.uuid !== uuid);
  putInOrder(write, collection, others.toSpliced(order, 0, rowOf(write, collection, uuid)));
}

/** Deletes a row; those behind it close the gap. What is deleted already is. */
export function deleteRow(write: DealWrite, name: CollectionName, uuid: string): void {
  const collection = COLLECTION_NAMED[name];
  const rows = tableOf(write.deal, collection);
  if (!rows.has(uuid) && write.deal.bin.has(uuid)) return;
  write.deal.bin.set(uuid, { row: rowOf(write, collection, uuid), name });
  rows.delete(uuid);
  write.log(collection.wire, uuid, [], true);
  if (collection.ordered) putInOrder(write, collection, rowsOf(write.deal, name));
}

/** Brings a deleted row back to its place; one that is there stays as it is. */
export function restoreRow(write: DealWrite, name: CollectionName, uuid: string): void {
  const collection = COLLECTION_NAMED[name];
  const { deal } = write;
  const rows = tableOf(deal, collection);
  if (rows.has(uuid)) return;
  const binned = deal.bin.get(uuid);
  if (!binned || !('row' in binned)) throw new Refusal('not_found', 'There is nothing to restore.');
  EXTRAS[name]?.assertMayBe?.(write, binned.row, []);
  const others = rowsOf(deal, name);
  rows.set(uuid, { ...binned.row, ...write.stamp() });
  write.log(collection.wire, uuid);
  if (collection.ordered)
    putInOrder(write, collection, others.toSpliced(binned.row.order, 0, rowOf(write, collection, uuid)));
}

/** The rows of a collection, in their order where they have one. */
function rowsOf(deal: DealState, name: CollectionName): ModelRow[] {
  const rows = [...tableOf(deal, COLLECTION_NAMED[name]).values()];
  return COLLECTION_NAMED[name].ordered ? rows.toSorted(byOrder) : rows;
}

function tableOf(deal: DealState, { wire }: DealCollection): Map<string, ModelRow> {
  return deal[wire] as unknown as Map<string, ModelRow>;
}

function rowOf({ deal }: DealWrite, collection: DealCollection, uuid: string): ModelRow {
  const row = tableOf(deal, collection).get(uuid);
  if (!row) throw new Refusal('not_found', `There is no such ${collection.nouns.one}.`);
  return row;
}

function assertParent(deal: DealState, { parent }: DealCollection, fields: object): void {
  const of: unknown = parent && Reflect.get(fields, parent.field);
  if (parent && typeof of === 'string' && !deal[parent.collection].has(of))
    throw new Refusal('not_found', 'There is no such row in this transaction.');
}

function putInOrder(write: DealWrite, collection: DealCollection, rows: readonly ModelRow[]): void {
  for (const [order, row] of rows.entries()) {
    if (row.order === order) continue;
    tableOf(write.deal, collection).set(row.uuid, { ...row, order, ...write.stamp() });
    write.log(collection.wire, row.uuid, ['order']);
  }
}
