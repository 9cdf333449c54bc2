import type { DealCollection, WireName } from '../../../src/contract/collections/deal-collections.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import { readRow } from '../../present/read-rows.ts';
import { changeRow, rowOf, type Declared, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { editDetail, type Titled } from '../edit-detail.ts';
import { assertParents } from './parents.ts';
import { moveInOrder } from './put-in-order.ts';
import { assertUnique } from './unique.ts';

/**
 * Checks an edit that would actually change something, and returns additional changes by column. `fields` are the fields that
 * differ.
 */
type AlsoChanges<Wire extends WireName, Edits> = (
  edit: { row: RowOf<Wire>; edits: Edits; fields: readonly string[] },
  scope: DealWrite,
) => Promise<Readonly<Record<string, unknown>>>;

/**
 * The command that changes the declared fields of a row, and its place if rows have their own order. An edit of a
 * field that somebody else has changed since its base version is refused.
 */
export function updateRow<Wire extends WireName, Edits extends { id: string; order?: number | undefined }>(
  collection: Declared<Wire> & Titled & Pick<DealCollection, 'fields' | 'parents' | 'unique'>,
  alsoChanges: AlsoChanges<Wire, Edits> = async () => ({}),
) {
  const { wire, orderedWithin, title } = collection;
  return async (scope: DealWrite, edits: Edits): Promise<DealRows[Wire][number]> => {
    const { tx, deal } = scope;
    const { id, order } = edits;
    const sent: Readonly<Record<string, unknown>> = edits;
    const row = await rowOf(tx, collection, deal.uuid, id);
    const fields = changedFields(row, sent, collection.fields);
    await assertUnchangedSince(scope, id, fields, () => readRow(tx, wire, deal.uuid, id));
    if (fields.length > 0) {
      const edited = Object.fromEntries(fields.map((field) => [field, sent[field]]));
      await assertParents(scope, collection, edited);
      await assertUnique(scope, collection, [{ uuid: id, ...edited }]);
      const also = await alsoChanges({ row, edits, fields }, scope);
      await changeRow(tx, wire, id, { ...edited, ...also, ...scope.stamp });
      scope.put(wire, id, editDetail(row, sent, fields, title));
    }
    if (orderedWithin !== null && order !== undefined) await moveInOrder(scope, collection, id, order);
    return readRow(tx, wire, deal.uuid, id);
  };
}
