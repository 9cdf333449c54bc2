import type * as z from 'zod';
import { customKeyCollection } from '../../../src/contract/collections/custom-keys.ts';
import type {
  CustomKeyEdits,
  newCustomKeySchema,
  newCustomKeysSchema,
} from '../../../src/contract/entities/transactions/custom-key.ts';
import { invalid } from '../../refusal.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import { createRow, createRows } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';

type NewCustomKeys = z.output<typeof newCustomKeysSchema>;

/** Adds a field after the deal's existing ones. */
export const createCustomKey = createRow(
  customKeyCollection,
  async (born, { key }: z.output<typeof newCustomKeySchema>, _scope, others) => {
    const rows = await others();
    assertKeyIsFree(rows, key);
    return { ...born, key, order: rows.length };
  },
);

/** Adds fields after the deal's existing ones. */
export const createCustomKeys = createRows(customKeyCollection, (sent: NewCustomKeys) => sent.custom_keys, {
  async newRows(sent, { tx, deal }) {
    const others = await selectRows(tx, customKeyCollection, { deal: deal.uuid });
    const rows = sent.map(({ born, input: { key } }, at) => ({ ...born, key, order: others.length + at }));
    for (const [at, { key }] of rows.entries()) assertKeyIsFree([...others, ...rows.slice(0, at)], key);
    return rows;
  },
});

/** Renames a field, moves it among the others, or both. */
export const updateCustomKey = updateRow(
  customKeyCollection,
  async (
    { row, edits: { key } }: { row: RowOf<'custom_keys'>; edits: CustomKeyEdits & { id: string } },
    scope,
  ) => {
    const rows = await selectRows(scope.tx, customKeyCollection, { deal: scope.deal.uuid });
    const others = rows.filter(({ uuid }) => uuid !== row.uuid);
    if (key !== undefined) assertKeyIsFree(others, key);
    return {};
  },
);

export const deleteCustomKey = deleteRow(customKeyCollection);

export const restoreCustomKey = restoreRow(customKeyCollection, async ({ tx, deal }, { key }) => {
  assertKeyIsFree(await selectRows(tx, customKeyCollection, { deal: deal.uuid }), key);
});

/** @throws {Refusal} `invalid` if another field has the name, ignoring case */
function assertKeyIsFree(others: readonly Pick<RowOf<'custom_keys'>, 'key'>[], key: string): void {
  const taken = others.find((other) => other.key.toLowerCase() === key.toLowerCase());
  if (taken) throw invalid(`This transaction already has a field named “${taken.key}”.`, 'key');
}
