import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { headIn, lacksLines } from '../../../src/contract/rules/closing/ledger-head.ts';
import { checkFile } from '../../../src/contract/rules/evidence/check-file.ts';
import { concat } from '../../../src/contract/rules/evidence/der-write.ts';
import { firstBrokenLink } from '../../../src/contract/rules/evidence/hash-chain.ts';
import { ObjectStoreError, type ObjectStore } from '../../storage/object-store.ts';
import { ledgerHead } from '../../store/deals/ledger.ts';
import type { Tables } from '../../store/tables.ts';
import { knownCertificates } from '../seal/seal-certificates.ts';

interface CheckedLedger {
  readonly lines: number;
  /** The executed documents whose seal says how far the ledger went. */
  readonly sealedIn: number;
  /** A sentence for each problem. */
  readonly faults: readonly string[];
}

/**
 * Checks the ledger of a deal: its chain, its length, and the length that each executed document states. It is read-only.
 * @returns null if the deal doesn't exist
 */
export async function checkLedger(
  { db, objects }: { db: Kysely<Tables>; objects: Pick<ObjectStore, 'get'> },
  transaction: string,
): Promise<CheckedLedger | null> {
  const deal = await db
    .selectFrom('transactions')
    .select(['ledger_lines', 'ledger_hash'])
    .where('uuid', '=', transaction)
    .executeTakeFirst();
  if (!deal) return null;
  const rows = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('transaction', '=', transaction)
    .orderBy('seq')
    .execute();
  const lines = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  const faults: string[] = [];
  const broken = await firstBrokenLink(lines, async (text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  if (broken !== null) faults.push(`Line ${broken} of the ledger was altered, removed, or moved.`);
  if (lacksLines(lines, ledgerHead(deal))) faults.push('Lines are missing from the end of the ledger.');
  const collated = await db
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .select(['items.name', 'collations.file_key'])
    .where('collations.transaction', '=', transaction)
    .where('collations.file_key', 'is not', null)
    .orderBy('items.name')
    .execute();
  const certificates = await knownCertificates(db);
  let sealedIn = 0;
  for (const { name, file_key: key } of collated) {
    const pdf = key === null ? null : await readObject(objects, key);
    if (!pdf) {
      faults.push(`The executed document for “${name}” is missing.`);
      continue;
    }
    const { is } = await checkFile(concat([pdf]), certificates);
    if (is !== 'unchanged')
      faults.push(`The executed document for “${name}” was altered after it was sealed.`);
    const head = headIn(pdf.toString('latin1'));
    if (head) sealedIn += 1;
    if (lacksLines(lines, head))
      faults.push(`The ledger is missing lines it had when the executed document for “${name}” was sealed.`);
  }
  return { lines: lines.length, sealedIn, faults };
}

async function readObject(objects: Pick<ObjectStore, 'get'>, key: string): Promise<Buffer | null> {
  try {
    return await buffer(await objects.get(key));
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found') return null;
    throw error;
  }
}
