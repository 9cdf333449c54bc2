import { executedDocumentCollection } from '../../../src/contract/collections/executed-documents.ts';
import { executedDocumentPageCollection } from '../../../src/contract/collections/executed-document-pages.ts';
import { safeFileName } from '../../../src/contract/rules/documents/document-names.ts';
import { isUnmatched, signaturesOf } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { rowOf, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { releasedAmong } from '../packets/released-among.ts';

/** Where a returned file is stored, and its download name without an extension. */
export interface FoundReturnedFile {
  key: string;
  name: string;
  organization: string;
  deal: string;
}

/**
 * Returns a returned file as it was uploaded. Signed pages are held until their release: until all pages of the file are released, only the
 * organization that collected them gets it, as its own evidence, and its name says that they are held.
 * @throws {Refusal} `not_allowed`
 */
export async function findReturnedFile(scope: DealRead, { id }: { id: string }): Promise<FoundReturnedFile> {
  const { tx, deal, user } = scope;
  const file = await rowOf(tx, executedDocumentCollection, deal.uuid, id);
  if (file.malware !== null) throw notFound('This file');
  const all = await selectRows(tx, executedDocumentPageCollection, { deal: deal.uuid });
  const pages = all.filter(({ executed_document }) => executed_document === id);
  const released = await releasedAmong(scope, pages.flatMap(signaturesOf));
  const isReleased = (page: (typeof pages)[number]) => {
    const signatures = signaturesOf(page);
    return signatures.length > 0 && signatures.every((each) => released.has(each));
  };
  // A page without signatures may be a letter to the collector.
  const isFree = file.status === 'ready' && pages.length > 0 && pages.every(isReleased);
  if (!isFree && file.collected_for !== user.organization)
    throw new Refusal(
      'not_allowed',
      'These pages are held. Until their release, only the organization that collected them can download them.',
    );
  const isHeld = pages.some((page) =>
    signaturesOf(page).length > 0 ? !isReleased(page) : isUnmatched(page),
  );
  const note = isHeld || file.status !== 'ready' ? ' (held in escrow, not released)' : '';
  return {
    key: file.file_key,
    name: `${safeFileName(file.name, 120)}${note}`,
    organization: deal.organization,
    deal: deal.uuid,
  };
}
