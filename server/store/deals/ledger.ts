import { createHash } from 'node:crypto';
import { GENESIS, hashedText } from '../../../src/contract/rules/evidence/hash-chain.ts';
import type { LedgerEvent } from '../../../src/contract/rules/closing/ledger-events.ts';
import type { LedgerHead } from '../../../src/contract/rules/closing/ledger-head.ts';
import type { TransactionRow } from '../tables.ts';
import type { DealWrite } from './deal-write.ts';
import type { SigningActor } from './packets/signing-events.ts';

/** A line for a deal's ledger. */
export interface NewLedgerEntry {
  event: LedgerEvent;
  by: Pick<SigningActor, 'address'>;
  /** The release or packet that the line is about. */
  subject: string | null;
  details?: Record<string, unknown>;
}

/** Adds a line to the ledger, under the deal's lock. */
export async function appendToLedger(
  { tx, deal, now, actor }: DealWrite,
  { event, by, subject, details = {} }: NewLedgerEntry,
): Promise<void> {
  const last = await tx
    .selectFrom('ledger_entries')
    .select(['seq', 'hash'])
    .where('transaction', '=', deal.uuid)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = {
    transaction: deal.uuid,
    seq: (last?.seq ?? 0) + 1,
    event,
    at: now.toISOString(),
    actor,
    address: by.address,
    subject,
    details,
    previous_hash: last?.hash ?? GENESIS,
  };
  const hash = createHash('sha256').update(hashedText(entry)).digest('hex');
  await tx
    .insertInto('ledger_entries')
    .values({ ...entry, at: now, details: JSON.stringify(details), hash })
    .execute();
  await tx
    .updateTable('transactions')
    .set({ ledger_lines: entry.seq, ledger_hash: hash })
    .where('uuid', '=', deal.uuid)
    .execute();
}

/** Returns the head of a deal's ledger; null if it has no lines. */
export function ledgerHead({
  ledger_lines: lines,
  ledger_hash: hash,
}: Pick<TransactionRow, 'ledger_lines' | 'ledger_hash'>): LedgerHead | null {
  return hash === null ? null : { lines, hash };
}
