import {
  COLLECTION_NAMED,
  type CollectionName,
  type DealCollection,
} from '../../../../src/contract/collections/deal-collections.ts';
import { COLLECTION_SCHEMAS } from '../../../../src/contract/entities/collection-schemas.ts';
import { byOrder } from '../../../../src/contract/rules/checklist/order.ts';
import { capacitiesOf, refuseRelation } from '../../../../src/contract/rules/signing/signatories/capacity.ts';
import { isMember, type DealState, type ModelRow } from './model-deal.ts';
import { changedFields, Refusal, type DealWrite } from './model-write.ts';

/** What the server checks and changes for a collection, in addition to its declaration. */
interface Extras {
  /** Checks a row that is about to be written; `changed` = the fields that differ. @throws {Refusal} */
  assertMayBe?(write: DealWrite, row: ModelRow, changed: readonly string[]): void;
  /** Returns what the changed fields imply for other fields. */
  also?(write: DealWrite, row: ModelRow, changed: readonly string[]): object;
}

const EXTRAS: Partial<Record<CollectionName, Extras>> = {
  customValues: {
    assertMayBe({ deal }, { uuid, signatory, custom_key: key }) {
      const others = rowsOf(deal, 'customValues').filter((each) => each.uuid !== uuid);
      if (others.some((other) => other['signatory'] === signatory && other['custom_key'] === key))
        throw new Refusal('invalid', 'This signatory already has a value for this field.');
    },
  },
  representatives: {
    assertMayBe({ deal }, { uuid, entity, signatory, title }) {
      const parties = [...deal.signatories.values()].map(
        ({ uuid: id, full_name: called, is_org: isOrg }) => ({
          uuid: id,
          name: called,
          isOrg,
        }),
      );
      const relation = {
        uuid,
        entity: String(entity),
        signatory: String(signatory),
        title: String(title),
      };
      const refused = refuseRelation(capacitiesOf(parties, [...deal.representatives.values()]), relation);
      if (refused) throw new Refusal('invalid', refused.message);
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

function assertMayBe(
  write: DealWrite,
  name: CollectionName,
  row: ModelRow,
  changed: readonly string[],
): void {
  const { unique, nouns } = COLLECTION_NAMED[name];
  const others = rowsOf(write.deal, name).filter(({ uuid }) => uuid !== row.uuid);
  if (unique !== null && others.some((other) => other[unique] === row[unique]))
    throw new Refusal('invalid', `There is such a ${nouns.one} already.`);
  EXTRAS[name]?.assertMayBe?.(write, row, changed);
}

/** Creates a row with these fields, and adds its `order`, author and time. */
export function createRow(
  write: DealWrite,
  name: CollectionName,
  fields: Readonly<Record<string, unknown>> & { uuid: string },
): void {
  const collection = COLLECTION_NAMED[name];
  const { deal, by } = write;
  const { uuid } = fields;
  if (write.isOwn(collection.wire, uuid)) return;
  assertParentsOf(deal, name, fields);
  const rows = tableOf(deal, collection);
  const row: ModelRow = {
    transaction: deal.row.uuid,
    order: rowsBeside(deal, collection, fields).length,
    created_at: by.at,
    created_by: by.user,
    ...fields,
    ...write.stamp(),
  };
  assertMayBe(write, name, row, Object.keys(fields));
  // Only fields of the collection's schema are kept.
  rows.set(uuid, COLLECTION_SCHEMAS[collection.wire].row.parse(row) as unknown as ModelRow);
  deal.creators.set(uuid, by.user);
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
    assertParentsOf(write.deal, name, Object.fromEntries(fields.map((field) => [field, edits[field]])));
    assertMayBe(write, name, changed, fields);
    const also = EXTRAS[name]?.also?.(write, changed, fields) ?? {};
    tableOf(write.deal, collection).set(uuid, { ...changed, ...also, ...write.stamp() });
    write.log(collection.wire, uuid, fields);
  }
  const { order } = edits;
  if (collection.orderedWithin === null || typeof order !== 'number') return;
  const moved = rowOf(write, collection, uuid);
  const others = rowsBeside(write.deal, collection, moved).filter((each) => each.uuid !== uuid);
  putInOrder(write, collection, others.toSpliced(order, 0, moved));
}

/** Deletes a row with its dependent rows, and closes the gap in the order. Deleting again succeeds. */
export function deleteRow(write: DealWrite, name: CollectionName, uuid: string): void {
  const collection = COLLECTION_NAMED[name];
  const { deal } = write;
  const rows = tableOf(deal, collection);
  if (!rows.has(uuid) && deal.bin.has(uuid)) return;
  rowOf(write, collection, uuid);
  throwAway(write, name, uuid, null);
}

/**
 * `along`: the field that names the row with which this one is deleted. Rows that are deleted with their
 * common parent leave no gap in an order.
 */
function throwAway(write: DealWrite, name: CollectionName, uuid: string, along: string | null): void {
  const collection = COLLECTION_NAMED[name];
  const { deal } = write;
  const row = rowOf(write, collection, uuid);
  deal.bin.set(uuid, { row, name, version: write.stamp().version });
  tableOf(deal, collection).delete(uuid);
  write.log(collection.wire, uuid, [], true);
  deleteAlong(write, name, uuid);
  if (collection.orderedWithin !== null && collection.orderedWithin !== along)
    putInOrder(write, collection, rowsBeside(deal, collection, row));
}

/** Deletes a deleted row's dependent rows, at every level. */
export function deleteAlong(write: DealWrite, name: CollectionName, uuid: string): void {
  for (const { child, field } of childrenOf(name))
    for (const each of rowsOf(write.deal, child))
      if (each[field] === uuid) throwAway(write, child, each.uuid, field);
}

/** Restores a deleted row to its place, with the rows deleted along with it. A row that isn't deleted stays as it is. */
export function restoreRow(write: DealWrite, name: CollectionName, uuid: string): void {
  const { deal } = write;
  if (tableOf(deal, COLLECTION_NAMED[name]).has(uuid)) return;
  const binned = deal.bin.get(uuid);
  if (!binned || !('row' in binned)) throw new Refusal('not_found', 'There is nothing to restore.');
  const together = companionsOf(COLLECTION_NAMED[name], binned.row);
  if (!together.every(({ collection, named }) => tableOf(deal, COLLECTION_NAMED[collection]).has(named)))
    throw new Refusal('not_found', 'There is no such row in this transaction.');
  assertMayBe(write, name, binned.row, []);
  putBack(write, name, binned.row);
  restoreAlong(write, name, uuid, binned.version);
}

/**
 * Restores the rows that the write of that version deleted along with a row, unless something else that they
 * name is missing.
 */
export function restoreAlong(write: DealWrite, name: CollectionName, uuid: string, version: number): void {
  for (const { child, field } of childrenOf(name))
    for (const [id, each] of write.deal.bin)
      if ('row' in each && each.name === child && each.version === version && each.row[field] === uuid)
        if (bringBack(write, id, version)) restoreAlong(write, child, id, version);
}

/**
 * Restores a row, after the rows that it depends on if the same write deleted them. Returns whether it was
 * restored.
 */
function bringBack(write: DealWrite, uuid: string, version: number): boolean {
  const { deal } = write;
  const binned = deal.bin.get(uuid);
  if (!binned || !('row' in binned) || binned.version !== version) return false;
  const { name, row } = binned;
  if (tableOf(deal, COLLECTION_NAMED[name]).has(uuid)) return false;
  for (const { collection, named } of companionsOf(COLLECTION_NAMED[name], row))
    if (!tableOf(deal, COLLECTION_NAMED[collection]).has(named) && !bringBack(write, named, version))
      return false;
  putBack(write, name, row);
  return true;
}

function putBack(write: DealWrite, name: CollectionName, row: ModelRow): void {
  const collection = COLLECTION_NAMED[name];
  const others = rowsBeside(write.deal, collection, row);
  tableOf(write.deal, collection).set(row.uuid, { ...row, ...write.stamp() });
  write.log(collection.wire, row.uuid);
  if (collection.orderedWithin !== null)
    putInOrder(write, collection, others.toSpliced(row.order, 0, rowOf(write, collection, row.uuid)));
}

/** Returns the collections whose rows depend on rows of this one, and the field that names them. */
function childrenOf(name: CollectionName): { child: CollectionName; field: string }[] {
  return Object.values(COLLECTION_NAMED).flatMap((each) =>
    each.parents
      .filter(({ collection, together }) => together && collection === name)
      .map(({ field }) => ({ child: each.name, field })),
  );
}

/** Returns the rows that a row depends on, deleted or not. */
function companionsOf(
  { parents }: DealCollection,
  row: ModelRow,
): { collection: CollectionName; named: string }[] {
  return parents.flatMap(({ field, collection, together }) => {
    const named = row[field];
    return together && typeof named === 'string' ? [{ collection, named }] : [];
  });
}

/** Returns the rows of a collection, in their order if they have one. */
function rowsOf(deal: DealState, name: CollectionName): ModelRow[] {
  const rows = [...tableOf(deal, COLLECTION_NAMED[name]).values()];
  return COLLECTION_NAMED[name].orderedWithin === null ? rows : rows.toSorted(byOrder);
}

/** Returns the rows that share the order of a row with these fields. */
function rowsBeside(deal: DealState, { name, orderedWithin }: DealCollection, fields: object): ModelRow[] {
  if (orderedWithin === null || orderedWithin === 'transaction') return rowsOf(deal, name);
  return rowsOf(deal, name).filter((row) => row[orderedWithin] === Reflect.get(fields, orderedWithin));
}

function tableOf(deal: DealState, { wire }: DealCollection): Map<string, ModelRow> {
  return deal[wire] as unknown as Map<string, ModelRow>;
}

function rowOf({ deal }: DealWrite, collection: DealCollection, uuid: string): ModelRow {
  const row = tableOf(deal, collection).get(uuid);
  if (!row) throw new Refusal('not_found', `There is no such ${collection.nouns.one}.`);
  return row;
}

/** Checks that the rows that these fields name exist. @throws {Refusal} `not_found` */
export function assertParentsOf(deal: DealState, name: CollectionName, fields: object): void {
  const { parents }: DealCollection = COLLECTION_NAMED[name];
  for (const { field, collection } of parents) {
    const named: unknown = Reflect.get(fields, field);
    if (typeof named === 'string' && !tableOf(deal, COLLECTION_NAMED[collection]).has(named))
      throw new Refusal('not_found', 'There is no such row in this transaction.');
  }
}

function putInOrder(write: DealWrite, collection: DealCollection, rows: readonly ModelRow[]): void {
  for (const [order, row] of rows.entries()) {
    if (row.order === order) continue;
    tableOf(write.deal, collection).set(row.uuid, { ...row, order, ...write.stamp() });
    write.log(collection.wire, row.uuid, ['order']);
  }
}
