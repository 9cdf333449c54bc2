import { compareDocumentsKind } from '../../queue/job-kinds.ts';
import type { Services } from '../../services.ts';

/** Requests the comparison of two versions of a document, once. A failed comparison is repeated. */
export async function requestComparison(
  services: Services,
  { transaction, before, after }: { transaction: string; before: string; after: string },
): Promise<void> {
  const { db, jobs } = services;
  await db.transaction().execute(async (tx) => {
    const requested = await tx
      .insertInto('document_comparisons')
      .values({
        transaction,
        before_document: before,
        after_document: after,
        status: 'processing',
        requested_at: services.now(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['before_document', 'after_document'])
          .doUpdateSet({ status: 'processing', error_message: null, requested_at: services.now() })
          .where('document_comparisons.status', '=', 'failed'),
      )
      .returning('before_document')
      .executeTakeFirst();
    if (requested) await jobs.enqueue(tx, compareDocumentsKind, { before, after });
  });
}
