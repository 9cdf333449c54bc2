import type { LedgerLine } from '../../../src/contract/entities/closing/ledger-entry.ts';
import { instant } from '../../present/present-row.ts';
import { fullName } from '../../store/account/users.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';

/** Returns a deal's ledger, from its beginning. */
export async function readLedger({ tx, deal }: DealRead): Promise<LedgerLine[]> {
  const rows = await tx
    .selectFrom('ledger_entries as entry')
    .leftJoin('users', 'users.uuid', 'entry.actor')
    .selectAll('entry')
    .select(fullName('users').$castTo<string | null>().as('actor_name'))
    .where('entry.transaction', '=', deal.uuid)
    .orderBy('entry.seq')
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: instant(at) }));
}
