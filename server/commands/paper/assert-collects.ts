import { Refusal } from '../../refusal.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { mayDecide } from '../packets/packet-sender.ts';

/**
 * Lets only the organization that uploaded the returned file, or that leads the deal, change its pages. @throws {Refusal}
 * `not_allowed`
 */
export function assertCollects(
  scope: DealWrite,
  { collected_for }: Pick<RowOf<'executed_documents'>, 'collected_for'>,
): void {
  if (mayDecide(scope, { sent_for: collected_for })) return;
  throw new Refusal(
    'not_allowed',
    'Only the organization that uploaded these pages, or the one that leads the transaction, can change them.',
  );
}
