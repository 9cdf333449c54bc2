import { releaseCollection } from '../../../src/contract/collections/releases.ts';
import { changeRow, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { appendToLedger } from '../../store/deals/ledger.ts';
import { BY_SERVER } from '../../store/deals/packets/signing-events.ts';

/**
 * Drops the confirmations of a deal's open releases. Returns the releases that had some.
 * @param item only the releases that cover signatures of this document: its file was replaced or added, so what was confirmed
 * no longer holds
 */
export async function clearConfirmations(scope: DealWrite, item: string | null = null): Promise<string[]> {
  const { tx, deal, stamp } = scope;
  const rows = await selectRows(tx, releaseCollection, { deal: deal.uuid });
  const confirmed = rows.filter(({ status, confirmations }) => status === 'open' && confirmations.length > 0);
  if (confirmed.length === 0) return [];
  const covering = item === null ? confirmed : await coveringItem(scope, item, confirmed);
  for (const { uuid } of covering) {
    await changeRow(tx, 'releases', uuid, { confirmations: '[]', signatures: [], ...stamp });
    scope.put('releases', uuid, { fields: ['confirmations'] });
  }
  return covering.map(({ uuid }) => uuid);
}

/**
 * Drops the confirmations of the open releases that cover a document, because it gets a file that nobody has signed. Records in the ledger
 * which releases lost them.
 */
export async function clearForNewFile(
  scope: DealWrite,
  { item, ...file }: { item: string; name: string; document: string },
): Promise<void> {
  const cleared = await clearConfirmations(scope, item);
  if (cleared.length === 0) return;
  // A file may become current long after it was uploaded, so the line has no IP address.
  const details = { item, ...file, cleared };
  await appendToLedger(scope, { event: 'confirmations_dropped', by: BY_SERVER, subject: null, details });
}

async function coveringItem(
  { tx }: DealWrite,
  item: string,
  releases: readonly RowOf<'releases'>[],
): Promise<RowOf<'releases'>[]> {
  const own = await tx.selectFrom('assignments').select('uuid').where('item', '=', item).execute();
  const signatures = new Set(own.map(({ uuid }) => uuid));
  return releases.filter(
    ({ items, assignments }) => items.includes(item) || assignments.some((each) => signatures.has(each)),
  );
}
