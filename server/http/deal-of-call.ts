import type { Kysely } from 'kysely';
import type { DealRows } from '../../src/contract/entities/changes.ts';
import { dealOfAnyRow, dealOfRow, dealsOfRows } from '../store/deals/deal-of.ts';
import type { DealWrite } from '../store/deals/deal-write.ts';
import type { Tables } from '../store/tables.ts';
import { dealWrite } from './call.ts';

// Which deal a call is about, by what its path or its body names.

export async function byId(_db: Kysely<Tables>, input: { id: string }): Promise<string> {
  return input.id;
}

export async function byTransaction(_db: Kysely<Tables>, input: { transaction: string }): Promise<string> {
  return input.transaction;
}

export function elementsDeal(db: Kysely<Tables>, input: { params: { id: string } }): Promise<string | null> {
  return dealOfRow(db, 'elements', input.params.id);
}

/** The deal of the row of this collection that the path names. */
function dealOfIts(collection: keyof DealRows) {
  return async (db: Kysely<Tables>, input: { id: string }): Promise<string | null> =>
    dealOfRow(db, collection, input.id);
}

/**
 * A deletion. What is deleted already is so: an answer was lost on the way, or two people thought the same. Who may not see
 * the deal learns nothing of it all the same.
 */
export function deletion<Input>(
  collection: keyof DealRows,
  idOf: (input: Input) => string,
  command: (scope: DealWrite, input: Input) => Promise<undefined>,
) {
  return dealWrite<Input, undefined>(
    async (db, input) => dealOfAnyRow(db, collection, idOf(input)),
    async (scope, input) => {
      const isLive = (await dealOfRow(scope.tx, collection, idOf(input))) !== null;
      return isLive ? command(scope, input) : undefined;
    },
  );
}

export const itemsDeal = dealOfIts('items');
export const documentsDeal = dealOfIts('documents');
export const tasksDeal = dealOfIts('tasks');
export const customKeysDeal = dealOfIts('custom_keys');

/** The deal of all these elements; ids that are unknown or of several deals are foreign to each other: 404. */
export async function movedElementsDeal(
  db: Kysely<Tables>,
  input: { element_uuids: string[] },
): Promise<string | null> {
  const { deals, complete } = await dealsOfRows(db, 'elements', input.element_uuids);
  return complete && deals.length === 1 ? (deals[0] ?? null) : null;
}
