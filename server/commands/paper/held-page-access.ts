import {
  namedOnPage,
  ownsPacketsOf,
  seesHeldPage,
  successorOf,
  type CollectedPage,
} from '../../../src/contract/rules/signing/pages/page-owners.ts';
import { Refusal } from '../../refusal.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';
import { firmsOfParticipants } from '../../store/deals/participants.ts';
import { livePackets } from './assert-own-packets.ts';

type ReadOfDeal = Pick<DealRead, 'tx' | 'deal'>;
type PageRow = Pick<RowOf<'executed_document_pages'>, 'outcome' | 'candidates' | 'assignments'>;
type FileRow = Pick<RowOf<'executed_documents'>, 'collected_for'>;

function collected({ outcome, candidates, assignments }: PageRow, file: FileRow): CollectedPage {
  return { outcome, candidates, assignments, collectedFor: file.collected_for };
}

/**
 * Returns whether an organization decides about a page that another one uploaded. It does if the page is, or may be, from a
 * packet that it sent or created.
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
  return (await unseenAmong(scope, [collected(page, file)], organization)).length === 0;
}

/**
 * Returns the pages that an organization can't see before their release. The leading organization also sees those of
 * organizations that have left.
 */
async function unseenAmong(
  scope: ReadOfDeal,
  pages: readonly CollectedPage[],
  organization: string,
): Promise<CollectedPage[]> {
  const packets = await livePackets(
    scope,
    pages.flatMap((page) => namedOnPage(page)),
  );
  const unseen = pages.filter((page) => !seesHeldPage(page, packets, organization));
  const lead = scope.deal.organization;
  if (unseen.length === 0 || organization !== lead) return unseen;
  const people = await firmsOfParticipants(scope.tx, scope.deal.uuid);
  const heirOf = (each: string) => successorOf(each, lead, people);
  const owned = packets.map((packet) => ({ ...packet, owner: packet.owner && heirOf(packet.owner) }));
  return unseen.filter(
    (page) => !seesHeldPage({ ...page, collectedFor: heirOf(page.collectedFor) }, owned, lead),
  );
}

/**
 * Checks that the user may see these pages, because otherwise they can't have looked at them. @throws {Refusal} `not_allowed`
 */
export async function assertSeesPages(
  scope: DealWrite,
  pages: readonly (PageRow & FileRow)[],
): Promise<void> {
  const { user } = scope;
  if (user === null) return;
  const held = pages.map((page) => collected(page, page));
  const [unseen] = await unseenAmong(scope, held, user.organization);
  if (!unseen) return;
  const people = await firmsOfParticipants(scope.tx, scope.deal.uuid);
  const isThere = people.some(
    ({ organization, deleted, disabled }) => organization === unseen.collectedFor && !deleted && !disabled,
  );
  throw new Refusal(
    'not_allowed',
    isThere
      ? 'Another organization collected this page. Until its release, only that organization can see and accept it.'
      : 'Nobody from the organization that collected this page is on the transaction anymore. Add someone from there to accept the page, or reject it and have it signed again.',
  );
}
