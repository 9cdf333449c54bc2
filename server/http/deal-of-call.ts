import type { Kysely } from 'kysely';
import type { WireName } from '../../src/contract/collections/deal-collections.ts';
import type { DealRows } from '../../src/contract/entities/transactions/changes.ts';
import { readRows } from '../present/read-rows.ts';
import { dealOfAnyRow, dealOfRow, dealsOfRows } from '../store/deals/deal-of.ts';
import type { DealWrite } from '../store/deals/deal-write.ts';
import type { Tables } from '../store/tables.ts';
import { dealRead, dealWrite } from './call.ts';

// Finds the deal that a call is about, from its path or its body.

export async function byId(_db: Kysely<Tables>, input: { id: string }): Promise<string> {
  return input.id;
}

export async function byTransaction(_db: Kysely<Tables>, input: { transaction: string }): Promise<string> {
  return input.transaction;
}

export function elementsDeal(db: Kysely<Tables>, input: { params: { id: string } }): Promise<string | null> {
  return dealOfRow(db, 'elements', input.params.id);
}

/** The deal of the row in the path. */
export function dealOfIts(wire: WireName) {
  return async (db: Kysely<Tables>, input: { id: string }): Promise<string | null> =>
    dealOfRow(db, wire, input.id);
}

/** Returns the deal of the relation in the path. The command checks that the relation belongs to the entity. */
export function dealOfRelation(db: Kysely<Tables>, input: { rep: string }): Promise<string | null> {
  return dealOfRow(db, 'representatives', input.rep);
}

/** The deal of the signing group in the body. */
export function dealOfGroup(db: Kysely<Tables>, input: { group: string }): Promise<string | null> {
  return dealOfRow(db, 'signing_groups', input.group);
}

/** The deal of the item in the body. */
export function dealOfItem(db: Kysely<Tables>, input: { item: string }): Promise<string | null> {
  return dealOfRow(db, 'items', input.item);
}

/** The deal of packets that were requested together, from the path. */
export async function dealOfPacketRequest(
  db: Kysely<Tables>,
  { id }: { id: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('packet_requests')
    .select('transaction')
    .where('uuid', '=', id)
    .executeTakeFirst();
  return row?.transaction ?? null;
}

/** The deal of the assignment in the body. */
export function dealOfAssignment(
  db: Kysely<Tables>,
  input: { assignment: string } | { assignment_id: string },
): Promise<string | null> {
  return dealOfRow(db, 'assignments', 'assignment' in input ? input.assignment : input.assignment_id);
}

/** The deal of the entity in the body. */
export function dealOfEntity(db: Kysely<Tables>, input: { entity_pk: string }): Promise<string | null> {
  return dealOfRow(db, 'signatories', input.entity_pk);
}

/** The deal in the body, or else that of the items in it. */
export async function dealOfNewAssignments(
  db: Kysely<Tables>,
  { transaction, assignments }: { transaction?: string | undefined; assignments: { item: string }[] },
): Promise<string | null> {
  return (
    transaction ??
    dealOfAll(
      db,
      'items',
      assignments.map(({ item }) => item),
    )
  );
}

/** The deal of all these assignments. */
export function dealOfAssignments(
  db: Kysely<Tables>,
  input: { assignments: string[] },
): Promise<string | null> {
  return dealOfAll(db, 'assignments', input.assignments);
}

/** The deal of all these packets. */
export function dealOfPackets(db: Kysely<Tables>, input: { packets: string[] }): Promise<string | null> {
  return dealOfAll(db, 'packets', input.packets);
}

/** Lists a deal's rows of this collection. */
export function listing<Wire extends WireName>(wire: Wire) {
  return dealRead<{ transaction: string }, DealRows[Wire]>(byTransaction, async ({ tx, deal }) =>
    readRows[wire](tx, { deal: deal.uuid }),
  );
}

/** The deletion of the row in the path. */
export function deletion<Input extends { id: string }>(
  wire: WireName,
  command: (scope: DealWrite, input: Input) => Promise<undefined>,
) {
  return deletionOf(wire, ({ id }: Input) => id, command);
}

/**
 * Runs a deletion. Deleting a deleted row succeeds, because a response may have been lost, or two people may have done the
 * same. Somebody without access to the deal still learns nothing.
 */
export function deletionOf<Input>(
  wire: WireName,
  idOf: (input: Input) => string,
  command: (scope: DealWrite, input: Input) => Promise<undefined>,
) {
  return dealWrite<Input, undefined>(
    async (db, input) => dealOfAnyRow(db, wire, idOf(input)),
    async (scope, input) => {
      const isLive = (await dealOfRow(scope.tx, wire, idOf(input))) !== null;
      return isLive ? command(scope, input) : undefined;
    },
  );
}

/** The deal of all these elements. */
export function movedElementsDeal(
  db: Kysely<Tables>,
  input: { element_uuids: string[] },
): Promise<string | null> {
  return dealOfAll(db, 'elements', input.element_uuids);
}

/** The deal of all these rows. Responds 404 if an id is unknown or the rows belong to several deals. */
async function dealOfAll(
  db: Kysely<Tables>,
  wire: WireName,
  uuids: readonly string[],
): Promise<string | null> {
  const { deals, complete } = await dealsOfRows(db, wire, uuids);
  return complete && deals.length === 1 ? (deals[0] ?? null) : null;
}
