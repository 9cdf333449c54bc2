import { v7 } from 'uuid';
import { dynamicAssignmentCollection } from '../../../src/contract/collections/dynamic-assignments.ts';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import type { DealRows } from '../../../src/contract/entities/changes.ts';
import { readRow } from '../../present/read-rows.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow } from '../standard/create-rows.ts';
import { assign, pageOf } from './assignments.ts';

/** Returns a group's members in their order. */
async function membersOf({ tx, deal }: DealWrite, group: string) {
  const members = await selectRows(tx, signingGroupMemberCollection, { deal: deal.uuid });
  return members.filter((member) => member.group === group);
}

/** Assigns a document to each current member of a group, with a generated page each. Later members are not added. */
export async function assignGroup(
  scope: DealWrite,
  { id, item }: { id: string; item: string },
): Promise<DealRows['assignments']> {
  const members = await membersOf(scope, id);
  return assign(
    scope,
    members.map(({ signatory, auth_rep }) => ({ item, signatory, auth_rep })),
  );
}

const create = createRow(
  dynamicAssignmentCollection,
  async (
    born,
    sent: { uuid: string; signing_group: string; item: string; item_page_uuid?: string | undefined },
    scope,
  ) => ({
    ...born,
    signing_group: sent.signing_group,
    item: sent.item,
    item_page_uuid: await pageOf(scope, sent.item, sent.item_page_uuid),
    header: null,
  }),
);

/** Assigns a page to a group: each member signs it, and those who join or leave the group later are added or removed. */
export async function assignGroupDynamically(
  scope: DealWrite,
  {
    id,
    uuid = v7(),
    item,
    item_page_uuid,
  }: { id: string; uuid?: string | undefined; item: string; item_page_uuid?: string | undefined },
): Promise<DealRows['dynamic_assignments'][number]> {
  const row = await create(scope, { uuid, signing_group: id, item, item_page_uuid });
  const members = await membersOf(scope, id);
  await assign(
    scope,
    members.map(({ signatory, auth_rep }) => ({
      item,
      item_page_uuid: row.item_page_uuid,
      signatory,
      auth_rep,
      group: uuid,
    })),
  );
  return readRow(scope.tx, 'dynamic_assignments', scope.deal.uuid, uuid);
}
