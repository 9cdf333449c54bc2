import type { AskedValue } from '../../../../src/contract/entities/signing/custom-value.ts';
import { createRow, deleteRow, restoreRow, updateRow } from './model-collection.ts';
import { Refusal, type DealWrite } from './model-write.ts';

/** Sets, changes and clears values, all of them or none (as server/commands/signing/custom-values.ts). */
export function setValues(write: DealWrite, asked: readonly AskedValue[]): unknown[] {
  const { deal } = write;
  const rowOf = ({ signatory, custom_key }: AskedValue) =>
    [...deal.custom_values.values()].find(
      (row) => row.signatory === signatory && row.custom_key === custom_key,
    );
  const left = asked.filter(
    (each) => deal.signatories.has(each.signatory) && deal.custom_keys.has(each.custom_key),
  );
  if (left.length === 0) throw new Refusal('not_found', 'There is no such signatory or field.');
  const conflicts = left.flatMap((each) => {
    const row = rowOf(each);
    const isTheirs = row && row.value !== (each.value ?? '') && write.isChangedByOthers(row.uuid);
    return isTheirs ? [{ uuid: each.uuid, row }] : [];
  });
  if (conflicts.length > 0)
    throw write.changedMeanwhile(
      conflicts.map(({ uuid }) => uuid),
      {
        ...Object.fromEntries(conflicts.map(({ uuid, row }) => [uuid, row.value])),
        version: Math.max(...conflicts.map(({ row }) => row.version)),
      },
    );
  for (const each of left) {
    const row = rowOf(each);
    const value = each.value ?? '';
    if (row && value === '') deleteRow(write, 'customValues', row.uuid);
    else if (row) updateRow(write, 'customValues', row.uuid, { value });
    else if (value !== '') add(write, { ...each, value });
  }
  return left.flatMap((each) => rowOf(each) ?? []);
}

/** Creates a value. A cleared value that is sent again with its id is restored. */
function add(write: DealWrite, asked: AskedValue): void {
  if (!write.deal.bin.has(asked.uuid)) return createRow(write, 'customValues', { ...asked });
  restoreRow(write, 'customValues', asked.uuid);
  updateRow(write, 'customValues', asked.uuid, { value: asked.value });
}
