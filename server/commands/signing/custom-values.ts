import { customValueCollection } from '../../../src/contract/collections/custom-values.ts';
import type { CustomValueEdits, NewCustomValue } from '../../../src/contract/entities/custom-value.ts';
import { invalid } from '../../refusal.ts';
import { createRow } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';

type Pair = { signatory: string; custom_key: string };

/** Sets what a custom key is for a signatory. */
export const createCustomValue = createRow(
  customValueCollection,
  async (born, { signatory, custom_key, value }: NewCustomValue, _scope, others) => {
    assertPairIsFree(await others(), { signatory, custom_key });
    return { ...born, signatory, custom_key, value };
  },
);

export const updateCustomValue = updateRow<'custom_values', CustomValueEdits & { id: string }>(
  customValueCollection,
);

export const deleteCustomValue = deleteRow(customValueCollection);

export const restoreCustomValue = restoreRow(customValueCollection, async (scope, row) => {
  const taken = await scope.tx
    .selectFrom('custom_values')
    .select(['signatory', 'custom_key'])
    .where('signatory', '=', row.signatory)
    .where('deleted_at', 'is', null)
    .execute();
  assertPairIsFree(taken, row);
});

/** @throws {Refusal} `invalid` if the signatory has a value for the key */
function assertPairIsFree(others: readonly Pair[], { signatory, custom_key }: Pair): void {
  if (others.some((each) => each.signatory === signatory && each.custom_key === custom_key))
    throw invalid('This signatory already has a value for this field.', 'value');
}
