import type { CustomKey } from '../../src/contract/entities/transactions/custom-key.ts';
import type { CustomKeyRow } from '../store/tables.ts';
import { instant, presentRow } from './present-row.ts';

export function presentCustomKey(row: CustomKeyRow): CustomKey {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    key: row.key,
    order: row.order,
    created_at: instant(row.created_at),
    ...presentRow(row),
  };
}
