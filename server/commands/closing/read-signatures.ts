import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import {
  releaseReadiness,
  type ReleaseReadiness,
  type ReleasingDeal,
  type Signature,
} from '../../../src/contract/rules/closing/release.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';

type ReadOfDeal = Pick<DealRead, 'tx' | 'deal'>;

/** Returns a deal's signatures, and the organization that collected each. */
export async function readSignatures({ tx, deal }: ReadOfDeal): Promise<Signature[]> {
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid });
  const packets = await tx
    .selectFrom('packets')
    .select(['assignments', 'sent_for'])
    .where('transaction', '=', deal.uuid)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'completed')
    .execute();
  const collectors = new Map(
    packets.flatMap(({ assignments, sent_for }) => assignments.map((each) => [each, sent_for] as const)),
  );
  const onPaper = await tx
    .selectFrom('assignments')
    .innerJoin('executed_document_pages as page', 'page.uuid', 'assignments.executed_document_page')
    .innerJoin('executed_documents as file', 'file.uuid', 'page.executed_document')
    .select(['assignments.uuid', 'file.collected_for'])
    .where('assignments.transaction', '=', deal.uuid)
    .execute();
  for (const { uuid, collected_for } of onPaper) collectors.set(uuid, collected_for);
  return rows.map(({ uuid, item, item_page_uuid: page, signatory, auth_rep: authRep, status }) => ({
    uuid,
    item,
    page,
    signatory,
    authRep,
    status,
    collectedBy: collectors.get(uuid) ?? null,
  }));
}

/** The part of a deal that its releases depend on. */
async function readReleasingDeal({ tx, deal }: ReadOfDeal): Promise<ReleasingDeal> {
  const rows = await tx
    .selectFrom('participants')
    .innerJoin('users', 'users.uuid', 'participants.user_uuid')
    .select('users.organization')
    .distinct()
    .where('participants.transaction', '=', deal.uuid)
    .where('participants.deleted', '=', false)
    .where('participants.access', '=', 'full')
    .where('users.disabled_at', 'is', null)
    .execute();
  return {
    organization: deal.organization,
    confirmationsNeeded: deal.release_confirmations,
    present: new Set(rows.map(({ organization }) => organization)),
  };
}

/** Returns the readiness of a release. */
export async function readReadiness(
  scope: ReadOfDeal,
  { items, assignments, conditions, confirmations, signatures }: RowOf<'releases'>,
): Promise<ReleaseReadiness<Signature>> {
  const facts = {
    items,
    assignments,
    conditions: conditions.map(({ met_at }) => ({ met: met_at !== null })),
    confirmations: await stillOnTheDeal(scope, confirmations),
    signatures,
  };
  return releaseReadiness(facts, await readSignatures(scope), await readReleasingDeal(scope));
}

/** Returns the confirmations of people who can still confirm, not those of people who were removed from the deal. */
async function stillOnTheDeal<Confirmation extends { user: string }>(
  { tx, deal }: ReadOfDeal,
  confirmations: readonly Confirmation[],
): Promise<Confirmation[]> {
  if (confirmations.length === 0) return [];
  const users = await tx
    .selectFrom('users')
    .leftJoin('participants', (join) =>
      join
        .onRef('participants.user_uuid', '=', 'users.uuid')
        .on('participants.transaction', '=', deal.uuid)
        .on('participants.deleted', '=', false)
        .on('participants.access', '=', 'full'),
    )
    .select('users.uuid')
    .where(
      'users.uuid',
      'in',
      confirmations.map(({ user }) => user),
    )
    .where('users.disabled_at', 'is', null)
    .where((where) =>
      where.or([
        where('participants.uuid', 'is not', null),
        where.and([where('users.role', '=', 'admin'), where('users.organization', '=', deal.organization)]),
      ]),
    )
    .execute();
  const present = new Set(users.map(({ uuid }) => uuid));
  return confirmations.filter(({ user }) => present.has(user));
}
