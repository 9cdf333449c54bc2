import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import type { ReplacedRepresentative } from '../../../src/contract/entities/signing/listed-signatory.ts';
import { takenOver } from '../../../src/contract/rules/signing/signatories/taken-over.ts';
import { inWords } from '../../../src/contract/rules/signing/signatories/names-in-words.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import { changeRows, rowOf, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertCapacities, readCapacities } from './capacities.ts';
import { assertNothingSentThrough } from './sent-assignments.ts';

/**
 * Moves the open assignments and memberships of one representative of an entity to another, and returns those assignments. If
 * both represent the entity itself, those of everyone that the entity signs for move, too: a general partner's new officer
 * signs for its funds. Nobody signs twice: where the new one already signs the document for a signatory, or is already in the
 * group, nothing changes.
 * @throws {Refusal} `invalid`, naming the documents and groups, if not everything can move because it was sent or signed, or
 * because nobody signs twice, unless the call is only about open assignments
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
  const [existing, replacement] = [
    await rowOf(tx, representativeCollection, deal.uuid, from),
    await rowOf(tx, representativeCollection, deal.uuid, to),
  ];
  await assertCapacities(scope, [
    { signatory: entity, auth_rep: from },
    { signatory: entity, auth_rep: to },
  ]);
  const forAll = existing.entity === entity && replacement.entity === entity;
  if (!open_only)
    await assertNothingSentThrough(
      scope,
      { relations: [from], ...(forAll ? {} : { of: entity }) },
      'The representative can’t be replaced',
    );
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid });
  const members = await selectRows(tx, signingGroupMemberCollection, { deal: deal.uuid });
  const {
    assignments: uuids,
    members: followers,
    staying,
  } = takenOver(
    await readCapacities(scope),
    { entity, from, to },
    {
      assignments: assignments.map(({ auth_rep: authRep, ...row }) => ({ ...row, authRep })),
      members: members.map(({ auth_rep: authRep, ...row }) => ({ ...row, authRep })),
    },
  );
  if (!open_only) {
    const stay = new Set([...staying.assignments, ...staying.members]);
    await assertNothingStays(scope, {
      items: assignments.filter(({ uuid }) => stay.has(uuid)).map(({ item }) => item),
      groups: members.filter(({ uuid }) => stay.has(uuid)).map(({ group }) => group),
    });
  }
  await changeRows(tx, 'assignments', uuids, { auth_rep: to, ...stamp });
  await changeRows(tx, 'signing_group_members', followers, { auth_rep: to, ...stamp });
  for (const uuid of uuids) scope.put('assignments', uuid, { fields: ['auth_rep'] });
  for (const uuid of followers) scope.put('signing_group_members', uuid, { fields: ['auth_rep'] });
  return readRowsByIds(tx, 'assignments', deal.uuid, uuids);
}

/** Refuses to let somebody sign twice. @throws {Refusal} `invalid`, naming the documents or groups */
async function assertNothingStays(
  { tx, deal }: DealWrite,
  staying: { items: readonly string[]; groups: readonly string[] },
): Promise<void> {
  const named = async (
    table: 'items' | 'signing_groups',
    uuids: readonly string[],
  ): Promise<string | null> => {
    if (uuids.length === 0) return null;
    const rows = await tx
      .selectFrom(table)
      .select('name')
      .where('transaction', '=', deal.uuid)
      .where('uuid', 'in', [...uuids])
      .orderBy('name')
      .execute();
    return inWords(rows.map(({ name }) => `“${name}”`));
  };
  const documents = await named('items', staying.items);
  const groups = await named('signing_groups', staying.groups);
  if (documents === null && groups === null) return;
  const what =
    documents === null ? `would be in ${groups} twice` : `would sign ${documents} twice for one signatory`;
  const first = documents === null ? 'members' : 'assignments';
  throw invalid(
    `The representative can’t be replaced: the new one ${what}. Remove one of the two ${first} first.`,
  );
}
