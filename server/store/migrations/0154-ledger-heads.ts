import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * The number of lines in a deal's ledger, and the hash of the last. Without these, lines missing at the end can't be
 * detected.
 */
export const ledgerHeads: Migration = {
  name: '0154-ledger-heads',
  async up(db) {
    await sql`alter table transactions add column ledger_lines integer not null default 0, add column ledger_hash text`.execute(
      db,
    );
    await sql`
      update transactions set ledger_lines = head.seq, ledger_hash = head.hash
      from (select distinct on (transaction) transaction, seq, hash from ledger_entries order by transaction, seq desc) as head
      where head.transaction = transactions.uuid
    `.execute(db);
  },
};
