import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import type { DealRows } from '../../../src/contract/entities/changes.ts';
import type { ReplacedRepresentative } from '../../../src/contract/entities/listed-signatory.ts';
import { countsAsSignature, wentOut } from '../../../src/contract/rules/signing/assignment-status.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { changeRows, rowOf, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertCapacities } from './capacities.ts';
import { assertNoneWentOut } from './sent-assignments.ts';

/**
 * Moves the open assignments and memberships of one representative of an entity to another, and returns those
 * assignments. If the new one already signs the document, or is already in the group, for the entity, nothing
 * changes.
 * @throws {Refusal} `invalid`, naming the documents, if any were sent or signed, unless the call is only about open
 * assignments
 */
export async function replaceRepresentative(
  scope: DealWrite,
  {
    entity_pk: entity,
    existing_representative_pk: from,
    new_representative_pk: to,
    open_only = false,
  }: ReplacedRepresentative,
): Promise<DealRows['assignments']> {
  const { tx, deal, stamp } = scope;
  for (const uuid of [from, to]) await rowOf(tx, representativeCollection, deal.uuid, uuid);
  await assertCapacities(scope, [
    { signatory: entity, auth_rep: from },
    { signatory: entity, auth_rep: to },
  ]);
  if (!open_only)
    await assertNoneWentOut(
      scope,
      { signatory: entity, auth_rep: from },
      'The representative can’t be replaced',
    );
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid });
  const counting = assignments.filter(
    ({ signatory, status }) => signatory === entity && countsAsSignature(status),
  );
  const signsItem = new Set(counting.filter(({ auth_rep }) => auth_rep === to).map(({ item }) => item));
  const open = counting.filter(
    ({ auth_rep, status, item }) => auth_rep === from && !wentOut(status) && !signsItem.has(item),
  );
  const members = await selectRows(tx, signingGroupMemberCollection, { deal: deal.uuid });
  const own = members.filter(({ signatory }) => signatory === entity);
  const isInGroup = new Set(own.filter(({ auth_rep }) => auth_rep === to).map(({ group }) => group));
  const followers = own
    .filter(({ auth_rep, group }) => auth_rep === from && !isInGroup.has(group))
    .map(({ uuid }) => uuid);
  const uuids = open.map(({ uuid }) => uuid);
  await changeRows(tx, 'assignments', uuids, { auth_rep: to, ...stamp });
  await changeRows(tx, 'signing_group_members', followers, { auth_rep: to, ...stamp });
  for (const uuid of uuids) scope.put('assignments', uuid, { fields: ['auth_rep'] });
  for (const uuid of followers) scope.put('signing_group_members', uuid, { fields: ['auth_rep'] });
  return readRowsByIds(tx, 'assignments', deal.uuid, uuids);
}
