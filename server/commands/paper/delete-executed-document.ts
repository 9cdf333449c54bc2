import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { executedDocumentPageCollection } from '../../../src/contract/collections/executed-document-pages.ts';
import { executedDocumentCollection } from '../../../src/contract/collections/executed-documents.ts';
import { isExecuted } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { invalid } from '../../refusal.ts';
import { changeRows, rowOf, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertCollects } from './assert-collects.ts';
import { continuedBy } from './continued-by.ts';
import { noteMissingSheets } from './note-missing-sheets.ts';
import { unmarkSignedOnPaper } from './signed-pages.ts';

/**
 * Deletes a returned file with its pages. Their signatures return to their previous status.
 * @throws {Refusal} `invalid` while a signature on one of its pages is accepted
 */
export async function deleteExecutedDocument(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const { tx, deal, now, actor, stamp } = scope;
  const file = await rowOf(tx, executedDocumentCollection, deal.uuid, id);
  assertCollects(scope, file);
  const pages = await selectRows(tx, executedDocumentPageCollection, {
    deal: deal.uuid,
    naming: { field: 'executed_document', rows: [id] },
  });
  const uuids = pages.map(({ uuid }) => uuid);
  const signed = await selectRows(tx, assignmentCollection, {
    deal: deal.uuid,
    naming: { field: 'executed_document_page', rows: uuids },
  });
  const continued = await continuedBy(scope, pages);
  if ([...signed, ...continued].some(({ status }) => isExecuted(status)))
    throw invalid(
      'Signatures in this file were accepted. Reject them on their packet’s page, then delete the file.',
    );
  await unmarkSignedOnPaper(scope, signed);
  const gone = { deleted_at: now, deleted_by: actor, ...stamp };
  await changeRows(tx, 'executed_document_pages', uuids, gone);
  for (const uuid of uuids) scope.remove('executed_document_pages', uuid);
  await noteMissingSheets(
    scope,
    continued.map((each) => each.uuid),
  );
  await changeRows(tx, 'executed_documents', [id], gone);
  scope.remove('executed_documents', id, { name: file.name });
}
