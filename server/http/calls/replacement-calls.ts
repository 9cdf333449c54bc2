import type { DocumentReplacement } from '../../../src/contract/entities/documents/document-replacement.ts';
import { readReplacement } from '../../commands/replacing/read-replacement.ts';
import { requestComparison } from '../../commands/replacing/request-comparison.ts';
import { readDeal, type Call } from '../call.ts';
import { dealOfIts } from '../deal-of-call.ts';

/**
 * Returns what another version of a document would change. The first call starts the comparison, and later ones return its
 * result. A failed comparison isn't repeated automatically, so that its pages can be accepted one by one.
 */
export async function compareDocument({
  input,
  context,
  procedure,
}: Call<{ id: string; document: string; again?: boolean | undefined }>): Promise<DocumentReplacement> {
  const { meta } = procedure['~orpc'];
  // It changes nothing that users see, so view-only participants can do it.
  const asRead = { meta, route: { method: 'GET' }, act: 'opened' } as const;
  const { read, transaction } = await readDeal(context, asRead, dealOfIts('items'), input, async (scope) => ({
    read: await readReplacement(scope, input),
    transaction: scope.deal.uuid,
  }));
  const { item: _item, to: _to, rows: _rows, ...shown } = read;
  const isAgain = shown.status === 'failed' && input.again === true;
  if (shown.status !== 'processing' && !isAgain) return shown;
  const { before, after } = shown;
  await requestComparison(context.services, {
    transaction,
    before: before.document,
    after: after.document,
  });
  return isAgain ? { ...shown, status: 'processing', error_message: null, pages: [] } : shown;
}
