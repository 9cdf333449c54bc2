import { sql } from 'kysely';
import { executedDocumentCollection } from '../../../src/contract/collections/executed-documents.ts';
import { readExecutedDocumentKind } from '../../queue/job-kinds.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertTakesFiles } from '../account/approve-purge.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { assertCollects } from './assert-collects.ts';

/** Restores a returned file with its pages. Those that were matched have to be matched again. */
export const restoreExecutedDocument = restoreRow(
  executedDocumentCollection,
  async (scope, { uuid, status, collected_for }) => {
    assertTakesFiles(scope.deal);
    assertCollects(scope, { collected_for });
    await unmatchPages(scope, uuid);
    if (status !== 'processing') return;
    // It was deleted before all of it had been read.
    const job = { executed_document: uuid };
    await scope.services.jobs.enqueue(scope.tx, readExecutedDocumentKind, job, { group: collected_for });
  },
);

/** Their signatures may be on other pages by now, or have been given electronically. */
async function unmatchPages({ tx, deal }: DealWrite, file: string): Promise<void> {
  await tx
    .updateTable('executed_document_pages')
    .set({
      assignments: [],
      match: 'none',
      confidence: null,
      outcome: 'unmatched',
      candidates: sql<string[]>`array(select distinct unnest(candidates || assignments))`,
    })
    .where('transaction', '=', deal.uuid)
    .where('executed_document', '=', file)
    .where(sql<boolean>`(cardinality(assignments) > 0 or outcome = 'continuation')`)
    .execute();
}
