import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';

/** A deal's rows before a list of signatories is added. */
export interface BeforeList {
  signatories: { uuid: string; name: string; email: string; isOrg: boolean }[];
  relations: CollectionRow<'representatives'>[];
  values: { signatory: string; key: string; value: string }[];
  /** The deal's fields, in order. */
  keys: CollectionRow<'customKeys'>[];
}

/** Reads the rows that a list of signatories is compared with, from one snapshot of the mirror. */
export async function beforeList(db: MirrorDatabase, transaction: string): Promise<BeforeList> {
  const tables = [db.signatories, db.representatives, db.customValues, db.customKeys];
  return db.transaction('r', tables, async () => {
    const [signatories, relations, values, keys] = await Promise.all([
      db.signatories.where({ transaction }).toArray(),
      db.representatives.where({ transaction }).toArray(),
      db.customValues.where({ transaction }).toArray(),
      db.customKeys.where({ transaction }).toArray(),
    ]);
    return {
      signatories: signatories
        .toSorted(byOrder)
        .map(({ uuid, fullName, email, isOrg }) => ({ uuid, name: fullName, email, isOrg })),
      relations,
      values: values.map(({ signatory, customKey, value }) => ({ signatory, key: customKey, value })),
      keys: keys.toSorted(byOrder),
    };
  });
}
