import type { Insertable } from 'kysely';
import { v7 } from 'uuid';
import type { DealCollection, WireName } from '../../../src/contract/collections/deal-collections.ts';
import type { DealRows } from '../../../src/contract/entities/changes.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import {
  findRow,
  insertRow,
  selectRows,
  type Declared,
  type RowOf,
} from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';
import { titleOf, type Titled } from '../edit-detail.ts';
import { assertOwnRow } from '../own-row.ts';
import { assertParents } from './parents.ts';

/** The fields that every new row of a deal has. */
export type Born = { uuid: string; transaction: string } & DealWrite['birth'];

/**
 * Returns a new row from what was sent, after its checks. `others` returns the live rows of the collection, with those that the same
 * command has created.
 */
export type NewRow<Wire extends WireName, Input> = (
  born: Born,
  input: Input,
  scope: DealWrite,
  others: () => Promise<readonly RowOf<Wire>[]>,
) => Insertable<Tables[Wire]> | Promise<Insertable<Tables[Wire]>>;

/** The command that creates a row. If its creator sends it again with the same id, the row is returned as it is now. */
export function createRow<Wire extends WireName, Input extends { uuid?: string | undefined }>(
  collection: Declared<Wire> & Titled & Pick<DealCollection, 'parents'>,
  newRow: NewRow<Wire, Input>,
) {
  const create = createRows(collection, (input: Input) => [input], newRow);
  return async (scope: DealWrite, input: Input): Promise<DealRows[Wire][number]> => {
    const [row] = await create(scope, input);
    if (!row) throw new Error('A command that creates one row has created none.');
    return row;
  };
}

/** The command that creates several rows: all of them or none. */
export function createRows<Wire extends WireName, Sent, Input extends { uuid?: string | undefined }>(
  collection: Declared<Wire> & Titled & Pick<DealCollection, 'parents'>,
  inputsOf: (sent: Sent) => readonly Input[],
  newRow: NewRow<Wire, Input>,
) {
  const { wire } = collection;
  return async (scope: DealWrite, sent: Sent): Promise<DealRows[Wire][number][]> => {
    const { tx, deal } = scope;
    const live: { rows: RowOf<Wire>[] | null } = { rows: null };
    const others = async () => (live.rows ??= await selectRows(tx, collection, { deal: deal.uuid }));
    const uuids: string[] = [];
    for (const input of inputsOf(sent)) {
      const uuid = input.uuid ?? v7();
      const existing = input.uuid === undefined ? undefined : await findRow(tx, wire, uuid);
      if (existing) {
        assertOwnRow(scope, existing);
      } else {
        const born = { uuid, transaction: deal.uuid, ...scope.birth };
        const fields = await newRow(born, input, scope, others);
        await assertParents(scope, collection, fields);
        const row = await insertRow(tx, wire, fields);
        scope.put(wire, uuid, titleOf(collection, row));
        live.rows?.push(row);
      }
      uuids.push(uuid);
    }
    return readRowsByIds(tx, wire, deal.uuid, uuids);
  };
}
