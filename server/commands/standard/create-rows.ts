import type { Insertable } from 'kysely';
import { v7 } from 'uuid';
import type { DealCollection, WireName } from '../../../src/contract/collections/deal-collections.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import {
  findRows,
  insertRows,
  selectRows,
  type Declared,
  type RowOf,
} from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';
import { titleOf, type Titled } from '../edit-detail.ts';
import { assertOwnRow } from '../own-row.ts';
import { assertParentsOfAll } from './parents.ts';
import { assertUnique } from './unique.ts';

/** The fields that every new row of a deal has. */
export type Born = { uuid: string; transaction: string } & DealWrite['birth'];

/** Checks a request and returns the new row. `others` returns the collection's live rows. */
export type NewRow<Wire extends WireName, Input> = (
  born: Born,
  input: Input,
  scope: DealWrite,
  others: () => Promise<readonly RowOf<Wire>[]>,
) => Insertable<Tables[Wire]> | Promise<Insertable<Tables[Wire]>>;

/** Checks requests and returns the new rows, with no more statements than for one row. */
export type NewRows<Wire extends WireName, Input> = (
  sent: readonly { born: Born; input: Input }[],
  scope: DealWrite,
) => Promise<readonly Insertable<Tables[Wire]>[]>;

/** The live rows that are equivalent to the new ones. They are returned instead of creating duplicates. */
export type Twins<Input> = {
  find: (input: Input) => string | undefined;
  /** Registers a row that is about to be created. */
  add: (input: Input, uuid: string) => void;
};

/** The part of a declaration that creating rows needs. */
type Creatable<Wire extends WireName> = Declared<Wire> & Titled & Pick<DealCollection, 'parents' | 'unique'>;

/** The fields of a row that the client sends. It may choose the id. */
export type Sendable = { uuid?: string | undefined };

/**
 * The command that creates a row. A repeated request with the same id returns the row as it is now.
 * @param newRow the row, if it is more than the request's fields
 */
export function createRow<Wire extends WireName, Input extends Sendable = Sendable & { transaction: string }>(
  collection: Creatable<Wire>,
  newRow?: NewRow<Wire, Input>,
) {
  const create = createRows<Wire, Input, Input>(
    collection,
    (input) => [input],
    newRow && {
      newRows: async (sent, scope) =>
        Promise.all(
          sent.map(async ({ born, input }) =>
            newRow(born, input, scope, async () =>
              selectRows(scope.tx, collection, { deal: scope.deal.uuid }),
            ),
          ),
        ),
    },
  );
  return async (scope: DealWrite, input: Input): Promise<DealRows[Wire][number]> => {
    const [row] = await create(scope, input);
    if (!row) throw new Error('A command that creates one row created none.');
    return row;
  };
}

type BulkCreation<Wire extends WireName, Sent, Input> = {
  /** The rows, if they are more than the request's fields. */
  newRows?: NewRows<Wire, Input>;
  twins?: (scope: DealWrite, sent: Sent) => Promise<Twins<Input>>;
};

/**
 * The command that creates several rows, all or none. It returns a row for each that was sent, in that order.
 * @throws {Refusal} `invalid` if two of them have the same id
 */
export function createRows<Wire extends WireName, Sent, Input extends Sendable>(
  collection: Creatable<Wire>,
  inputsOf: (sent: Sent) => readonly Input[],
  { newRows = asSent(collection), twins }: BulkCreation<Wire, Sent, Input> = {},
) {
  const { wire } = collection;
  return async (scope: DealWrite, sent: Sent): Promise<DealRows[Wire][number][]> => {
    const { tx, deal, birth } = scope;
    const inputs = inputsOf(sent);
    const named = inputs.flatMap(({ uuid }) => uuid ?? []);
    assertDifferent(named, collection.nouns.one);
    const known = await findRows(tx, wire, named);
    const same = await twins?.(scope, sent);
    const added: { born: Born; input: Input }[] = [];
    const uuids = inputs.map((input) => {
      const uuid = input.uuid ?? v7();
      const existing = known.get(uuid);
      if (existing) {
        assertOwnRow(scope, existing);
        return uuid;
      }
      const twin = same?.find(input);
      if (twin !== undefined) return twin;
      same?.add(input, uuid);
      added.push({ born: { uuid, transaction: deal.uuid, ...birth }, input });
      return uuid;
    });
    const rows = added.length === 0 ? [] : await newRows(added, scope);
    await assertParentsOfAll(scope, collection, rows);
    await assertUnique(scope, collection, rows);
    await insertRows(tx, wire, rows);
    for (const [at, row] of rows.entries())
      scope.put(wire, added[at]?.born.uuid ?? '', titleOf(collection, row));
    return readRowsByIds(tx, wire, deal.uuid, uuids);
  };
}

/** Returns rows with the fields of their requests, placed after the others if the collection is ordered. */
function asSent<Wire extends WireName, Input>(collection: Creatable<Wire>): NewRows<Wire, Input>;
function asSent(collection: Creatable<WireName>) {
  const { orderedWithin } = collection;
  return async (
    sent: readonly { born: Born; input: object }[],
    { tx, deal }: DealWrite,
  ): Promise<readonly object[]> => {
    const rows = sent.map(({ born, input }) => ({ ...input, ...born }));
    if (orderedWithin === null) return rows;
    const others = await selectRows(tx, collection, { deal: deal.uuid });
    const groupOf = (row: object): unknown => Reflect.get(row, orderedWithin);
    const counts = new Map([...Map.groupBy(others, groupOf)].map(([group, { length }]) => [group, length]));
    return rows.map((row) => {
      const order = counts.get(groupOf(row)) ?? 0;
      counts.set(groupOf(row), order + 1);
      return { ...row, order };
    });
  };
}

/** Checks that no id occurs twice. @throws {Refusal} `invalid` */
export function assertDifferent(uuids: readonly string[], noun: string): void {
  if (new Set(uuids).size < uuids.length) throw invalid(`Each ${noun} needs its own id.`, 'uuid');
}
