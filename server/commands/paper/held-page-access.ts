import {
  namedOnPage,
  ownsPacketsOf,
  seesHeldPage,
  type CollectedPage,
} from '../../../src/contract/rules/signing/page-owners.ts';
import { Refusal } from '../../refusal.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';
import { livePackets } from './assert-own-packets.ts';

type ReadOfDeal = Pick<DealRead, 'tx' | 'deal'>;
type PageRow = Pick<RowOf<'executed_document_pages'>, 'outcome' | 'candidates' | 'assignments'>;
type FileRow = Pick<RowOf<'executed_documents'>, 'collected_for'>;

function collected({ outcome, candidates, assignments }: PageRow, file: FileRow): CollectedPage {
  return { outcome, candidates, assignments, collectedFor: file.collected_for };
}

/**
 * Returns whether an organization decides about a page that another one uploaded: the page is, or may be, of a packet that it sent or
 * made.
 */
export async function mayTakeOver(
  scope: ReadOfDeal,
  page: PageRow,
  file: FileRow,
  organization: string | null,
): Promise<boolean> {
  if (organization === null) return false;
  const named = namedOnPage(collected(page, file));
  return ownsPacketsOf(await livePackets(scope, named), named, organization);
}

/** Returns whether an organization sees a returned page before its release. */
export async function maySeeHeldPage(
  scope: ReadOfDeal,
  page: PageRow,
  file: FileRow,
  organization: string,
): Promise<boolean> {
  const facts = collected(page, file);
  return seesHeldPage(facts, await livePackets(scope, namedOnPage(facts)), organization);
}

/** @throws {Refusal} `not_allowed` if the user may not see one of these pages, so that they can't have looked at it */
export async function assertSeesPages(
  scope: DealWrite,
  pages: readonly (PageRow & FileRow)[],
): Promise<void> {
  const { user } = scope;
  if (user === null) return;
  for (const page of pages)
    if (!(await maySeeHeldPage(scope, page, page, user.organization)))
      throw new Refusal(
        'not_allowed',
        'Another organization collected this page. Only that organization can see it before its release, so it has to accept the page.',
      );
}
