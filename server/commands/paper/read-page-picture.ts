import { executedDocumentPageCollection } from '../../../src/contract/collections/executed-document-pages.ts';
import { executedDocumentCollection } from '../../../src/contract/collections/executed-documents.ts';
import { signaturesOf } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { Refusal } from '../../refusal.ts';
import { rowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { maySeeHeldPage } from './held-page-access.ts';
import { releasedAmong } from '../packets/released-among.ts';

/**
 * Returns where the picture of a returned page is stored. Signed pages are held until their release: until then, only the organization that
 * collected them sees them.
 * @throws {Refusal} `not_allowed`
 */
export async function findPagePicture(
  scope: DealRead,
  { id }: { id: string },
): Promise<{ uuid: string; key: string | null }> {
  const { tx, deal, user } = scope;
  const page = await rowOf(tx, executedDocumentPageCollection, deal.uuid, id);
  const file = await rowOf(tx, executedDocumentCollection, deal.uuid, page.executed_document);
  const signatures = signaturesOf(page);
  const released = await releasedAmong(scope, signatures);
  const isReleased = signatures.length > 0 && signatures.every((each) => released.has(each));
  if (!isReleased && !(await maySeeHeldPage(scope, page, file, user.organization)))
    throw new Refusal(
      'not_allowed',
      'This page is held. Until its release, only the organization that collected it can see it.',
    );
  return { uuid: id, key: page.picture_key };
}
