import { sql } from 'kysely';
import type { PageMatch, PageOutcome } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/**
 * Detaches the sheets that somebody added behind the pages of these signatures, because the signatures are no longer on those
 * pages. A sheet that no longer goes with any signature has to be matched again.
 */
export async function detachSheets(scope: DealWrite, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return;
  const { tx, deal, stamp } = scope;
  const gone = sql<string[]>`${[...signatures]}::uuid[]`;
  const isLast = sql<boolean>`candidates <@ ${gone}`;
  const sheets = await tx
    .updateTable('executed_document_pages')
    .set({
      outcome: sql<PageOutcome>`case when ${isLast} then 'unmatched' else outcome end`,
      match: sql<PageMatch>`case when ${isLast} then 'none' else match end`,
      confidence: sql<number | null>`case when ${isLast} then null else confidence end`,
      candidates: sql<string[]>`array(select unnest(candidates) except select unnest(${gone}))`,
      ...stamp,
    })
    .where('transaction', '=', deal.uuid)
    .where('outcome', '=', 'continuation')
    .where('match', '=', 'hand')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`candidates && ${gone}`)
    .returning('uuid')
    .execute();
  for (const { uuid } of sheets) scope.put('executed_document_pages', uuid, { fields: ['assignments'] });
}
