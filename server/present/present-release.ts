import type { Selectable } from 'kysely';
import type { Release } from '../../src/contract/entities/closing/release.ts';
import type { ReleaseTables } from '../store/deals/release-tables.ts';
import { instant, maybeInstant, presentRow } from './present-row.ts';

export function presentRelease(row: Selectable<ReleaseTables['releases']>): Release {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    name: row.name,
    items: row.items,
    assignments: row.assignments,
    effective_date: row.effective_date,
    conditions: row.conditions,
    confirmations: row.confirmations,
    signatures: row.signatures,
    status: row.status,
    released_by: row.released_by,
    released_at: maybeInstant(row.released_at),
    withdrawn_reason: row.withdrawn_reason,
    created_at: instant(row.created_at),
    created_by: row.created_by,
    ...presentRow(row),
  };
}
